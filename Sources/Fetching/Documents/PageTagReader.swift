/// Reads the attributes of a tag, from behind its name.
struct PageTagReader {
    /// Where the values stand that somebody looks for; of several of a name the first counts. Empty for an attribute without a value.
    struct Attributes {
        var property: Range<Int>?
        var name: Range<Int>?
        var content: Range<Int>?
        var rel: Range<Int>?
        var href: Range<Int>?
        var type: Range<Int>?
        var isSelfClosing = false
    }

    private let bytes: [UInt8]
    private(set) var place: Int
    private(set) var attributes = Attributes()

    init(_ bytes: [UInt8], _ place: Int) {
        self.bytes = bytes
        self.place = place
    }

    /// Passes over the attributes, and answers whether the tag closes itself; nil where the page ends before the tag.
    static func skip(_ bytes: [UInt8], _ place: inout Int) -> Bool? {
        // Nearly all tags have none.
        if place < bytes.count, bytes[place] == UInt8(ascii: ">") {
            place += 1
            return false
        }
        var reader = PageTagReader(bytes, place)
        let isWhole = reader.read(keepsValues: false)
        place = reader.place
        return isWhole ? reader.attributes.isSelfClosing : nil
    }

    /// Reads to behind the tag's end; false where the page ends before.
    mutating func read(keepsValues: Bool = true) -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case UInt8(ascii: ">"):
                place += 1
                return true
            case UInt8(ascii: "/"):
                place += 1
                if place < bytes.count, bytes[place] == UInt8(ascii: ">") { attributes.isSelfClosing = true }
            case _ where Self.isBlank(byte): place += 1
            default:
                guard let (name, value) = readAttribute() else { break }
                if keepsValues { keep(name, value) }
            }
        }
        return false
    }

    /// Where the name and the value of the attribute are that begins here; nil where the page ends before its value.
    private mutating func readAttribute() -> (name: Range<Int>, value: Range<Int>)? {
        let start = place
        // An equals sign that comes first is part of the name.
        place += 1
        while place < bytes.count, !PageTag.isEndOfName(bytes[place]), bytes[place] != UInt8(ascii: "=") { place += 1 }
        let name = start..<place
        skipBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return (name, place..<place) }
        place += 1
        skipBlanks()
        guard place < bytes.count else { return nil }
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = place + 1
            let end = bytes.place(of: quote, from: start)
            place = end + 1
            return (name, start..<end)
        }
        let valueStart = place
        while place < bytes.count, !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
        return (name, valueStart..<place)
    }

    private mutating func skipBlanks() {
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    }

    private mutating func keep(_ name: Range<Int>, _ value: Range<Int>) {
        switch name.count {
        case 3 where isName(name, "rel"): Self.set(&attributes.rel, value)
        case 4 where isName(name, "name"): Self.set(&attributes.name, value)
        case 4 where isName(name, "href"): Self.set(&attributes.href, value)
        case 4 where isName(name, "type"): Self.set(&attributes.type, value)
        case 7 where isName(name, "content"): Self.set(&attributes.content, value)
        case 8 where isName(name, "property"): Self.set(&attributes.property, value)
        default: break
        }
    }

    private static func set(_ field: inout Range<Int>?, _ value: Range<Int>) {
        if field == nil { field = value }
    }

    /// Whether a name that is as long as a known one is the same but for the case of its letters.
    private func isName(_ name: Range<Int>, _ known: StaticString) -> Bool {
        for offset in 0..<name.count {
            let byte = bytes[name.lowerBound + offset]
            // A literal of more than one character has a pointer to that many bytes.
            if unsafe known.utf8Start[offset] != (byte &- 0x41 < 26 ? byte | 0x20 : byte) { return false }
        }
        return true
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }
}
