import AppLinks
import Bytes
import JSONDocument
import Secrets

// Most findings get their repair where the problem is found. Most of the findings below concern the App Link data, which the module
// AppLinks parses. The parser reports what is wrong and where, and this file derives the repair from that place.

/// Derives the repairs for the findings of one link.
struct LinkRepairs {
    let link: IncomingLink
    let bytes: [UInt8]
    /// The data of the link.
    let document: JSONDocument?
    private let services: KnownServices

    init(_ link: IncomingLink, _ bytes: [UInt8], _ services: KnownServices) {
        self.services = services
        self.link = link
        self.bytes = bytes
        document = link.document
    }

    /// Returns the findings. Each finding that can be repaired has a repair.
    func repaired(_ findings: [Finding]) -> [Finding] {
        let isKept = isMisread(findings)
        return findings.map { finding in
            var finding = finding
            if isKept,
                (finding.code == .payloadNotJSON && finding.repair == nil) || (finding.code == .rawJSON && finding.range == link.dataRange)
            {
                finding.repair = nil
            } else if finding.repair == nil {
                finding.repair = repair(for: finding)
            }
            return finding
        }
    }

    /// Returns whether the parser read something other than what was meant: the data continues after the end that the parser found, or its
    /// quotes are escaped. Such data is neither rebuilt nor encoded.
    private func isMisread(_ findings: [Finding]) -> Bool {
        guard let document, let range = link.dataRange, !document.isValid else { return false }
        return EscapedPayload(document.source) != nil || findings.contains { $0.code == .payloadCut } || HTMLPayload(bytes, range) != nil
            || CutPayload.mayGoOn(bytes, range, document)
    }

    /// Returns the repair for this finding, or nil if only the author of the link can fix it.
    private func repair(for finding: Finding) -> LinkRepair? {
        switch finding.code {
        case .payloadBare: finding.range.map { LinkRepair("Remove the parameter.", removal(of: $0), []) }
        case .payloadNotJSON: straightened() ?? rebuilt("Rewrite the readable part as valid JSON.")
        case .payloadNotUTF8: rebuilt("Rewrite the readable part as valid JSON.")
        case .payloadNotObject: unwrapped()
        case .payloadInFragment: moved()
        case .duplicatePayload: withoutEarlierData()
        case .wrongVersion: finding.range.map { LinkRepair("Write the version as \"1.0\".", $0, PercentCoding.encoded("\"1.0\"".utf8)) }
        case .duplicateKey: finding.range.flatMap(withoutEarlierMember)
        case .wrongType: finding.range.flatMap(retyped)
        case .badTarget, .badReferer: finding.range.flatMap(trimmed)
        case .noScheme: withScheme()
        case .deadService: destination(of: finding)
        default: nil
        }
    }

    // MARK: The parameter

    /// Returns the range of a query item together with one delimiter beside it.
    private func removal(of item: Range<Int>) -> Range<Int> {
        if item.upperBound < bytes.count, bytes[item.upperBound] == UInt8(ascii: "&") { return item.lowerBound..<item.upperBound + 1 }
        return max(item.lowerBound - 1, 0)..<item.upperBound
    }

    private func withoutEarlierData() -> LinkRepair? {
        let items = link.reading.query.components.filter { link.reading.query.isData($0) }.map(\.item)
        guard items.count > 1, items.last?.value?.isEmpty == false else { return nil }
        let edits = items.dropLast().map { LinkRepair.Edit($0.range.lowerBound..<$0.range.upperBound + 1, []) }
        return LinkRepair("Remove all but the last.", edits)
    }

    /// Returns a repair that moves the data from after the `#` to the end of the query, where readers look for it.
    private func moved() -> LinkRepair? {
        guard let fragment = link.reading.components.fragment, let payload = FragmentPayload(link.reading),
            let data = valid(payload.document)
        else { return nil }
        let hash = fragment.lowerBound - 1
        let sign = link.reading.components.query == nil ? "?" : "&"
        let insertion = Array("\(sign)\(AppLinkKeys.parameter)=".utf8) + PercentCoding.encoded(data)
        // If nothing else follows the #, the `#` is removed too.
        if payload.item == fragment { return LinkRepair("Move al_applink_data before the #.", hash..<fragment.upperBound, insertion) }
        let removal = fragmentRemoval(of: payload.item, fragment)
        return LinkRepair("Move al_applink_data before the #.", [LinkRepair.Edit(hash..<hash, insertion), LinkRepair.Edit(removal, [])])
    }

