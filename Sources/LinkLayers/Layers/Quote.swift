import Bytes
import Secrets

/// Quotes texts of a link in messages.
package enum Quote {
    /// Returns ``beginning(_:at:_:most:)`` in quotation marks.
    package static func shortened(_ text: String, at place: Range<Int> = 0..<0, _ secrets: [Range<Int>] = []) -> String {
        "\"\(beginning(text, at: place, secrets))\""
    }

    /// Returns the beginning of a text from the link, without secrets and with visible characters only. Every message and every summary of a
    /// repair that quotes the link uses this.
    ///
    /// - Parameters:
    ///   - place: The place of the text in the link. If the link has a secret there, the whole text is masked, because a name or host before
    ///     the text may be what makes a part of it a secret, and the text alone does not show which part.
    ///   - secrets: The secrets of the link.
    ///   - most: The maximum number of Unicode scalars.
    static func beginning(_ text: String, at place: Range<Int> = 0..<0, _ secrets: [Range<Int>] = [], most: Int = 40) -> String {
        let scalars = (secrets.overlap(place) ? Secrets.mask(of: text) : Secrets.masked(text)).unicodeScalars
        // A character may have any number of scalars.
        let beginning = VisibleText.of(String(scalars.prefix(most)))
        return scalars.count > most ? beginning + "…" : beginning
    }
}

/// Makes the control characters and the invisible characters of a text visible.
enum VisibleText {
    /// Returns the text with each such character written as `<U+202E>`.
    static func of(_ text: String) -> String {
        if text.withBytes({ HiddenCharacters.isPlain($0) }) { return text }
        let places = HiddenCharacters.places(in: text)
        if places.isEmpty { return text }
        let bytes = Array(text.utf8)
        var visible = ""
        var shown = 0
        for place in places {
            visible += String(decoding: bytes[shown..<place.lowerBound], as: UTF8.self)
            visible += String(decoding: bytes[place], as: UTF8.self).unicodeScalars.map { "<\(HiddenCharacters.name(of: $0))>" }.joined()
            shown = place.upperBound
        }
        return visible + String(decoding: bytes[shown...], as: UTF8.self)
    }
}
