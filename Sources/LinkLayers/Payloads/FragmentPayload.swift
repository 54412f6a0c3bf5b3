import AppLinks
import Bytes
import JSONDocument

/// App Link data after the `#`, where no reader looks for it.
struct FragmentPayload {
    /// The range of the name, the `=` and all of the data.
    let item: Range<Int>
    let document: JSONDocument
    /// The decoded data, with the source range of each byte.
    private let text: MappedText
    /// The same text with its HTML character references decoded, and the place of each byte in `text`. Nil if the data is not HTML-escaped.
    private var traced: TracedText?

    init?(_ link: AppLinkReading) {
        guard let fragment = link.components.fragment else { return nil }
        let bytes = link.text
        let name = Array("\(AppLinkKeys.parameter)=".utf8)
        var start = fragment.lowerBound
        while start < fragment.upperBound {
            let end = bytes[start..<fragment.upperBound].firstIndex { Self.isSign($0) } ?? fragment.upperBound
            guard end - start > name.count, bytes[start..<end].starts(with: name) else {
                start = end + 1
                continue
            }
            let value = start + name.count
            // HTML-escaped data must be decoded before it is moved into the query, because readers do not decode HTML escapes.
            if let escaped = HTMLPayload(bytes, value..<fragment.upperBound) {
                guard let meant = escaped.meant else { return nil }
                item = start..<meant.range.upperBound
                document = meant.document
                text = escaped.whole
                traced = escaped.text
                return
            }
            // Unescaped delimiters inside the JSON do not end the data, because no reader splits the fragment at them.
            let whole = MappedText(bytes).percentDecoded(value..<fragment.upperBound)
            if let extent = JSONExtent(whole.bytes) {
                let last = whole.original(0..<extent.end).upperBound
                if last == fragment.upperBound || Self.isSign(bytes[last]) {
                    item = start..<last
                    document = extent.document
                    text = whole
                    return
                }
            }
            item = start..<end
            text = MappedText(bytes).percentDecoded(value..<end)
            document = JSONDocument(text.bytes)
            if CutPayload.mayGoOn(bytes, value..<end, document) { return nil }
            return
        }
        return nil
    }

    /// Returns where bytes of the document are written in the link.
    func place(_ range: Range<Int>) -> Range<Int> { text.original(traced?.source(of: range) ?? range) }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

/// Parameters in a fragment.
enum FragmentQuery {
    /// The names that logins return.
    private static let answers: [StaticString] = [
        "access_token", "id_token", "refresh_token", "code", "error", "token_type", "expires_in", "state", "oauth_token", "oauth_verifier",
    ]

    /// Returns the `?` before the parameters of a fragment. After the first `=`, a `?` belongs to a value, which may be a link. A route may
    /// have an `=` of its own: `/list;page=2?sort=name`.
    static func mark(_ bytes: [UInt8], _ fragment: Range<Int>) -> Int? {
        let isRoute = bytes[fragment].first == UInt8(ascii: "/")
        let sign = bytes[fragment].firstIndex { $0 == UInt8(ascii: "?") || !isRoute && $0 == UInt8(ascii: "=") }
        return sign.flatMap { bytes[$0] == UInt8(ascii: "?") ? $0 : nil }
    }

    /// Returns whether the parameters belong to a route, or one of them belongs to a login or may hold a layer.
    static func isWorthALayer(_ bytes: [UInt8], _ range: Range<Int>, isRoute: Bool) -> Bool {
        // App Link data in a fragment has a finding of its own, and a text to scroll to is no parameter.
        guard !bytes.has(":~:", at: range.lowerBound, before: range.upperBound) else { return false }
        var isWorth = isRoute
        for part in bytes[range].split(separator: UInt8(ascii: "&")) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = part.startIndex..<sign
            if bytes.isWord("al_applink_data", in: name) { return false }
            let value = sign + 1..<part.endIndex
            isWorth = isWorth || answers.contain(bytes.span, name)
            guard !isWorth, ValueForm.mayHoldLayer(bytes.span, value) else { continue }
            let decoded = PercentCoding.decoded(bytes.span, value)
            isWorth = ValueForm.of(decoded.span) != nil
        }
        return isWorth
    }
}
