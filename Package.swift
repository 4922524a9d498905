// swift-tools-version: 6.2
import PackageDescription

/// The settings that every Swift target is built with; a warning is an error.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
]

/// Lets processes be held at the steps of the protocol: in debug builds, and in optimised ones that
/// are made for tests.
let faultPoints: [SwiftSetting] = [
    .define("FAULT_POINTS", .when(configuration: .debug)),
    .define("FAULT_POINTS", .when(traits: ["FaultPoints"])),
]

/// Leaves out the checks of exclusive access to a class's properties.
///
/// They are a twentieth of what a simulation costs, which is one thread's. Debug builds make them.
let uncheckedAccess: [SwiftSetting] = [
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// A library of ours: its folder in `Sources`, and what it may import.
func library(
    _ name: String, _ imports: [Target.Dependency] = [], also settings: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: strict + settings)
}

/// A program of ours, with the files of some of its folders in it.
func program(
    _ name: String, _ imports: [Target.Dependency], embedding folders: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: imports, resources: folders.map { .embedInCode($0) },
        swiftSettings: strict)
}

/// The tests of one module, in the folder `Tests/<name>Tests`; other languages' files are excluded.
func tests(
    _ name: String, _ imports: [Target.Dependency] = [], excluding foreign: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: imports + ["TestKit"], exclude: foreign,
        swiftSettings: strict)
}

let package = Package(
    name: "handrail",
    traits: [
        .trait(
            name: "FaultPoints",
            description: "Processes can be held at the steps of the protocol; for tests only."),
        .trait(
            name: "Fuzzing",
            description: "Leaves the program fuzz without an entry point, for libFuzzer's."),
    ],
    targets: [
        // C libraries. No `pkgConfig:`, as Debian 12's file for libzmq makes every build warn.
        .systemLibrary(name: "CZeroMQ", providers: [.apt(["libzmq3-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CWebSockets", providers: [.apt(["libwebsockets-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
        .target(name: "CLinux"),

        library("ZeroMQ", ["CZeroMQ", "CLinux"], also: [.strictMemorySafety()]),
        library("JSON"),
        library("Linux", ["CLinux"]),
        library("Messages"),
        library("EngineCore", ["Messages"]),
        library("RelayCore", ["Messages"]),
        library("FaceCore", ["Messages"]),
        library("NavigatorCore", ["Messages"]),
        library("WebCore", ["Messages"]),
        library("TerminalCore", ["Messages"]),
        library("Bus", ["Messages", "JSON", "ZeroMQ", "Linux", "CLinux"], also: faultPoints),
        library("Journal", ["CSQLite"]),
        library("Group", ["Messages", "Bus", "JSON", "Linux", "CLinux"]),
        library("Monitor", ["Messages", "Bus", "JSON", "Linux"]),

        program(
            "engine",
            ["EngineCore", "Messages", "Bus", "Journal", "JSON", "Linux", "CLinux"]),
        program("relay", ["RelayCore", "Messages", "Bus"]),
        program("face", ["FaceCore", "Messages", "Bus", "Journal", "JSON"]),
        program("navigator", ["NavigatorCore", "Messages", "Bus", "Journal"]),
        program(
            "web",
            ["WebCore", "Messages", "Bus", "JSON", "Linux", "CLinux", "CWebSockets"],
            embedding: ["Page"]),
        program(
            "handrail",
            ["Group", "Monitor", "TerminalCore", "Messages", "Bus", "Linux", "CQREncode"]),
        program("bench", ["Messages", "Bus", "TestKit"]),
        .executableTarget(
            name: "fuzz", dependencies: ["TestKit"],
            swiftSettings: strict + [.define("FUZZING", .when(traits: ["Fuzzing"]))]),
        .executableTarget(name: "baseline", linkerSettings: [.linkedLibrary("zmq")]),

        library(
            "TestKit",
            [
                "Messages", "JSON", "Bus", "Linux", "CLinux", "EngineCore", "RelayCore", "FaceCore",
                "NavigatorCore", "Group",
            ], also: faultPoints + uncheckedAccess),
        tests("ZeroMQ", ["ZeroMQ", "CLinux"]),
        tests("JSON", ["JSON"]),
        tests("Linux", ["Linux"]),
        tests("Messages", ["Messages", "JSON"]),
        tests("EngineCore", ["EngineCore", "Messages"]),
        tests("RelayCore", ["RelayCore", "Messages"]),
        tests("FaceCore", ["FaceCore", "Messages"], excluding: ["gestures.json"]),
        tests("NavigatorCore", ["NavigatorCore", "Messages"]),
        tests("WebCore", ["WebCore", "Messages"]),
        tests("TerminalCore", ["TerminalCore", "Messages"]),
        tests("Bus", ["Bus", "Messages", "ZeroMQ"]),
        tests("Journal", ["Journal"]),
        tests("Group", ["Group", "Messages", "Bus", "Linux"]),
        tests("Monitor", ["Monitor", "Messages", "Bus"]),
        tests("Architecture"),
        tests("Fuzz", ["JSON", "Bus", "EngineCore", "Messages"], excluding: ["Corpus"]),
        tests(
            "Simulation",
            ["EngineCore", "RelayCore", "FaceCore", "NavigatorCore", "Messages"],
            excluding: ["Mutants", "Mutants.md"]),
        tests(
            "Process",
            [
                "Messages", "Bus", "NavigatorCore", "engine", "relay", "face", "navigator",
                "web", "handrail",
            ]),
        tests(
            "Terminal",
            ["Messages", "Bus", "engine", "relay", "face", "navigator", "handrail"]),
        tests(
            "Peer",
            ["Messages", "Bus", "engine", "relay", "face", "navigator", "web", "handrail"],
            excluding: ["python", "requirements.txt"]),
        tests(
            "Browser",
            ["Messages", "Bus", "engine", "relay", "face", "navigator", "web", "handrail"],
            excluding: ["python", "requirements.txt"]),
    ],
    swiftLanguageModes: [.v6]
)
