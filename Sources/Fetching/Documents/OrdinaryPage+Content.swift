import Pages

/// What is looked for
extension OrdinaryPage {
    mutating func addMeta(_ attributes: PageTagReader.Attributes) -> Bool {
        guard let property = value(attributes.property), let name = value(attributes.name), let text = value(attributes.content) else {
            return false
        }
        content.metas.append(.init(property: property, name: name, content: text))
        return true
    }

    mutating func addLink(_ attributes: PageTagReader.Attributes) -> Bool {
        guard let rel = value(attributes.rel), let href = value(attributes.href) else { return false }
        content.addLink(rel: rel, href: href)
        return true
    }

    mutating func addScript(_ attributes: PageTagReader.Attributes) -> Bool {
        guard let type = value(attributes.type) else { return false }
        let start = place
        let end = endTag(of: "script")
        place = end
        // A script may have `<!-- <script>` in it, and then ends later.
        if index(of: UInt8(ascii: "<"), from: start, to: end) < end, hasComment(start..<end) { return false }
        let source = bytes[start..<end]
        let isBlank = source.allSatisfy { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D && $0 != 0x0B }
        if PageContent.isLinkedData(type: type) {
            if source.contains(0) || source.contains(0x0D) { return false }
            content.addScript(type: type, text: isBlank ? nil : String(decoding: source, as: UTF8.self))
        } else {
            content.addScript(type: type, text: nil)
        }
        return true
    }

    /// The text of an attribute; `.some(nil)` where it is not there; nil where it has something in it that we do not read.
    private func value(_ range: Range<Int>?) -> String?? {
        guard let range else { return .some(nil) }
        return CharacterReferences.text(bytes[range]).map { .some($0) } ?? nil
    }
}
