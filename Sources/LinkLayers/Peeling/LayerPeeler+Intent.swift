import AppLinks
import Bytes

// Peels `intent:` and `android-app:` URIs. Only the links inside them matter here: the link that the app receives, and the fallback for the
// browser. The search is lenient, because a link that Android refuses has layers too. `IntentURI` is strict and says why Android refuses
// it.

extension LayerPeeler {
    /// Returns whether the text is an `android-app:` URI, or an `intent:` URI with an Intent part. If so, adds the links inside it as
    /// layers.
    mutating func peelsIntent(
        _ text: MappedText, schemeEnd: Int, in index: Int?, _ sink: inout FindingList
    ) -> Bool {
        guard SchemeName.isIntent(text.bytes, 0..<schemeEnd) else { return false }
        let isIntent = text.bytes.isWord("intent", in: 0..<schemeEnd)
        let edits = LayerEdits(text, in: index, of: layers)
        let isField = index.map { AppLinkFields.haveLink(at: layers[$0].path) } ?? false
        if index == nil || isField { HostFindings.tellCapitals(edits, 0..<schemeEnd, isWeb: true, &sink) }
        if IntentFindings.tellNested(edits, &sink) { return true }
        let package = IntentFindings.read(edits, &sink)?.intent.fields.package
        if isIntent {
            guard let intent = IntentParts(text.bytes, from: "intent".utf8.count) else { return false }
            if let scheme = intent.scheme {
                IntentFindings.tellCapitals(edits, scheme, &sink)
                var builder = MappedText.Builder(from: text, capacity: text.count)
                builder.append(outer: scheme)
                builder.append(outer: intent.data)
                add(.intent, builder.text, at: ValuePlace(outer: index, range: intent.data), named: .name("data"), to: package, &sink)
            } else {
                // The data may have a scheme: `intent:shop://item/7#Intent;package=com.example.shop;end`.
                let data = intent.data.dropFirst()
                let (link, place) = (text.slice(data), ValuePlace(outer: index, range: data, isVerbatim: true))
                if SchemeName.end(in: link.bytes.span) != nil { add(.intent, link, at: place, named: .name("data"), to: package, &sink) }
            }
            takeFallback(intent, edits, in: index, isInBrowser: true, &sink)
        } else if let target = Self.androidAppTarget(text, schemeEnd) {
            let place = ValuePlace(outer: index, range: schemeEnd..<text.count)
            add(.androidApp, target, at: place, named: .name("data"), to: package, &sink)
        }
        return true
    }

    /// Returns whether a link of another scheme has an Intent part: `shop://item/7#Intent;package=com.example.shop;end`. If so, adds the links
    /// inside it as layers. The scheme stays as it is written.
    mutating func peelsFragmentIntent(_ text: MappedText, _ url: SplitLink, in index: Int?, _ sink: inout FindingList) -> Bool {
        guard let fragment = url.components.fragment, let intent = IntentParts(text.bytes, from: fragment.lowerBound - 1) else {
            return false
        }
        let edits = LayerEdits(text, in: index, of: layers)
        if IntentFindings.tellNested(edits, &sink) { return true }
        let uri = IntentFindings.read(edits, &sink)
        if uri != nil, let scheme = url.components.scheme {
            let hasScheme = intent.scheme != nil
            IntentFindings.tellFragment(edits, scheme: scheme, mark: intent.data.upperBound, hasScheme: hasScheme, &sink)
        }
        add(
            .intent, text.slice(0..<intent.data.upperBound),
            at: ValuePlace(outer: index, range: 0..<intent.data.upperBound, isVerbatim: true),
            named: .name("data"), to: uri?.intent.fields.package, &sink)
        takeFallback(intent, edits, in: index, isInBrowser: false, &sink)
        return true
    }

    /// Adds the page that a browser opens if no app takes the intent. A link that no browser opens as a fallback becomes an ordinary layer.
    private mutating func takeFallback(
        _ intent: IntentParts, _ edits: LayerEdits, in index: Int?, isInBrowser: Bool, _ sink: inout FindingList
    ) {
        guard let fallback = intent.fallback else { return }
        let value = edits.text.percentDecoded(fallback)
        let isOpened = isInBrowser && IntentFindings.examine(fallback: value, edits, at: fallback, &sink)
        if isOpened { IntentFindings.tellLostEscapes(in: fallback, edits, &sink) }
        guard SchemeName.end(in: value.bytes.span) != nil else { return }
        let place = ValuePlace(outer: index, range: fallback)
        add(isOpened ? .intentFallback : .link, value, at: place, named: .name("S.browser_fallback_url"), &sink)
    }

    /// Returns `scheme://host/path` of `android-app://package/scheme/host/path`.
    private static func androidAppTarget(_ text: MappedText, _ schemeEnd: Int) -> MappedText? {
        let bytes = text.bytes
        guard bytes.hasLetters("://", at: schemeEnd) else { return nil }
        guard let package = bytes[(schemeEnd + 3)...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = bytes[(package + 1)...]
        // A fragment before the Intent part belongs to the data.
        let mark = rest.lastIndex(of: UInt8(ascii: "#")).flatMap { bytes.has("#Intent;", at: $0, before: bytes.count) ? $0 : nil }
        let end = mark ?? rest.endIndex
        guard let slash = rest[..<end].firstIndex(of: UInt8(ascii: "/")), slash > package + 1, slash + 1 < end else { return nil }
        var builder = MappedText.Builder(from: text, capacity: end - package + 2)
        builder.append(outer: package + 1..<slash)
        builder.append(own: "://", at: slash..<slash + 1)
        builder.append(outer: slash + 1..<end)
        return builder.text
    }
}

/// The parts of an `intent:` URI that are links.
private struct IntentParts {
    /// The range before `#Intent;`, without `intent`.
    let data: Range<Int>
    var scheme: Range<Int>?
    var fallback: Range<Int>?

    /// - Parameter start: Where `#Intent;` may stand at the earliest.
    init?(_ bytes: [UInt8], from start: Int) {
        guard let mark = bytes.lastPlace(of: "#Intent;", in: start..<max(start, bytes.count)) else { return nil }
        data = min(start, mark)..<mark
        var start = mark + "#Intent;".utf8.count
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            let item = start..<end
            if bytes.equals("end", in: item) || bytes.equals("SEL", in: item) { break }
            if let sign = bytes[item].firstIndex(of: UInt8(ascii: "=")) {
                if bytes.equals("scheme", in: start..<sign), sign + 1 < end { scheme = sign + 1..<end }
                if bytes.equals("S.browser_fallback_url", in: start..<sign) { fallback = sign + 1..<end }
            }
            start = end + 1
        }
    }
}
