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
    ///   - place: The place of the text in the link. If the place is part of a secret of the link, or if the link has more secrets there
    ///     than the text has on its own, the whole text is masked.
    ///   - secrets: The secrets of the link.
    ///   - most: The maximum number of Unicode scalars.
    static func beginning(_ text: String, at place: Range<Int> = 0..<0, _ secrets: [Range<Int>] = [], most: Int = 40) -> String {
        let bytes = Array(text.utf8)
        let own = Secrets.ranges(in: bytes)
        // A name or host before the text may be what makes it a secret, and the text alone does not show where the secret begins.
        let isSecret = own.count < secrets.countOverlapping(place) || !place.isEmpty && secrets.cover(place)
        let masked = isSecret ? Secrets.bullets(for: text) : String(decoding: Secrets.masked(bytes, own), as: UTF8.self)
        let scalars = masked.unicodeScalars
        // A character may have any number of scalars.
        let beginning = VisibleText.of(String(scalars.prefix(most)))
        return scalars.count > most ? beginning + "…" : beginning
    }
}