    private func fragmentRemoval(of item: Range<Int>, _ fragment: Range<Int>) -> Range<Int> {
        if item.lowerBound > fragment.lowerBound { return item.lowerBound - 1..<item.upperBound }
        return item.lowerBound..<min(item.upperBound + 1, fragment.upperBound)
    }

    // MARK: The data as a whole

    func rebuilt(_ summary: String) -> LinkRepair? {
        guard let range = link.dataRange, let document, let data = valid(document, always: true) else { return nil }
        return LinkRepair(summary, range, PercentCoding.encoded(data))
    }

    /// Returns a repair that straightens the quotes, if the data is JSON with straight quotes.
    private func straightened() -> LinkRepair? {
        guard let range = link.dataRange, let document, let straight = CurlyQuotes.straightened(document.source),
            let extent = JSONExtent(straight), straight[extent.end...].allSatisfy({ $0 <= 0x20 }), let data = valid(extent.document)
        else { return nil }
        return LinkRepair("Use straight quotes.", range, PercentCoding.encoded(data))
    }

    /// Returns the position of the string, number or word in which the document was cut, or nil if it was not cut in one. What is left of the
    /// value may lead to another host, or name another product.
    private func cutValue(in document: JSONDocument) -> Int? {
        guard document.endsEarly else { return nil }
        if let text = document.findings.first(where: { $0.code == .unterminatedString })?.range { return text.lowerBound }
        var last = document.root
        while let node = last, node.kind == .object || node.kind == .array {
            last = Array(node.members).last?.value ?? Array(node.elements).last
        }
        guard let last, last.range.upperBound == document.source.count else { return nil }
        // A string with quotes that ends here is complete.
        let isWord = last.kind == .string && !"\"'".utf8.contains(document.source[last.range.lowerBound])
        return last.kind == .number || isWord ? last.range.lowerBound : nil
    }

    /// Returns the data of a document as valid JSON that makes an App Link. Returns nil if the data is not an object, or if its
    /// mistakes leave a doubt about what was meant. Valid data with a known version is returned unchanged unless `always` is true.
    private func valid(_ document: JSONDocument, always: Bool = false) -> [UInt8]? {
        let document = document.withJSONApostrophes
        guard let root = document.root, root.kind == .object, JSONMistakes.leaveNoDoubt(in: document) else { return nil }
        let version = root[AppLinkKeys.version]
        let isKnown = version == nil || version?.stringValue == AppLinkKeys.currentVersion
        if document.isValid, isKnown, !always { return document.source }
        var value = Writable.value(root, leavingOut: cutValue(in: document))
        if !isKnown, var object = value.objectValue {
            object[AppLinkKeys.version] = .string(AppLinkKeys.currentVersion)
            value = .object(object)
        }
        return (try? value.serialized()).map { Array($0.utf8) }
    }

    /// Returns a repair that replaces a string or list with the object inside it.
    private func unwrapped() -> LinkRepair? {
        guard let range = link.dataRange, let root = document?.root else { return nil }
        let inner: [UInt8]? =
            switch root.kind {
            case .string: root.stringValue.flatMap { valid(JSONDocument($0)) }
            case .array where root.count == 1: root[0].flatMap { valid(JSONDocument($0.text)) }
            default: nil
            }
        guard let inner, ValueForm.isJSON(inner.span) else { return nil }
        return LinkRepair("Use the object in the \(root.kind == .array ? "list" : "string").", range, PercentCoding.encoded(inner))
    }

    // MARK: A link to a service that has shut down

    /// Returns a repair that replaces a link to a service that has shut down with the link's destination. If the service of the destination
    /// has shut down, too, the repair uses the destination of the destination.
    private func destination(of finding: Finding) -> LinkRepair? {
        guard let host = link.reading.components.host, finding.range == host else { return nil }
        var target = bytes
        var memory = LinkQuery()
        for _ in 0..<LayerPeeler.deepest {
            guard let url = SplitLink(target, &memory) else { return nil }
            let its = LinkServices.of(url, among: services)
            guard its.deadService(of: url) != nil else {
                return target == bytes ? nil : LinkRepair("Use the inner link.", 0..<bytes.count, target)
            }
            guard let inner = its.destination(of: url) else { return nil }
            target = inner
        }
        return nil
    }

    private func withScheme() -> LinkRepair? {
        if bytes.starts(with: "//".utf8), bytes.contains(UInt8(ascii: ".")) {
            return LinkRepair("Add https: in front.", 0..<0, "https:".utf8)
        }
        return bytes.hasLetters("www.", at: 0) ? LinkRepair("Add https:// in front.", 0..<0, "https://".utf8) : nil
    }
}

