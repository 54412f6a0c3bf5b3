import JSONDocument

extension PageContent {
    /// The targets of all view actions in the page's linked data, at any depth.
    var viewActions: [OtherLink] {
        var links: [OtherLink] = []
        for text in linkedData {
            guard let root = JSONDocument(Self.withoutComment(text)).root else { continue }
            // A list of nodes to visit replaces recursion, because the page determines the depth.
            var rest = [root]
            while let node = rest.popLast(), links.count < OtherLink.limit {
                if node.kind == .object {
                    if Self.isViewAction(node["@type"]) { links += Self.targets(of: node["target"]) }
                    rest += node.members.map(\.value).filter(\.hasMembers).reversed()
                } else if node.kind == .array {
                    rest += node.elements.filter(\.hasMembers).reversed()
                }
            }
        }
        return links
    }

    /// Returns the data without an HTML comment around it. Some pages still use such a comment to hide the data from very old browsers.
    private static func withoutComment(_ text: String) -> String {
        let text = text.trimmingBlanks
        return text.hasPrefix("<!--") && text.hasSuffix("-->") ? String(text.dropFirst(4).dropLast(3)) : text
    }

    private static func isViewAction(_ type: JSONDocument.Node?) -> Bool {
        guard let type else { return false }
        let names = type.kind == .array ? type.elements.compactMap(\.stringValue) : [type.stringValue].compactMap { $0 }
        return names.contains { $0.split { $0 == "/" || $0 == ":" }.last == "ViewAction" }
    }

    /// Returns the targets of an action. A target is an address, or an entry point with one or more addresses. The node may be a list of
    /// targets.
    private static func targets(of node: JSONDocument.Node?) -> [OtherLink] {
        let urls = list(node).flatMap { target in
            target.kind == .string ? [target] : list(target["urlTemplate"] ?? target["url"])
        }
        return urls.lazy.compactMap(\.stringValue).prefix(OtherLink.limit).map { url in
            OtherLink(appURL: url, as: .jsonLD) ?? OtherLink(.jsonLD, url: url)
        }
    }

    /// Returns the elements of a list, or the node itself. JSON-LD allows a list wherever it allows a single value.
    private static func list(_ node: JSONDocument.Node?) -> [JSONDocument.Node] {
        guard let node else { return [] }
        return node.kind == .array ? Array(node.elements.prefix(OtherLink.limit)) : [node]
    }
}

extension JSONDocument.Node {
    fileprivate var hasMembers: Bool { kind == .object || kind == .array }
}
