import Screen
import Secrets

/// How secrets are shown: masked, unless the user chose to see them. A mask has a sign for each character that it hides.
struct SecretMask: Sendable {
    /// The user chose to see secrets.
    var isOff: Bool
    /// A sign that the terminal has.
    var sign: Character

    init(showsSecrets: Bool, encoding: Sanitizer.Encoding = .utf8) {
        isOff = showsSecrets
        sign = encoding == .utf8 ? "•" : "*"
    }

    func bytes(_ bytes: [UInt8]) -> [UInt8] {
        guard !isOff else { return bytes }
        let ranges = Secrets.ranges(in: bytes)
        guard !ranges.isEmpty else { return bytes }
        var result: [UInt8] = []
        var shown = 0
        for range in ranges {
            result += bytes[shown..<range.lowerBound]
            result += whole(String(decoding: bytes[range], as: UTF8.self)).utf8
            shown = range.upperBound
        }
        return result + bytes[shown...]
    }

    func text(_ text: String) -> String {
        isOff ? text : String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
    }

    /// The value of something with a name: the name may say that all of it is a secret.
    func value(_ value: String, name: String) -> String {
        hides(name: name) ? whole(value) : text(value)
    }

    /// A sentence of the program that has masked what it quotes: with the signs that the terminal has.
    func words(_ sentence: String) -> String {
        guard sign != "•" else { return sentence }
        return String(sentence.flatMap { $0 == "•" ? String(sign) : $0 == "…" ? "..." : String($0) })
    }

    /// Whether all that stands under this name is a secret.
    func hides(name: String) -> Bool { !isOff && Secrets.isSecret(name: name) }

    /// A text that is a secret as a whole.
    func whole(_ text: String) -> String { String(repeating: sign, count: text.count) }

    // MARK: What a row shows

    /// How much further than it shows a row looks, so that a secret's name and the end of its value are seen together.
    private static let lookahead = 4096

    /// The beginning of a text, masked: enough for a row of so many columns, at a cost that does not grow with the text.
    func beginning(of text: String, name: String = "", columns: Int) -> String {
        guard text.utf8.count > columns * 4 + Self.lookahead else { return value(text, name: name) }
        return value(String(decoding: text.utf8.prefix(columns * 4 + Self.lookahead), as: UTF8.self), name: name)
    }

    /// The same for bytes that may not be UTF-8.
    func beginning(of text: [UInt8], columns: Int) -> [UInt8] {
        bytes(Array(text.prefix(columns * 4 + Self.lookahead)))
    }
}

extension State {
    var mask: SecretMask { SecretMask(showsSecrets: showsSecrets, encoding: glyphs.encoding) }
}
