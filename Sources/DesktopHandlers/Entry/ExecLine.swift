/// The value of `Exec` in a desktop entry, by the Desktop Entry Specification.
package enum ExecLine {
    package enum Argument: Sendable, Hashable {
        case text(String)
        /// The link that the desktop opens.
        case link
    }

    /// The characters that an argument may contain only between quotes.
    private static let reserved = Set(" \t\n\"'\\><~|&;$*?#()`".utf8)
    /// The characters that need a backslash before them between quotes.
    private static let escaped = Set("\"`$\\".utf8)
    /// The characters that have escapes in every value of a desktop entry.
    private static let stringEscapes: [UInt8: String] = [
        UInt8(ascii: "\\"): "\\\\", UInt8(ascii: "\n"): "\\n", UInt8(ascii: "\t"): "\\t", UInt8(ascii: "\r"): "\\r",
    ]

    /// Returns whether an argument must be quoted. If no desktop environment is known, `xdg-open` starts the program itself and does not
    /// read quotes.
    package static func needsQuotes(_ argument: String) -> Bool { argument.isEmpty || argument.utf8.contains(where: reserved.contains) }

    package static func text(_ arguments: [Argument]) -> String {
        arguments.map { argument in
            switch argument {
            case .text(let text): String(decoding: string(quoted(text)), as: UTF8.self)
            case .link: "%u"
            }
        }.joined(separator: " ")
    }

    /// Quotes an argument. A percent sign is doubled, because it would begin a field code.
    private static func quoted(_ argument: String) -> [UInt8] {
        var bytes: [UInt8] = []
        let needsQuotes = needsQuotes(argument)
        for byte in argument.utf8 {
            if byte == UInt8(ascii: "%") { bytes.append(byte) }
            if needsQuotes, escaped.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return needsQuotes ? [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")] : bytes
    }

    /// Escapes a value of the type string. Programs undo this before they read the quotes, so a backslash between quotes is written as four.
    private static func string(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { byte in stringEscapes[byte].map { Array($0.utf8) } ?? [byte] }
    }
}
