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
        let beginning = HiddenCharacters.shown(in: String(scalars.prefix(most)))
        return scalars.count > most ? beginning + "…" : beginning
    }
}
