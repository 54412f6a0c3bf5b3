import AppLinks
import Bytes

/// Checks `intent:` and `android-app:` URIs, and the Intent part of other links.
enum IntentFindings {
    /// Reports an intent inside another one that is not escaped. Returns whether there is one. Android starts the Intent part at the last
    /// `#Intent;`, so nothing else can be said of the link:
    ///
    ///     intent://x#Intent;scheme=shop;S.browser_fallback_url=intent://y#Intent;scheme=brew;end;end
    static func tellNested(_ edits: LayerEdits, _ sink: inout FindingList) -> Bool {
        let bytes = edits.text.bytes
        let marks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "#") && bytes.has("#Intent;", at: $0, before: bytes.count) }
        guard marks.count > 1, let last = marks.last else { return false }
        let message =
            "The link contains another intent that is not escaped. Android reads only the last Intent part and treats everything before that part as data. Percent-encode the whole inner intent."
        sink.found(Finding(.badIntent, message, range: edits.place(last..<last + "#Intent;".utf8.count)))
        return true
    }

    /// Parses an intent URI. Reports why Android cannot parse it, or what Android and browsers make of it.
    static func read(_ edits: LayerEdits, _ sink: inout FindingList) -> IntentURI? {
        let text = edits.text
        guard let whole = String(validating: text.bytes, as: UTF8.self) else { return nil }
        do throws(IntentURIError) {
            let uri = try IntentURI(whole)
            if tellSeparators(uri, edits, &sink) { return uri }
            if uri.form == .intent {
                tellScheme(uri, edits, &sink)
                tellSchemeTwice(uri, edits, &sink)
            }
            tellPackage(uri, edits, &sink)
            tellConstants(uri, edits, &sink)
            tellFallbackName(uri, edits, &sink)
            return uri
        } catch {
            let place = error.offset..<min(error.offset + 1, text.count)
            let message = "Android cannot read this intent. \(error)"
            sink.found(Finding(.badIntent, message, range: text.original(place), repair: repair(of: edits)))
            return nil
        }
    }

    // MARK: What Android and browsers make of an intent

    /// Reports a package that no app can have.
    private static func tellPackage(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) {
        guard let package = uri.intent.fields.package,
            let part = uri.parts.last(where: { $0.kind == (uri.form == .androidApp ? .data : .field("package")) && !$0.isInSelector })
        else { return }
        let written = uri.form == .androidApp ? part.value.lowerBound..<part.value.lowerBound + package.utf8.count : part.value
        let place = edits.place(written)
        guard let problem = PackageName.problem(package, at: place, sink.secrets) else { return }
        sink.found(Finding(.badPackage, "\(problem), so Android finds no app for this intent.", range: place))
    }

    /// Reports the name of a constant, or the end of its value, where its value belongs: `action=ACTION_VIEW`, `action=VIEW`.
    private static func tellConstants(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        for part in uri.parts {
            guard case .field(let key) = part.kind, key == "action" || key == "category" else { continue }
            let value = bytes[part.value]
            let name = value.drop { $0 != UInt8(ascii: ".") }.isEmpty ? value : value.dropFirst("Intent.".utf8.count)
            let prefix = key == "action" ? "ACTION_" : "CATEGORY_"
            let ends = key == "action" ? ["VIEW", "SEND", "MAIN", "EDIT", "DIAL"] : ["BROWSABLE", "DEFAULT"]
            let isEnd = ends.contains(String(decoding: value, as: UTF8.self))
            guard isEnd || name.starts(with: prefix.utf8), name.count == value.count || value.starts(with: "Intent.".utf8),
                name.allSatisfy({ ByteClass.isLetter($0) && $0 & 0x20 == 0 || ByteClass.isDigit($0) || $0 == UInt8(ascii: "_") })
            else { continue }
            let meant = "android.intent.\(key).\(String(decoding: name.dropFirst(isEnd ? 0 : prefix.utf8.count), as: UTF8.self))"
            let shown = Quote.beginning(String(decoding: value, as: UTF8.self))
            let message =
                isEnd
                ? "\(shown) is only the last part of \(meant), which no intent filter matches: the link opens no app. Write the whole value."
                : "\(shown) is the name of a constant, which no intent filter matches. Write its value, \(meant)."
            edits.tell(.intentConstant, message, "Write \(Quote.beginning(meant)).", [LinkRepair.Edit(part.value, meant.utf8)], &sink)
        }
    }

    /// Reports a scheme that no other system accepts, and data without a scheme, which no intent filter matches. An intent with a
    /// component, a type or a selector needs no scheme.
    private static func tellScheme(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) {
        let intent = uri.intent
        if !uri.hasIntentPart { return tellMissingPart(edits, &sink) }
        if let scheme = schemeField(of: uri)?.value, !scheme.isEmpty {
            // A scheme with a colon has a finding of its own, and a scheme with escapes may be valid once it is decoded.
            let isScheme = !edits.text.bytes[scheme].contains { $0 == UInt8(ascii: ":") || $0 == PercentCoding.percent }
            if isScheme, let mistake = MalformedStart.illegalScheme(edits.text.bytes, scheme) { sink.found(edits.finding(mistake)) }
            return tellHost(uri, scheme, edits, &sink)
        }
        guard let data = intent.data, intent.scheme == nil, intent.selector == nil, intent.fields.component == nil,
            intent.fields.type == nil, let part = uri.parts.first(where: { $0.kind == .data })
        else { return }
        let place = edits.place(part.range)
        let shown = Quote.beginning(data, at: place, sink.secrets)
        let message = "The intent has no scheme=, so its data is \(shown), which no app's intent filter matches. Add the app's scheme."
        sink.found(Finding(.intentWithoutScheme, message, range: place))
    }

    /// Reports a host without a dot in the data of an intent whose scheme is that of the web: `intent://item/7#Intent;scheme=https;end`.
    private static func tellHost(_ uri: IntentURI, _ scheme: Range<Int>, _ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        guard SchemeName.isWeb(bytes, scheme), uri.intent.fields.component == nil, uri.intent.selector == nil,
            let data = uri.parts.first(where: { $0.kind == .data })?.value,
            bytes.has("//", at: data.lowerBound, before: data.upperBound)
        else { return }
        let host = bytes[(data.lowerBound + 2)..<data.upperBound].prefix { !"/?#".utf8.contains($0) }
        guard !host.isEmpty, host.allSatisfy({ ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }),
            !bytes.isWord("localhost", in: host.indices)
        else { return }
        let place = edits.place(host.indices)
        let name = Quote.beginning(String(decoding: host, as: UTF8.self), at: place, sink.secrets)
        let message = "Android reads \(name) as the host of this link. It is not a domain, so no app that claims a domain matches."
        sink.found(Finding(.intentHost, message, range: place))
    }

    /// Reports fields that are separated like parameters or words: `scheme=shop&package=com.example.shop`. Returns whether there are any.
    /// They explain all other problems of the fields, so these are not reported.
    private static func tellSeparators(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) -> Bool {
        let bytes = edits.text.bytes
        let signs = uri.parts.flatMap { part -> [Int] in
            guard case .field = part.kind else { return [] }
            return part.value.filter { index in
                "&,".utf8.contains(bytes[index]) && fields.contains { bytes.has($0, at: index + 1, before: part.value.upperBound) }
            }
        }
        guard let first = signs.first else { return false }
        let sign = UnicodeScalar(bytes[first])
        let message =
            "This \(sign) does not end a field of the intent: Android reads it, and what follows it, as part of the value before it."
        edits.tell(.badIntent, message, "Separate the fields with ;.", signs.map { LinkRepair.Edit($0..<$0 + 1, ";".utf8) }, &sink)
        return true
    }

    /// How fields of an intent begin.
    private static let fields: [StaticString] = [
        "scheme=", "package=", "action=", "category=", "component=", "type=", "launchFlags=", "S.",
    ]

    /// Reports a link without an Intent part, whose scheme is `intent` to Android.
    private static func tellMissingPart(_ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let message = "The link has no #Intent; part, so Android reads intent as the link's scheme, and no app claims that scheme."
        let mark = bytes.lastIndex(of: UInt8(ascii: "#")).flatMap { bytes.hasLetters("#intent;", at: $0) ? $0..<$0 + 8 : nil }
        let repair = mark.flatMap { edits.repair("Write #Intent; with a capital I.", [LinkRepair.Edit($0, "#Intent;".utf8)]) }
        sink.found(Finding(.intentWithoutScheme, message, range: edits.place(mark ?? 0..<bytes.count), repair: repair))
    }

    /// Reports data that has a scheme of its own in addition to `scheme=`, and a value of `scheme=` that has more than a scheme.
    ///
    ///     intent:https://a.example/p#Intent;scheme=https;end      Android reads https:https://a.example/p
    ///     intent://https://a.example/p#Intent;scheme=https;end    Android reads https://https://a.example/p
    ///     intent:shop:item/7#Intent;scheme=shop;end               Android reads shop:shop:item/7
    ///     intent://item/7#Intent;scheme=shop://;end               Android reads shop://://item/7
    ///     intent://item/7#Intent;scheme=shop://open;end           Android reads shop://open://item/7
    private static func tellSchemeTwice(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) {
        guard let field = schemeField(of: uri) else { return }
        let bytes = edits.text.bytes
        let scheme = field.value
        let place = uri.parts.first { $0.kind == .data }.map { edits.place($0.value) } ?? edits.place(scheme)
        let shown = Quote.beginning(uri.intent.data ?? "", at: place, sink.secrets)
        let colon = bytes[scheme].firstIndex(of: UInt8(ascii: ":"))
        let rest = bytes[(colon.map { $0 + 1 } ?? scheme.upperBound)..<scheme.upperBound]
        let slashes = rest.prefix { $0 == UInt8(ascii: "/") }.count
        let claimed = slashes == 2 && rest.count > slashes ? "scheme or of this host" : "scheme"
        let message =
            "Android puts the value of scheme= in front of the data and gets \(shown). Only an app that accepts all links of the \(claimed) opens this address."
        if let colon {
            // What follows the slashes is probably the host that the app claims, and the app may not take a link without it.
            let isOnlyScheme = colon > scheme.lowerBound && rest.count == slashes
            let repair = isOnlyScheme ? edits.repair("Write only the scheme.", [LinkRepair.Edit(colon..<scheme.upperBound, [])]) : nil
            return sink.found(Finding(.intentSchemeTwice, message, range: edits.place(scheme), repair: repair))
        }
        guard let data = uri.parts.first(where: { $0.kind == .data })?.range,
            let colon = bytes[data].firstIndex(of: UInt8(ascii: ":"))
        else { return }
        let hasSlashes = bytes.has("//", at: data.lowerBound, before: data.upperBound)
        let start = hasSlashes ? data.lowerBound + 2 : data.lowerBound
        guard start < colon, bytes[start..<colon].allSatisfy(ByteClass.isSchemeTail) else { return }
        let isSame = bytes[start..<colon].elementsEqual(bytes[scheme])
        // What is behind the slashes may also be a host and its port, and what is before the colon a word.
        guard isSame && !hasSlashes || bytes.has("://", at: colon, before: data.upperBound) else { return }
        let repair = isSame ? edits.repair("Write the scheme once.", [LinkRepair.Edit(data.lowerBound..<colon + 1, [])]) : nil
        sink.found(Finding(.intentSchemeTwice, message, range: edits.place(start..<colon + 1), repair: repair))
    }

    /// Returns the `scheme=` that counts.
    private static func schemeField(of uri: IntentURI) -> IntentURI.Part? {
        uri.parts.last { $0.kind == .field("scheme") && !$0.isInSelector }
    }

    /// Reports a scheme with capitals.
    static func tellCapitals(_ edits: LayerEdits, _ scheme: Range<Int>, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        // A scheme with another character has a finding of its own.
        guard bytes[scheme].contains(where: { $0 != ByteClass.lowered($0) }), bytes[scheme].allSatisfy(ByteClass.isSchemeTail) else {
            return
        }
        let message =
            "The intent's scheme has capital letters: Android compares schemes exactly, so an app that claims it in lowercase does not get the intent."
        let change = LinkRepair.Edit(scheme, bytes[scheme].map(ByteClass.lowered))
        edits.tell(.capitalScheme, message, "Write the scheme in lowercase.", [change], &sink)
    }

    /// Reports a fallback that browsers do not open. Returns whether they open the fallback.
    static func examine(fallback value: MappedText, _ edits: LayerEdits, at range: Range<Int>, _ sink: inout FindingList) -> Bool {
        let end = SchemeName.end(in: value.bytes.span)
        if let end, SchemeName.isWeb(value.bytes, 0..<end) { return true }
        guard !value.bytes.isEmpty else { return false }
        let message = "Browsers open only http and https links as the fallback of an intent: they ignore this one."
        let isHost = end == nil && MalformedStart.isHost(value.bytes)
        let insertion = LinkRepair.Edit(range.lowerBound..<range.lowerBound, PercentCoding.encoded("https://".utf8))
        let repair = isHost ? edits.repair("Add https:// in front.", [insertion]) : nil
        sink.found(Finding(.badFallback, message, range: edits.place(range), repair: repair))
        return false
    }

    /// Reports a fallback that is not escaped as a whole but has an escaped `&` in a value. Android decodes the fallback once, and the `&`
    /// ends the value:
    ///
    ///     S.browser_fallback_url=https://a.example/?q=a%26b&c=1       the browser opens https://a.example/?q=a&b&c=1
    ///
    /// - Parameter fallback: The fallback as written.
    static func tellLostEscapes(in fallback: Range<Int>, _ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        guard bytes[fallback].contains(PercentCoding.percent), SchemeName.end(in: bytes.span.extracting(fallback)) != nil,
            let mark = bytes[fallback].firstIndex(of: UInt8(ascii: "?"))
        else { return }
        let query = mark + 1..<fallback.upperBound
        let escapes = query.filter { PercentCoding.escape(in: bytes.span, at: $0, end: query.upperBound) != nil }
        // A link in a parameter of the fallback has a finding of its own.
        guard !escapes.contains(where: { bytes.hasLetters("%3f", at: $0) }),
            let sign = escapes.first(where: { endsValue(bytes, $0, query) })
        else { return }
        let message =
            "Android decodes the fallback once, so this %26 becomes an & that ends the value, and the browser opens another address."
        let changes = fallback.filter { PercentCoding.escape(in: bytes.span, at: $0, end: fallback.upperBound) != nil }
            .map { LinkRepair.Edit($0..<$0 + 1, LinkRepair.Edit.percent) }
        edits.tell(.badFallback, message, at: sign..<sign + 3, "Escape each % as %25.", changes, &sink)
    }

    /// Returns whether an escape stands for an `&` in a value. A name and an `=` follow an `&` between parameters.
    private static func endsValue(_ bytes: [UInt8], _ escape: Int, _ query: Range<Int>) -> Bool {
        guard bytes.hasLetters("%26", at: escape) else { return false }
        var index = escape + 3
        while index < query.upperBound, bytes[index] != UInt8(ascii: "&"), !bytes.hasLetters("%26", at: index) {
            if bytes[index] == UInt8(ascii: "=") { return false }
            index += 1
        }
        return true
    }

    /// Reports the Intent part of a link that does not begin with `intent:`.
    ///
    /// - Parameters:
    ///   - mark: The position of `#Intent;`.
    ///   - hasScheme: Whether the Intent part names a scheme, which Android ignores in such a link.
    static func tellFragment(
        _ edits: LayerEdits, scheme: Range<Int>, mark: Int, hasScheme: Bool, _ sink: inout FindingList
    ) {
        let bytes = edits.text.bytes
        let ignored = hasScheme ? " They ignore scheme= here." : ""
        let message =
            "Only apps that call Intent.parseUri read this Intent part.\(ignored) A browser takes it as the fragment, unless the link begins with intent:."
        var changes = [LinkRepair.Edit(scheme, "intent".utf8)]
        let entries = mark + "#Intent;".utf8.count
        if !hasScheme { changes.append(LinkRepair.Edit(entries..<entries, Array("scheme=".utf8) + bytes[scheme] + Array(";".utf8))) }
        edits.tell(.intentFragment, message, at: mark..<entries - 1, "Write the link as an intent: link.", changes, &sink)
    }

    /// Reports a web link under a name that is nearly `S.browser_fallback_url`: `S.fallback_url=https%3A%2F%2Fa.example`.
    private static func tellFallbackName(_ uri: IntentURI, _ edits: LayerEdits, _ sink: inout FindingList) {
        let name = "browser_fallback_url"
        if uri.parts.contains(where: { $0.kind == .extra(name) }) { return }
        for part in uri.parts {
            guard case .extra(let written) = part.kind, written.lowercased().contains("fallback") else { continue }
            let value = PercentCoding.decoded(edits.text.bytes.span, part.value)
            guard let end = SchemeName.end(in: value.span), SchemeName.isWeb(value, 0..<end) else { continue }
            let place = part.range.lowerBound..<part.value.lowerBound - 1
            let message = "Browsers open the fallback only if it is named S.\(name). Here, it is an extra for the app."
            edits.tell(.badFallback, message, "Write S.\(name).", [LinkRepair.Edit(place, "S.\(name)".utf8)], &sink)
        }
    }

    // MARK: What Android cannot read

    /// Returns a repair that makes the intent readable: `end` where it is missing, and an escape for each `;` and `#` that belongs to the
    /// text of an extra, such as `S.browser_fallback_url=https://a.example/?b=1;c=2`.
    private static func repair(of edits: LayerEdits) -> LinkRepair? {
        let bytes = edits.text.bytes
        var escaped: [Int] = []
        var ending: [UInt8] = []
        for _ in 0..<mostEscapes {
            var text = bytes
            for place in escaped.reversed() { text.replaceSubrange(place..<place + 1, with: PercentCoding.encoded([bytes[place]])) }
            do throws(IntentURIError) {
                guard let whole = String(validating: text + ending, as: UTF8.self) else { return nil }
                _ = try IntentURI(whole)
                var changes = escaped.map { LinkRepair.Edit($0..<$0 + 1, PercentCoding.encoded([bytes[$0]])) }
                if !ending.isEmpty { changes.append(LinkRepair.Edit(bytes.count..<bytes.count, ending)) }
                return edits.repair(summary(escaped.isEmpty, ending), changes)
            } catch {
                switch error.code {
                case .missingEnd where ending.isEmpty: ending = IntentURI.missingEnd(of: bytes)
                case .strayHash:
                    guard insert(original(of: error.offset, escaped), into: &escaped) else { return nil }
                case .unknownKey, .notPair, .unknownType:
                    // The `;` before this entry belongs to the text before it.
                    let sign = original(of: error.offset, escaped) - 1
                    guard sign > 0, bytes[sign] == UInt8(ascii: ";"), isText(bytes, before: sign, escaped), insert(sign, into: &escaped)
                    else { return nil }
                case .missingEnd, .notIntent, .badValue, .noPackage: return nil
                }
            }
        }
        return nil
    }

    private static let mostEscapes = 16

    private static func summary(_ isComplete: Bool, _ ending: [UInt8]) -> String {
        if isComplete { return "Add ;end." }
        return ending.isEmpty ? "Escape the ; and # in the value." : "Escape the ; and # in the value, and add ;end."
    }

    /// Returns the place that a byte of the text with escapes had in the text without them.
    private static func original(of offset: Int, _ escaped: [Int]) -> Int {
        var offset = offset
        for place in escaped where place < offset { offset = max(place, offset - 2) }
        return offset
    }

    private static func insert(_ place: Int, into escaped: inout [Int]) -> Bool {
        guard !escaped.contains(place) else { return false }
        escaped.append(place)
        escaped.sort()
        return true
    }

    /// Returns whether the entry that ends at a `;` is an extra with text.
    private static func isText(_ bytes: [UInt8], before sign: Int, _ escaped: [Int]) -> Bool {
        var start = sign
        while start > 0, bytes[start - 1] != UInt8(ascii: ";") || escaped.contains(start - 1) { start -= 1 }
        return bytes.has("S.", at: start, before: sign) && bytes[start..<sign].contains(UInt8(ascii: "="))
    }
}

/// The name of an Android package: at least two words of letters, digits and underscores, each beginning with a letter.
package enum PackageName {
    /// Says why no installed app can have this name, without a final period. Nil if an app can have it.
    ///
    /// - Parameters:
    ///   - place: The place of the name in the link that names the package.
    ///   - secrets: The secrets of that link.
    package static func problem(_ text: String, at place: Range<Int> = 0..<0, _ secrets: [Range<Int>] = []) -> String? {
        if isWellFormed(text) { return nil }
        return "\"\(Quote.beginning(text, at: place, secrets, most: 80))\" is not a package name like com.example.shop"
    }

    private static func isWellFormed(_ text: String) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isWord = { (byte: UInt8) in ByteClass.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") }
        return words.count > 1 && words.allSatisfy { $0.first.map(ByteClass.isLetter) == true && $0.allSatisfy(isWord) }
    }
}
