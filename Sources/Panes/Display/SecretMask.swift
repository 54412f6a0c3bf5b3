package import LinkLayers
import Screen
package import Secrets

/// A mask that hides the secrets in texts, unless the user chose to see secrets. Each secret becomes the same number of mask characters.
package struct SecretMask: Sendable {
    /// Whether the user chose to see secrets.
    var isOff: Bool
    /// The mask character: `•`, or `*` if the terminal can show only ASCII.
    package var sign: Character
    /// The contexts of the text whose parts are masked. They decide about names such as `code`.
    private var contexts: SecretContext = []
    /// The contexts of the links that redirected to the text.
    private var redirects: SecretContext = []

    init(showsSecrets: Bool, encoding: Sanitizer.Encoding = .utf8) {
        isOff = showsSecrets
        sign = encoding == .utf8 ? "•" : "*"
    }

    /// Searches the value of a name, or a text that has no name. If the name is that of a secret, the whole value is one.
    package func searched(_ value: String, name: String = "") -> SearchedText {
        let carrier = contexts.union(redirects)
        return SearchedText(value, Secrets.ranges(inValue: value, named: name, carriedBy: carrier, isRedirected: !redirects.isEmpty))
    }

    private func secrets(in bytes: [UInt8]) -> [Range<Int>] {
        Secrets.ranges(in: bytes, carriedBy: contexts.union(redirects), isRedirected: !redirects.isEmpty)
    }

    /// Masks the secrets of a text that was searched.
    package func text(_ text: SearchedText) -> String { isOff ? text.text : text.masked(hiding) }

    /// Masks the secrets in a text.
    package func text(_ text: String) -> String { isOff ? text : self.text(searched(text)) }

    /// Masks the secrets in the value of a name. If the name is that of a secret, masks the whole value.
    package func value(_ value: String, name: String) -> String { isOff ? value : text(searched(value, name: name)) }

    /// Returns a part of the bytes in which the secrets at the given places are masked.
    package func bytes(_ bytes: [UInt8], in part: Range<Int>, hiding secrets: [Range<Int>]) -> [UInt8] {
        Secrets.masked(Array(bytes[part]), isOff ? [] : secrets.parts(in: part), mask: hiding)
    }

    /// Replaces the bullets and ellipses in a message with characters that the terminal can show. The message is already masked.
    package func words(_ sentence: String) -> String {
        guard sign != "•" else { return sentence }
        return String(sentence.flatMap { $0 == "•" ? String(sign) : $0 == "…" ? "..." : String($0) })
    }

    /// Returns whether a value of this name is masked as a whole, whatever it is.
    package func hides(name: String) -> Bool { !isOff && Secrets.isSecret(name: name) }

    /// Returns the mask for the parts of a text: a link or a document.
    package func parts(of text: [UInt8]) -> SecretMask { parts(in: Secrets.contexts(of: text.span)) }

    /// Returns the mask for links that redirect to each other.
    func redirected(by links: [String]) -> SecretMask {
        var mask = self
        if !isOff { mask.redirects = Secrets.contexts(ofRedirects: links) }
        return mask
    }

    /// Returns the mask for the parts of a text with these contexts.
    package func parts(in contexts: SecretContext) -> SecretMask {
        var mask = self
        mask.contexts.formUnion(contexts)
        return mask
    }

    /// Masks a whole text.
    func whole(_ text: String) -> String { text.isEmpty ? "" : hiding }

    var hiding: String { String(repeating: sign, count: Secrets.maskLength) }

    // MARK: The beginning of a text, for one row

    /// The number of bytes that are searched for secrets beyond the bytes that are shown. With them, a secret whose value continues after
    /// the shown part is recognized.
    private static let lookahead = 4096

    /// Returns the masked beginning of a text, which is long enough for a row of `columns`. The cost does not depend on the length of the
    /// text.
    ///
    /// - Parameter inspection: The link that the text shows or quotes; nil for other text.
    package func beginning(of text: String, name: String = "", about inspection: LinkInspection? = nil, columns: Int) -> String {
        let beginning = text.beginning(columns * 4 + Self.lookahead)
        return self.text(inspection?.searched(beginning) ?? searched(beginning, name: name))
    }

    /// Returns the masked beginning of bytes that may not be UTF-8.
    ///
    /// - Parameter secrets: The secrets of the text; nil if it was not searched.
    package func beginning(of text: [UInt8], hiding secrets: [Range<Int>]? = nil, columns: Int) -> [UInt8] {
        let part = text.indices.prefix(columns * 4 + Self.lookahead)
        return bytes(text, in: part, hiding: secrets ?? self.secrets(in: Array(text[part])))
    }
}

extension TextLine {
    /// Returns the characters with masked secrets, and whether some of them are masked. In a line that is edited, each character is a sign
    /// of its own, so that the cursor stands where the next character goes.
    package func masked(by mask: SecretMask) -> (characters: [Character], isMasked: Bool) {
        // The inspection leaves out the white space around a link.
        let bytes = Array(text.utf8)
        var secrets = mask.isOff ? [] : LinkInspection(bytes).secrets[...]
        guard !secrets.isEmpty else { return (characters, false) }
        var start = -bytes.span.linkRange.lowerBound
        let shown = characters.map { character in
            let end = start + character.utf8.count
            while let first = secrets.first, first.upperBound <= start { secrets.removeFirst() }
            start = end
            return secrets.first.map { $0.lowerBound < end } == true ? mask.sign : character
        }
        return (shown, true)
    }
}
