import AppLinks
import Bytes
import LinkLayers

/// A link in the outline: the record's own link, or one in a layer.
struct LinkPart {
    let text: [UInt8]
    let components: LinkURL.Components
    let query: LinkQuery
    /// The index of the layer that is the link. Nil for the record's own link.
    let layer: Int?
    /// The App Link data of the record's own link.
    let dataRange: Range<Int>?
    /// The secrets in the text.
    let secrets: [Range<Int>]
    /// The secrets in the decoded query.
    let decodedSecrets: [Range<Int>]
    /// Whether the text of the layer is known to have no secret.
    let isClean: Bool

    /// Creates the part for the record's own link.
    init(_ reading: AppLinkReading, _ secrets: borrowing LinkSecrets) {
        (text, components, query, layer) = (reading.text, reading.components, reading.query, nil)
        dataRange = reading.dataRange
        (self.secrets, decodedSecrets, isClean) = (secrets.input, secrets.query, false)
    }

    /// Creates the part for a link or parameters in a layer. Returns nil if the text is neither.
    init?(_ text: [UInt8], layer: Int, isParameters: Bool, secrets: [Range<Int>], isClean: Bool) {
        var query = LinkQuery()
        guard let split = query.read(text.span), split.components.scheme != nil || isParameters else { return nil }
        (self.text, components, self.query, self.layer, dataRange) = (text, split.components, query, layer, nil)
        self.secrets = secrets
        decodedSecrets = secrets.map { query.decoded.decoded($0) }
        self.isClean = isClean
    }

    /// Returns a decoded value of a web link as the server reads it, with a space for each `+` that was meant as a space. Returns nil if
    /// the value has no such `+`.
    func words(in value: Range<Int>) -> [UInt8]? {
        guard text[value].contains(UInt8(ascii: "+")), let scheme = components.scheme, SchemeName.isWeb(text, scheme) else { return nil }
        let blanks = FormBlanks.inText(text, value)
        guard !blanks.isEmpty else { return nil }
        var written = text
        for place in blanks { written[place] = 0x20 }
        return PercentCoding.decoded(written.span, value)
    }

    /// Where the query or the fragment begins; the end of the text if there is neither.
    var baseEnd: Int {
        if let query = components.query { return query.lowerBound - 1 }
        if let fragment = components.fragment { return fragment.lowerBound - 1 }
        return text.count
    }

    /// Returns the secrets of a part of the text, with their places in that part.
    func secrets(in range: Range<Int>) -> [Range<Int>] {
        secrets.filter { $0.overlaps(range) }.map {
            let part = $0.clamped(to: range)
            return part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
        }
    }

    /// Returns whether a part of the text has a secret.
    func hasSecret(in range: Range<Int>) -> Bool { !secrets(in: range).isEmpty }

    /// Whether the link has a part of an Android intent.
    var mayBeIntent: Bool {
        if let scheme = components.scheme, SchemeName.isIntent(text, scheme) { return true }
        return components.fragment.map { text.has("Intent;", at: $0.lowerBound, before: text.count) } ?? false
    }
}
