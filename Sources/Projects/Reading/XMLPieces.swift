package import Bytes
import LinkLayers

/// The tags and texts of an XML file, with their places. Comments, declarations and document types are left out.
///
/// It reads what property lists and Android's files have, and goes on after mistakes: the tools that build the app report those.
package struct XMLPieces {
    package enum Piece {
        case opening(Tag)
        case closing(name: String, Range<Int>)
        case text(Range<Int>)
    }

    package struct Tag {
        package var name: String
        /// The bytes of the name.
        package var place: Range<Int>
        package var attributes: [(name: String, value: Range<Int>)] = []
        /// Whether the tag closes itself, as in `<true/>`.
        package var isEmpty = false
    }

    package let bytes: [UInt8]
    package private(set) var all: [Piece] = []
    /// The first tag, attribute or comment that ends early or is written wrongly, and where.
    package private(set) var mistake: (offset: Int, problem: String)?
    private var index = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        while index < bytes.count { step() }
    }

    /// Returns a value with its character references decoded.
    package func text(_ range: Range<Int>) -> TracedText { HTMLText.decoded(TracedText(TracedText(bytes), range)) }

    private mutating func note(_ offset: Int, _ problem: String) {
        if mistake == nil { mistake = (offset, problem) }
    }

    private mutating func step() {
        guard bytes[index] == UInt8(ascii: "<") else {
            let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if !bytes[index..<end].allSatisfy(ByteClass.isBlank) { all.append(.text(index..<end)) }
            index = end
            return
        }
        if bytes.has("<!--", at: index, before: bytes.count) {
            let start = index
            skip(past: "-->", from: index + 4)
            if !bytes[..<index].suffix(3).elementsEqual("-->".utf8) { note(start, "the comment has no end") }
            return
        }
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
        index = bytes.place(of: mark, in: start..<bytes.count).map { $0 + mark.utf8CodeUnitCount } ?? bytes.count
    }

    private func isName(_ byte: UInt8) -> Bool { !ByteClass.isBlank(byte) && !"<>/=\"'".utf8.contains(byte) }

    private mutating func readTag() {
        let start = index + 1
        index = start
        let name = readName()
        guard !name.isEmpty else { return note(start - 1, "the < begins no tag") }
        var tag = Tag(name: String(decoding: bytes[name], as: UTF8.self), place: name)
        while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") {
            let key = readName()
            guard !key.isEmpty else {
                tag.isEmpty = bytes[index] == UInt8(ascii: "/")
                index += 1
                continue
            }
            let attribute = String(decoding: bytes[key], as: UTF8.self)
            skipBlanks()
            let hasSign = index < bytes.count && bytes[index] == UInt8(ascii: "=")
            if hasSign { index += 1 }
            skipBlanks()
            guard hasSign, index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
                note(key.lowerBound, "\(attribute) has no value in quotes")
                continue
            }
            let quote = bytes[index]
            let end = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
            if end == bytes.count || bytes[index..<end].contains(UInt8(ascii: "<")) {
                note(index, "the value of \(attribute) has no closing quote")
            }
            tag.attributes.append((attribute, index + 1..<end))
            index = min(end + 1, bytes.count)
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ">") {
            index += 1
        } else {
            note(start - 1, "the tag <\(tag.name)> has no end")
        }
        all.append(.opening(tag))
    }

    private mutating func readName() -> Range<Int> {
        let start = index
        while index < bytes.count, isName(bytes[index]) { index += 1 }
        return start..<index
    }

    private mutating func skipBlanks() { while index < bytes.count, ByteClass.isBlank(bytes[index]) { index += 1 } }
}
