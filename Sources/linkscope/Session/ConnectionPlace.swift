/// Checks the values of `--connect-to`, which have the same format as in curl: `HOST:PORT:HOST:PORT`. Each part may be empty, but all three
/// colons are required. IPv6 addresses must be in brackets.
nonisolated enum ConnectionPlace {
    /// - Throws: `CommandFailure` for a value that libcurl would silently ignore.
    static func check(_ texts: [String]) throws(CommandFailure) {
        for text in texts {
            guard let parts = parts(of: text), parts.count == 4, isPort(parts[1]), isPort(parts[3]) else {
                throw CommandFailure(
                    "--connect-to \(text): write HOST:PORT:HOST:PORT, such as www.example.com:443:127.0.0.1:8443", code: Exit.usage)
            }
        }
    }

    /// Returns the parts between the colons that are not in brackets. Returns nil if a bracket is not closed.
    private static func parts(of text: String) -> [Substring]? {
        var depth = 0
        let parts = text.split(omittingEmptySubsequences: false) { character in
            depth += character == "[" ? 1 : character == "]" ? -1 : 0
            return character == ":" && depth == 0
        }
        return depth == 0 ? parts : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (UInt16(text) ?? 0) > 0
    }
}
