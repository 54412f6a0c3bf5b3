import Bytes

/// The desktop entry of linkscope: what the desktop runs when a link arrives, and for which schemes.
package struct DesktopEntry: Sendable, Hashable {
    /// The ID of the entry, by which a `mimeapps.list` names it. It is also the name of its file.
    package static let id = "linkscope-url-handler.desktop"

    /// The absolute path of linkscope.
    package var program: String
    package var schemes: [String]

    /// The type that stands for links with a scheme.
    package static func type(ofScheme scheme: String) -> String { "x-scheme-handler/" + scheme }

    /// Returns the scheme that a type stands for; nil for the type of a file.
    package static func scheme(ofType type: String) -> String? {
        let prefix = self.type(ofScheme: "")
        return type.hasPrefix(prefix) && type.count > prefix.count ? String(type.dropFirst(prefix.count)) : nil
    }

    /// The text of the entry's file.
    ///
    /// `--` ends the options, so a link is never read as an option. `Terminal` is false, because linkscope opens a terminal itself if no
    /// inspector runs.
    package var text: String {
        """
        [Desktop Entry]
        Type=Application
        Name=linkscope
        Comment=Shows the links of your app in the inspector
        Exec=\(ExecLine.text([program, "arrive", "--"]))
        Terminal=false
        NoDisplay=true
        StartupNotify=false
        MimeType=\(Self.types(of: schemes))

        """
    }

    private static func types(of schemes: [String]) -> String { schemes.map { type(ofScheme: $0) + ";" }.joined() }

    /// Returns the schemes of an entry that linkscope has written.
    package static func schemes(in text: [UInt8]) -> [String] {
        let prefix = Array("MimeType=".utf8)
        guard let line = text.split(separator: UInt8(ascii: "\n")).first(where: { $0.starts(with: prefix) }) else { return [] }
        return MimeAppsHandlers.handlers(in: line.dropFirst(prefix.count)).compactMap {
            scheme(ofType: String(decoding: $0, as: UTF8.self))
        }
    }

    /// Returns the text of an entry with other schemes. Everything else stays.
    package static func text(_ text: [UInt8], withSchemes schemes: [String]) -> [UInt8] {
        let prefix = Array("MimeType=".utf8)
        let types = Array(types(of: schemes).utf8)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Array(lines.map { $0.starts(with: prefix) ? prefix + types : Array($0) }.joined(separator: [UInt8(ascii: "\n")]))
    }
}

/// The value of `Exec` in a desktop entry, by the Desktop Entry Specification.
package enum ExecLine {
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

    /// Returns the line that runs a program with these arguments. The desktop adds the link as the last one.
    package static func text(_ arguments: [String]) -> String {
        arguments.map { String(decoding: string(quoted($0)), as: UTF8.self) + " " }.joined() + "%u"
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
