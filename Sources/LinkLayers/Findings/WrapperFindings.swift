import AppLinks
import Bytes
import Secrets

/// Finds links whose nested link was inserted unescaped. The nested link ends at its first `&`, and the rest of it became parameters of the
/// outer link.
///
///    https://l.facebook.com/l.php?u=https://a.example/?x=1&y=2&h=AT0
///                                                         ^ y=2 was meant for a.example, h=AT0 is the wrapper's own
enum WrapperFindings {
    /// Examines the parameters of a link that has more than one `?`.
    ///
    /// The service that owns the parameter with the nested link owns other parameters, too. The first of them ends the nested link. So does an
    /// `&` that is escaped less deeply in the input than the `?` of the nested link, as in the fallback of an intent:
    ///
    ///    S.browser_fallback_url=https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fx%3D1%26y%3D2&v=3
    ///                                                                                 ^ y=2 was meant for b.example, v=3 for a.example
    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ its: LinkServices, _ sink: inout FindingList) {
        // Only an unescaped link, or a mistake, has a second question mark.
        guard url.escapes.hasSecondQuestionMark else { return }
        let bytes = edits.text.bytes
        var cuts: [Range<Int>] = []
        // The signs before empty parameters, which belong to the nested link if another of its parameters follows.
        var signs: [Range<Int>] = []
        var isInside = false
        // The number of bytes of the input that spell the `?` of the nested link.
        var depth = 0
        var owner: Service?
        for component in url.query.components {
            let item = component.item
            let isOwn = isInside && owner.map { $0.owns(url.query.decoded.bytes(component.name)) } ?? false
            let sign = item.range.lowerBound - 1..<item.range.lowerBound
            if isInside, !isOwn, !carries(component, of: url, owner), edits.place(sign).count >= depth {
                // A wrapper's own last parameter may be empty.
                signs.append(sign)
                if !item.range.isEmpty {
                    cuts += signs
                    signs.removeAll(keepingCapacity: true)
                }
                continue
            }
            if !cuts.isEmpty { break }
            let mark = item.value.flatMap { markOfBareLink(bytes, $0) }
            isInside = mark != nil
            guard let mark else { continue }
            depth = edits.place(mark..<mark + 1).count
            owner = carries(component, of: url, its.service) ? its.service : its.rule(of: component, in: url)?.owner ?? its.service
        }
        guard let first = cuts.first else { return }
        let isOpen = owner?.isOpen ?? false
        let isKnown = !isOpen && owner.map { !$0.own.isEmpty } ?? false
        let message =
            isKnown
            ? "The nested link ends at this unescaped &: the outer link gets the parameters after it."
            : "The parameters after this & may be meant for the nested link, but servers give them to the outer link."
        // If the repair escaped a parameter of the outer link, the server would not get the parameter and might reject the link.
        let repair = isOpen ? nil : edits.repair("Escape the & as %26.", cuts.map { LinkRepair.Edit($0, "%26".utf8) })
        let cause = Finding(isKnown ? .wrappedLinkCut : .ambiguousNesting, message, range: edits.place(first), repair: repair)
        // The repeated name belongs to the nested link, so it is no duplicate.
        let components = url.query.components
        let names = Set(components.filter { cuts.contains($0.item.range.lowerBound - 1..<$0.item.range.lowerBound) }.map(\.first))
        let repeated = components.filter { names.contains($0.first) }.map { edits.place($0.item.range) }
        sink.found(cause: cause) { finding in finding.code == .duplicateParameter && finding.range.map(repeated.contains) ?? false }
    }

    /// Finds a query that was inserted into a value without escaping, as in the link of a store:
    ///
    ///    market://details?id=com.example&referrer=utm_source=mail&utm_campaign=sale
    ///                                             ^ the app gets only utm_source=mail
    ///
    /// A value without an unescaped `=` was escaped, so the parameters after it are those of the store's page.
    static func examineParameters(_ edits: LayerEdits, _ url: SplitLink, _ service: Service, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        for case .parameters(let name) in service.carriers {
            let components = url.query.components
            guard let index = components.firstIndex(where: { url.matches(name, $0) }),
                let value = components[index].item.value, bytes[value].contains(UInt8(ascii: "="))
            else { continue }
            let cuts = components[(index + 1)...].prefix { !$0.item.range.isEmpty && !service.owns(url.query.decoded.bytes($0.name)) }
            guard let first = cuts.first, let last = cuts.last else { continue }
            let whole = value.lowerBound..<last.item.range.upperBound
            let message =
                "The value of \(name.text) ends at this unescaped &: the store gives the app only the part before it."
            let repair = edits.repair("Escape the value.", [LinkRepair.Edit(whole, PercentCoding.encoded(bytes[whole]))])
            let sign = first.item.range.lowerBound - 1
            sink.found(Finding(.referrerCut, message, range: edits.place(sign..<sign + 1), repair: repair))
        }
    }

    /// Finds a link that was inserted unescaped and whose `#` ends the query of the outer link:
    ///
    ///    https://x.page.link/?link=https://a.example/#/item?id=7&ibi=com.example
    ///                                                ^ the service gets only https://a.example/
    static func examineFragment(
        _ fragment: Range<Int>, _ edits: LayerEdits, _ url: SplitLink, _ its: LinkServices, _ sink: inout FindingList
    ) {
        let bytes = edits.text.bytes
        // The anchor of a page may be that of the outer page, unless parameters follow it.
        let anchor = bytes[fragment].prefix { $0 != UInt8(ascii: "&") }
        let isFollowed = anchor.count < fragment.count && !anchor.contains(UInt8(ascii: "="))
        guard let last = url.query.components.last, let value = last.item.value else { return }
        guard SchemeName.end(in: bytes.span.extracting(value).extracting(first: 64)) != nil else {
            let mayBeCut = its.service != nil || value.isEmpty || anchor.isEmpty && ByteClass.isLetter(url.bytes[value.upperBound - 1])
            if isFollowed, mayBeCut { tellCutValue(of: last, behind: anchor, fragment, edits, url, &sink) }
            return
        }
        let owner = carries(last, of: url, its.service) ? its.service : its.rule(of: last, in: url)?.owner ?? its.service
        let isKnown = owner.map { !$0.own.isEmpty && !$0.isOpen } ?? false
        guard isKnown || !url.isWeb || isFollowed || bytes[fragment].contains(where: { "/!?".utf8.contains($0) }) else { return }
        // The first of the service's own parameters ends the nested link.
        var end = fragment.upperBound
        var start = fragment.lowerBound
        while start < fragment.upperBound {
            let stop = bytes[start..<fragment.upperBound].firstIndex(of: UInt8(ascii: "&")) ?? fragment.upperBound
            let name = Array(bytes[start..<stop].prefix { $0 != UInt8(ascii: "=") })
            if start > fragment.lowerBound, owner?.owns(name) ?? false {
                end = start - 1
                break
            }
            start = stop + 1
        }
        let hash = fragment.lowerBound - 1
        let name = Quote.beginning(url.query.decoded.string(last.name), at: edits.place(last.item.key), sink.secrets)
        let message = "This # ends the query of the outer link, so the link in \(name) loses the part after the #."
        var changes = [LinkRepair.Edit(hash..<hash + 1, "%23".utf8)]
        for index in fragment.lowerBound..<end where bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "#") {
            changes.append(LinkRepair.Edit(index..<index + 1, PercentCoding.encoded([bytes[index]])))
        }
        // The route may also be that of the outer page.
        let repair = isKnown || !url.isWeb ? edits.repair("Escape the # as %23.", changes) : nil
        sink.found(
            cause: Finding(isKnown ? .wrappedLinkCut : .ambiguousNesting, message, range: edits.place(hash..<hash + 1), repair: repair)
        ) { finding in
            // What follows the # is a part of the nested link.
            finding.code == .unescapedSign && finding.range.map { $0.lowerBound > edits.place(hash..<hash + 1).lowerBound } ?? false
        }
    }

    /// Finds an unescaped `#` in a value, after which other parameters follow: `?tag=#sale&lang=de`, `?q=c#&lang=de`. In other links, the
    /// fragment may have parameters of its own: `?skin=dark#History&action=edit`.
    private static func tellCutValue(
        of last: LinkQuery.Component, behind anchor: ArraySlice<UInt8>, _ fragment: Range<Int>, _ edits: LayerEdits, _ url: SplitLink,
        _ sink: inout FindingList
    ) {
        let next = anchor.endIndex + 1..<fragment.upperBound
        let bytes = edits.text.bytes
        guard anchor.first.map({ !"/!".utf8.contains($0) }) ?? true, QueryDelimiters.isPair(bytes[next].prefix { $0 != UInt8(ascii: "&") }),
            !bytes.isWord("al_applink_data", in: last.item.key), !bytes.hasLetters("al_applink_data=", at: next.lowerBound)
        else { return }
        let hash = fragment.lowerBound - 1..<fragment.lowerBound
        let name = Quote.beginning(url.query.decoded.string(last.name), at: edits.place(last.item.key), sink.secrets)
        let message = "This # ends the query: \(name) is cut here, and the parameters after the # belong to the fragment."
        edits.tell(.ambiguousNesting, message, "Escape the # as %23.", [LinkRepair.Edit(hash, "%23".utf8)], &sink)
    }

    /// Finds parameters beside the link of an attribution service that does not pass them on:
    ///
    ///    https://app.adjust.com/abc?deep_link=shop%3A%2F%2F&country=ES
    ///                                                       ^ the app gets only shop://
    static func examineKept(_ edits: LayerEdits, _ url: SplitLink, _ its: LinkServices, _ sink: inout FindingList) {
        guard let service = its.service, service.keepsParameters else { return }
        let known = url.query.components.map { its.rule(of: $0, in: url)?.rule }
        guard let link = known.firstIndex(where: { $0.map { $0.isLink && !$0.isFallback } ?? false }),
            let value = url.query.components[link].value, isAppLink(url.query.decoded.bytes(value))
        else { return }
        let others = url.query.components.indices.filter { known[$0] == nil && !url.query.components[$0].item.range.isEmpty }
        guard let first = others.first.map({ url.query.components[$0] }) else { return }
        let names = others.prefix(3).map { index in
            let component = url.query.components[index]
            return Quote.beginning(url.query.decoded.string(component.name), at: edits.place(component.item.key), sink.secrets)
        }
        let list = names.joined(separator: ", ") + (others.count > 3 ? ", …" : "")
        let its = others.count == 1 ? "is a parameter" : "are parameters"
        let message =
            "\(list) \(its) of the \(service.name) link: the app that opens the nested link does not get \(others.count == 1 ? "it" : "them"). For the nested link, escape the & as %26."
        sink.found(Finding(.ambiguousNesting, message, range: edits.place(first.item.range)))
    }

    /// Returns whether a text is a scheme and `://`, perhaps with nothing behind it.
    private static func isAppLink(_ text: [UInt8]) -> Bool {
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        return text.has("://", at: colon, before: text.count) && text[..<colon].allSatisfy(ByteClass.isSchemeTail)
    }

    private static func carries(_ component: LinkQuery.Component, of url: SplitLink, _ service: Service?) -> Bool {
        guard let service else { return false }
        return url.query.decoded.withSpan(component.name, service.carries)
    }

    /// Returns the `?` of an unescaped link in the value. Returns nil if the value has no such link, or if the link has no query. If the scheme
    /// of a link is unescaped, the whole link is.
    private static func markOfBareLink(_ bytes: [UInt8], _ value: Range<Int>) -> Int? {
        guard let mark = bytes[value].lastIndex(of: UInt8(ascii: "?")) else { return nil }
        let isBare =
            SchemeName.end(in: bytes.span.extracting(value).extracting(first: 64)) != nil || hasLink(bytes, value.lowerBound..<mark)
        return isBare ? mark : nil
    }

    /// Returns whether a text has a web link behind other words: `Look%20at%20https://a.example/`.
    ///
    /// JSON that is cut has a finding of its own.
    private static func hasLink(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
        guard text.lowerBound < text.upperBound, bytes[text.lowerBound] != UInt8(ascii: "{"), bytes[text.lowerBound] != UInt8(ascii: "["),
            !bytes.hasLetters("%7b", at: text.lowerBound), !bytes.hasLetters("%5b", at: text.lowerBound)
        else { return false }
        return text.contains { index in
            guard bytes[index] == UInt8(ascii: ":"), bytes.has("://", at: index, before: text.upperBound) else { return false }
            return bytes[..<index].suffix(5).elementsEqual("https".utf8) || bytes[..<index].suffix(4).elementsEqual("http".utf8)
        }
    }
}
