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
        let isWhole = reader.read()
        place = reader.place
        return isWhole ? reader.attributes.isSelfClosing : nil
    }

    /// Reads to behind the tag's end; false where the page ends before.
    mutating func read() -> Bool {
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
            default: readAttribute()
            }
        }
        return false
    }

    private mutating func readAttribute() {
        let start = place
        // An equals sign that comes first is part of the name.
        place += 1
        while place < bytes.count, !PageTag.isEndOfName(bytes[place]), bytes[place] != UInt8(ascii: "=") { place += 1 }
        let name = start..<place
        skipBlanks()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { return keep(name, place..<place) }
        place += 1
        skipBlanks()
        guard place < bytes.count else { return }
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = place + 1
            place = start
            while place < bytes.count, bytes[place] != quote { place += 1 }
            keep(name, start..<place)
            place += 1
        } else {
            let start = place
            while place < bytes.count, !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: ">") { place += 1 }
            keep(name, start..<place)
        }
    }

    private mutating func skipBlanks() {
        while place < bytes.count, Self.isBlank(bytes[place]) { place += 1 }
    }

    private mutating func keep(_ name: Range<Int>, _ value: Range<Int>) {
        guard let field = Self.field(bytes[name]), attributes[keyPath: field] == nil else { return }
        attributes[keyPath: field] = value
    }

    private static func field(_ name: ArraySlice<UInt8>) -> WritableKeyPath<Attributes, Range<Int>?>? {
        switch name.count {
        case 3 where isSame(name, "rel"): \.rel
        case 4 where isSame(name, "name"): \.name
        case 4 where isSame(name, "href"): \.href
        case 4 where isSame(name, "type"): \.type
        case 7 where isSame(name, "content"): \.content
        case 8 where isSame(name, "property"): \.property
        default: nil
        }
    }

    private static func isSame(_ name: ArraySlice<UInt8>, _ known: StaticString) -> Bool {
        // A literal of more than one character has a pointer to that many bytes, and both are of the same length.
        zip(name, 0...).allSatisfy { byte, index in unsafe known.utf8Start[index] == (byte &- 0x41 < 26 ? byte | 0x20 : byte) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }
}
