import ArgumentParser

/// Checks the values of `--connect-to`, which have the same format as in curl: `HOST:PORT:HOST:PORT`. Each part may be empty, but all three
/// colons are required. IPv6 addresses must be in brackets.
nonisolated enum ConnectionPlace {
    /// - Throws: `ValidationError` for a value that libcurl would silently ignore.
    static func check(_ texts: [String]) throws {
        for text in texts {
            var depth = 0
            var colons = 0
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: ":"): colons += depth == 0 ? 1 : 0
                default: break
                }
            }
            guard depth == 0, colons == 3 else {
                throw ValidationError("--connect-to \(text): write HOST:PORT:HOST:PORT, such as www.example.com:443:127.0.0.1:8443")
            }
        }
    }
}
