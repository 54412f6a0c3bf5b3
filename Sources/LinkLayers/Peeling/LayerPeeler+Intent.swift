import AppLinks
import Bytes

// Peels `intent:` and `android-app:` URIs. Only the links inside them matter here: the link that the app receives, and the fallback for the
// browser. The search is lenient, because a link that Android refuses has layers too. `IntentURI` is strict and says why Android refuses
// it.

extension LayerPeeler {
    /// Returns whether the text is an `intent:` or `android-app:` URI. If so, adds the links inside it as layers.
    mutating func peelsIntent(
        _ text: MappedText, schemeEnd: Int, in index: Int?, _ sink: inout FindingList
    ) -> Bool {
        if text.bytes.isWord("intent", in: 0..<schemeEnd) {
            Self.tellBadIntent(text, &sink)
            guard let intent = IntentParts(text.bytes, from: "intent".utf8.count) else { return false }
            var builder = MappedText.Builder(from: text, capacity: text.count)
            if let scheme = intent.scheme { builder.append(outer: scheme) } else { builder.append(own: "intent", at: 0..<schemeEnd) }
            builder.append(outer: intent.data)
            let data = ValuePlace(outer: index, range: intent.data)
            if intent.scheme != nil { add(.intent, builder.text, at: data, named: .name("data"), &sink) }
            takeFallback(intent, of: text, in: index, &sink)
            return true
        }
        guard text.bytes.isWord("android-app", in: 0..<schemeEnd) else { return false }
        Self.tellBadIntent(text, &sink)
        if let target = Self.androidAppTarget(text, schemeEnd) {
            add(.androidApp, target, at: ValuePlace(outer: index, range: schemeEnd..<text.count), named: .name("data"), &sink)
        }
        return true
    }

    /// Returns whether a link of another scheme has an Intent part: `shop://item/7#Intent;package=com.example.shop;end`. If so, adds the links
    /// inside it as layers. The scheme stays as it is written.
    mutating func peelsFragmentIntent(_ text: MappedText, _ url: SplitLink, in index: Int?, _ sink: inout FindingList) -> Bool {
        guard let fragment = url.components.fragment, let intent = IntentParts(text.bytes, from: fragment.lowerBound - 1) else {
            return false
        }
        Self.tellBadIntent(text, &sink)
        add(
            .intent, text.slice(0..<intent.data.upperBound),
            at: ValuePlace(outer: index, range: 0..<intent.data.upperBound, isVerbatim: true),
            named: .name("data"), &sink)
        takeFallback(intent, of: text, in: index, &sink)
        return true
    }

    private mutating func takeFallback(_ intent: IntentParts, of text: MappedText, in index: Int?, _ sink: inout FindingList) {
        guard let fallback = intent.fallback else { return }
        let value = text.percentDecoded(fallback)
        guard SchemeName.end(in: value.bytes.span) != nil else { return }
        let place = ValuePlace(outer: index, range: fallback)
        add(.intentFallback, value, at: place, named: .name("S.browser_fallback_url"), &sink)
    }

    /// Reports why Android cannot parse the URI. The links inside are peeled anyway.
    private static func tellBadIntent(_ text: MappedText, _ sink: inout FindingList) {
        guard let whole = String(validating: text.bytes, as: UTF8.self) else { return }
        do throws(IntentURIError) {
            _ = try IntentURI(whole)
        } catch {
            let place = error.offset..<min(error.offset + 1, text.count)
            sink.found(Finding(.badIntent, "Android cannot read this intent. \(error)", range: text.original(place)))
        }
    }

    /// Returns `scheme://host/path` of `android-app://package/scheme/host/path`.
    private static func androidAppTarget(_ text: MappedText, _ schemeEnd: Int) -> MappedText? {
        let bytes = text.bytes
        guard bytes.hasLetters("://", at: schemeEnd) else { return nil }
        guard let package = bytes[(schemeEnd + 3)...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rest = bytes[(package + 1)...]
        let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
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
        guard let mark = Self.lastMark(in: bytes, from: start) else { return nil }
        data = min(start, mark)..<mark
        var start = mark + "#Intent;".utf8.count
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
            let item = start..<end
            if Self.equals(bytes, item, "end") || Self.equals(bytes, item, "SEL") { break }
            if let sign = bytes[item].firstIndex(of: UInt8(ascii: "=")) {
                if Self.equals(bytes, start..<sign, "scheme"), sign + 1 < end { scheme = sign + 1..<end }
                if Self.equals(bytes, start..<sign, "S.browser_fallback_url") { fallback = sign + 1..<end }
            }
            start = end + 1
        }
    }

    private static func equals(_ bytes: [UInt8], _ range: Range<Int>, _ word: StaticString) -> Bool {
        range.count == word.utf8CodeUnitCount && bytes.has(word, at: range.lowerBound, before: range.upperBound)
    }

    private static func lastMark(in bytes: [UInt8], from start: Int) -> Int? {
        (start..<max(bytes.count, start)).last { bytes.has("#Intent;", at: $0, before: bytes.count) }
    }
}
