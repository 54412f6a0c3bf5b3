import Bytes

/// The desktop entry of linkscope: what the desktop runs when a link arrives, and for which schemes.
package struct DesktopEntry: Sendable, Hashable {
    /// The ID of the entry, by which a `mimeapps.list` names it. It is also the name of its file.
    package static let id = "linkscope-url-handler.desktop"

    /// The absolute path of linkscope.
    package var program: String
    package var schemes: [String]

    package init(program: String, schemes: [String]) {
        self.program = program
        self.schemes = schemes
    }

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
        Exec=\(ExecLine.text([.text(program), .text("arrive"), .text("--"), .link]))
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
        return HandlerList.handlers(in: line.dropFirst(prefix.count)).compactMap { scheme(ofType: String(decoding: $0, as: UTF8.self)) }
    }

    /// Returns the text of an entry with other schemes. Everything else stays.
    package static func text(_ text: [UInt8], withSchemes schemes: [String]) -> [UInt8] {
        let prefix = Array("MimeType=".utf8)
        let types = Array(types(of: schemes).utf8)
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Array(lines.map { $0.starts(with: prefix) ? prefix + types : Array($0) }.joined(separator: [UInt8(ascii: "\n")]))
    }
}