/// Makes values writable as JSON.
private enum Writable {
    /// Returns the value of a node. A number that JSON cannot express becomes its text. A member without a value is left out, because
    /// nobody wrote a null there. The member or element whose value is at `place` is left out, too.
    static func value(_ node: JSONDocument.Node, leavingOut place: Int? = nil) -> JSONValue {
        switch node.kind {
        // The recursion is bounded, because a document is at most 512 levels deep.
        case .array: return .array(node.elements.lazy.filter { $0.range.lowerBound != place }.map { value($0, leavingOut: place) })
        case .object:
            var object = JSONObject()
            for member in node.members where !member.value.isMissing && member.value.range.lowerBound != place {
                object[member.key.stringValue ?? ""] = value(member.value, leavingOut: place)
            }
            return .object(object)
        case .string, .number, .bool, .null:
            let value = JSONValue(node)
            if case .number(let number) = value, !number.isExpressible { return .string(number.literal) }
            return value
        }
    }
}

/// Repairs of single fields in valid JSON data.
extension LinkRepairs {
    /// Returns a repair that removes an earlier member with the same name as the member whose key is at `range`.
    func withoutEarlierMember(of range: Range<Int>) -> LinkRepair? {
        guard let root = document?.root, document?.isValid == true else { return nil }
        // With many duplicates, repairing one at a time would take quadratic time.
        let many = (document?.findings ?? []).count { $0.code == .duplicateKey }
        if many > 16 { return rebuilt("Keep only the last value of each key.") }
        var stack = [root]
        while let node = stack.popLast() {
            stack.append(contentsOf: node.elements)
            let members = Array(node.members)
            for (index, member) in members.enumerated() {
                guard link.inputRange(ofData: member.key.range) == range else {
                    // Search the member's value only if it contains the key.
                    if member.value.count > 0, let inner = link.inputRange(ofData: member.value.range), inner.contains(range.lowerBound) {
                        stack.append(member.value)
                    }
                    continue
                }
                let name = member.key.stringValue
                guard let earlier = members[..<index].lastIndex(where: { $0.key.stringValue == name }) else { return nil }
                let start = members[earlier].key.range.lowerBound
                return edit("Remove the earlier one.", start..<members[earlier + 1].key.range.lowerBound, [])
            }
        }
        return nil
    }

    /// Returns a repair that converts a value to the type of its field, if the value can be read as that type.
    func retyped(at range: Range<Int>) -> LinkRepair? {
        guard let (name, node) = field(at: range) else { return nil }
        switch (name, node.kind) {
        case (AppLinkKeys.userAgent, .number), (AppLinkKeys.userAgent, .bool), (AppLinkKeys.refererAppName, .number),
            (AppLinkKeys.refererAppName, .bool):
            return edit("Put it in quotes.", node.range, "\"\(node.text)\"".utf8)
        case (AppLinkKeys.extras, .null): return edit("Use an empty object.", node.range, "{}".utf8)
        case (AppLinkKeys.extras, .string), (AppLinkKeys.referer, .string):
            guard let text = node.stringValue else { return nil }
            let inner = JSONDocument(text)
            guard inner.isValid, inner.root?.kind == .object else { return nil }
            return edit("Use the object in the string.", node.range, text.utf8)
        default: return nil
        }
    }

    /// Returns a repair that removes the spaces around a link.
    func trimmed(at range: Range<Int>) -> LinkRepair? {
        guard let (_, node) = field(at: range), let text = node.stringValue else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) }),
            last - first + 1 < bytes.count, let url = LinkURL(utf8: bytes[first...last]), url.scheme != nil
        else { return nil }
        guard let written = try? JSONValue.string(url.text).serialized() else { return nil }
        return edit("Remove the spaces around it.", node.range, written.utf8)
    }

    private func edit(_ summary: String, _ data: Range<Int>, _ replacement: some Collection<UInt8>) -> LinkRepair? {
        link.inputRange(ofData: data).map { LinkRepair(summary, $0, PercentCoding.encoded(replacement)) }
    }

    /// Returns the protocol's field whose value is at `range`.
    private func field(at range: Range<Int>) -> (String, JSONDocument.Node)? {
        guard let root = document?.root else { return nil }
        let names = [AppLinkKeys.targetURL, AppLinkKeys.extras, AppLinkKeys.userAgent, AppLinkKeys.referer]
        var fields = names.map { ($0, root[$0]) }
        if let referer = root[AppLinkKeys.referer] {
            fields += [AppLinkKeys.refererURL, AppLinkKeys.refererAppName].map { ($0, referer[$0]) }
        }
        for (name, node) in fields {
            if let node, link.inputRange(ofData: node.range) == range { return (name, node) }
        }
        return nil
    }
}
