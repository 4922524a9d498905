import Bus
import Glibc
import Linux
import WebCore

/// The secret of the page's address, kept so that open pages go on after a restart.
enum TokenFile {
    /// Reads the secret, or makes one and keeps it.
    static func token(at path: String) -> Token {
        if let token = kept(at: path) { return token }
        guard let token = Token(Stamp.randomID()) else {
            fatalError("a random id is 128 bits in hex")
        }
        if !File.replace(path, with: Array("\(token.text)\n".utf8)) {
            Log.write(.warning, "\(path) cannot be written; the next start has another address")
        }
        return token
    }

    private static func kept(at path: String) -> Token? {
        guard let text = File.text(of: path) else { return nil }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else {
            Log.write(.warning, "\(path) was open to others; the page has another address now")
            return nil
        }
        return Token(String(text.prefix { !$0.isNewline }))
    }
}
