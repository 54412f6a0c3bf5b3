import Bytes
import Projects

extension XMLPieces {
    /// The texts and the values of attributes that may have links. The names of namespaces and schemas look like links but are not.
    var texts: [SourceText] {
        var texts: [SourceText] = []
        for piece in all {
            switch piece {
            case .opening(let tag):
                for attribute in tag.attributes where !Self.isNamespace(attribute.name) { add(attribute.value, &texts) }
            case .text(let range): add(range, &texts)
            case .closing: break
            }
        }
        return texts
    }

    private func add(_ range: Range<Int>, _ texts: inout [SourceText]) {
        guard bytes[range].contains(UInt8(ascii: ":")) else { return }
        texts.append(SourceText(text: text(range), isValue: true))
    }

    private static func isNamespace(_ name: String) -> Bool { name.hasPrefix("xmlns") || name.hasSuffix("chemaLocation") }
}

/// The comments of an HTML page.
enum HTMLComments {
    /// Returns the page with spaces in the place of comments, so that everything else keeps its place.
    static func blanked(_ bytes: [UInt8]) -> TracedText {
        var page = bytes
        var index = 0
        while let start = page[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard page.has("<!--", at: start, before: page.count) else { continue }
            index = start + 4
            while index < page.count, !page.has("-->", at: index, before: page.count) { index += 1 }
            for place in start..<min(index + 3, page.count) where !ByteClass.isLineEnd(page[place]) { page[place] = 0x20 }
        }
        return TracedText(page)
    }
}
