import AppLinks
import Bytes
import JSONDocument

/// Repairs of single fields in valid JSON data.
extension LinkRepairs {
    /// Returns a repair that removes an earlier member with the same name as the member whose key is at `range`.
    func withoutEarlierMember(of range: Range<Int>) -> Repair? {
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
    func retyped(at range: Range<Int>) -> Repair? {
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
    func trimmed(at range: Range<Int>) -> Repair? {
        guard let (_, node) = field(at: range), let text = node.stringValue else { return nil }
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) }),
            last - first + 1 < bytes.count, let url = LinkURL(utf8: bytes[first...last]), url.scheme != nil
        else { return nil }
        guard let written = try? JSONValue.string(url.text).serialized() else { return nil }
        return edit("Remove the spaces around it.", node.range, written.utf8)
    }

    private func edit(_ summary: String, _ data: Range<Int>, _ replacement: some Collection<UInt8>) -> Repair? {
        link.inputRange(ofData: data).map { Repair(summary, $0, PercentCoding.encoded(replacement)) }
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
