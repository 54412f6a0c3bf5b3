import Bytes
import JSONDocument

/// Finds the links in a JSON document: every string value that is a link as a whole.
enum PastedJSON {
    /// Returns the links in source order, or nil if the text is not JSON.
    static func links(in text: TracedText, _ range: Range<Int>) -> [TracedText]? {
        guard let first = text.bytes[range].first(where: { !ByteClass.isBlank($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        let document = JSONDocument(Array(text.bytes[range]))
        guard document.isValid, let root = document.root else { return nil }
        var links: [TracedText] = []
        var pending = [root]
        while let node = pending.popLast() {
            if node.kind == .string {
                let quoted = node.range.lowerBound + range.lowerBound..<node.range.upperBound + range.lowerBound
                guard quoted.count > 2 else { continue }
                let link = JSONEscapes.decoded(TracedText(text, quoted.lowerBound + 1..<quoted.upperBound - 1))
                if isLink(link.bytes) { links.append(link) }
            }
            pending += node.elements.reversed()
            pending += node.members.map(\.value).reversed()
        }
        return links
    }

    private static func isLink(_ bytes: [UInt8]) -> Bool {
        LinkStart.isAt(0, in: bytes, before: bytes.count) && !BareLink.isAbsent(in: bytes.span)
            && !bytes.contains(where: ByteClass.isLineEnd)
    }
}
