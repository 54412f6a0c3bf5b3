import Bytes
import LinkLayers

/// The tags and texts of an XML file, with their places. Comments, declarations and document types are left out.
///
/// It reads what property lists and Android's files have, and goes on after mistakes: the tools that build the app report those.
struct XMLPieces {
    enum Piece {
        case opening(Tag)
        case closing(name: String, Range<Int>)
        case text(Range<Int>)
    }

    struct Tag {
        var name: String
        /// The bytes of the name.
        var place: Range<Int>
        var attributes: [(name: String, value: Range<Int>)] = []
        /// Whether the tag closes itself, as in `<true/>`.
        var isEmpty = false

        /// Returns where the value of an attribute is.
        func value(of name: String) -> Range<Int>? { attributes.first { $0.name == name }?.value }
    }

    let bytes: [UInt8]
    private(set) var all: [Piece] = []
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while index < bytes.count { step() }
    }

    /// Returns a value with its character references decoded.
    func text(_ range: Range<Int>) -> TracedText { HTMLText.decoded(TracedText(TracedText(bytes), range)) }

    private mutating func step() {
        guard bytes[index] == UInt8(ascii: "<") else {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if !bytes[index..<end].allSatisfy(ByteClass.isBlank) { all.append(.text(index..<end)) }
            index = end
            return
        }
        if bytes.has("<!--", at: index, before: bytes.count) { return skip(past: "-->", from: index + 4) }
        if bytes.has("<![CDATA[", at: index, before: bytes.count) {
            let start = index + 9
            skip(past: "]]>", from: start)
            return all.append(.text(start..<max(start, index - 3)))
        }
        guard index + 1 < bytes.count else {
            index += 1
            return
        }
        switch bytes[index + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): skip(past: ">", from: index + 2)
        case UInt8(ascii: "/"):
            let start = index + 2
            skip(past: ">", from: start)
            let name = bytes[start..<index].prefix(while: isName)
            all.append(.closing(name: String(decoding: name, as: UTF8.self), name.startIndex..<name.endIndex))
        default: readTag()
        }
    }

    private mutating func skip(past mark: StaticString, from start: Int) {
        index = start
        while index < bytes.count, !bytes.has(mark, at: index, before: bytes.count) { index += 1 }
        index = min(index + mark.utf8CodeUnitCount, bytes.count)
    }

    private func isName(_ byte: UInt8) -> Bool { !ByteClass.isBlank(byte) && !"<>/=\"'".utf8.contains(byte) }

    private mutating func readTag() {
        let start = index + 1
        index = start
        let name = readName()
        guard !name.isEmpty else { return }
        var tag = Tag(name: String(decoding: bytes[name], as: UTF8.self), place: name)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") {
            let key = readName()
            guard !key.isEmpty else {
                tag.isEmpty = bytes[index] == UInt8(ascii: "/")
                index += 1
                continue
            }
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            skipBlanks()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else { continue }
            let quote = bytes[index]
            let end = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
            tag.attributes.append((String(decoding: bytes[key], as: UTF8.self), index + 1..<end))
            index = min(end + 1, bytes.count)
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ">") { index += 1 }
        all.append(.opening(tag))
    }

    private mutating func readName() -> Range<Int> {
        let start = index
        while index < bytes.count, isName(bytes[index]) { index += 1 }
        return start..<index
    }

    private mutating func skipBlanks() { while index < bytes.count, ByteClass.isBlank(bytes[index]) { index += 1 } }
}

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
