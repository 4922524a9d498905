import Messages
import NavigatorCore

/// Somebody who knows ways.
protocol RouteProvider: Sendable {
    /// Its name, and the modes that it has.
    var description: ProviderDescription { get }

    /// Finds a way, off the bus thread; it may be cancelled, and its answer is not wanted then.
    ///
    /// - Throws: A `Problem` whose title tells a person why there is no route.
    @concurrent
    func route(for question: RouteQuestion) async throws(Problem) -> Route
}
