import Bytes

/// A link for use in commands: text with a scheme whose characters all survive an argument, a terminal and a paste.
///
/// Control characters are percent-encoded, since a URL may not contain them anyway. An argument cannot contain NUL. A terminal acts on some
/// control characters while a command is pasted (Ctrl-C, Ctrl-D, escape sequences), and a line end runs the first half of the command.
package struct CommandLink: Sendable, Hashable {
    /// The link with its control characters encoded.
    package private(set) var text: String
    /// The text before the first `:`, as written.
    package let scheme: String

    /// - Throws: The reason why no command can open the link.
    package init(_ bytes: [UInt8]) throws(CommandRefusal) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandRefusal("the link is not UTF-8, so it cannot be part of a command")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), ByteClass.isScheme(text.utf8[..<colon]) else {
            throw CommandRefusal("a link without a scheme cannot be opened")
        }
        scheme = String(text[..<colon])
        self.text = Self.encodingControls(in: text)
    }

    /// Returns the same link with other text, for example with masked secrets for a preview.
    package func showing(_ text: String) -> CommandLink {
        var link = self
        link.text = Self.encodingControls(in: text)
        return link
    }

    /// Whether a browser opens this link.
    package var isWeb: Bool { ["http", "https"].contains(scheme.lowercased()) }

    /// The text after the first `:`.
    var afterScheme: Substring { Substring(text.utf8.dropFirst(scheme.utf8.count + 1)) }

    /// Percent-encodes all control characters (C0, DEL, C1) and the two line separators of Unicode.
    private static func encodingControls(in text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            for byte in String(scalar).utf8 {
                if isControl(scalar) { PercentCoding.appendEscape(byte, to: &result) } else { result.append(byte) }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}

/// The reason why a command cannot be made for a link, worded as the end of a sentence.
package struct CommandRefusal: Error, Sendable, Hashable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
}
