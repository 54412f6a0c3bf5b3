import Bytes

/// Reads the older form of property lists:
///
///     { name = Shop; targets = (A1 /* Shop */, B2, ); "a key" = "a \"text\""; icon = <0fbd77>; }
struct OldPropertyListReader {
    /// The deepest nesting that is read. People and tools write a dozen levels.
    private static let deepest = 100
    private let file: SourceFile
    private let bytes: [UInt8]
    private var index: Int

    init(_ file: SourceFile) {
        (self.file, bytes) = (file, file.bytes)
        index = bytes.has("\u{FEFF}", at: 0, before: bytes.count) ? 3 : 0
    }

    /// Returns the value that is the whole file. Files of translations have items without brackets around them.
    mutating func root() throws(XMLTree.Mistake) -> PropertyList {
        try skipBlanks()
        guard let next, !"{(".utf8.contains(next) else { return try value(depth: 0) }
        return PropertyList(.dictionary(try items(until: nil, depth: 0)), at: file.place(0))
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func mistake(_ problem: String) -> XMLTree.Mistake {
        let end = index >= bytes.count
        return XMLTree.Mistake(offset: end ? max(0, bytes.count - 1) : index, problem: end ? "the file ends early; \(problem)" : problem)
    }

    private mutating func value(depth: Int) throws(XMLTree.Mistake) -> PropertyList {
        try skipBlanks()
        let start = index
        guard depth < Self.deepest else { throw mistake("more than \(Self.deepest) values are in each other") }
        var value = PropertyList(.dictionary([]), at: file.place(start))
        switch next {
        case UInt8(ascii: "{"): value.content = .dictionary(try items(until: UInt8(ascii: "}"), depth: depth + 1))
        case UInt8(ascii: "("): value.content = .list(try items(until: UInt8(ascii: ")"), depth: depth + 1).map(\.value))
        case UInt8(ascii: "<"):
            index += 1
            while let byte = next, ByteClass.hexadecimal(byte) != nil || ByteClass.isBlank(byte) { index += 1 }
            try take(UInt8(ascii: ">"))
            value.content = .text("")
        case UInt8(ascii: "\""), UInt8(ascii: "'"): value = try string()
        default: value = try word()
        }
        return value
    }

    /// Reads a string without quotes.
    private mutating func word() throws(XMLTree.Mistake) -> PropertyList {
        let start = index
        while let byte = next, ByteClass.isLetterOrDigit(byte) || byte >= 0x80 || "_$/:.-+@~".utf8.contains(byte) { index += 1 }
        if index == start { throw mistake("a key or a value is missing") }
        return PropertyList(.text(String(decoding: bytes[start..<index], as: UTF8.self)), at: file.place(start..<index))
    }

    /// Reads the items of brackets, with an empty key for those that have none, or for the whole file if nothing ends them.
    private mutating func items(until end: UInt8?, depth: Int) throws(XMLTree.Mistake) -> [PropertyList.Member] {
        if end != nil { index += 1 }
        var items: [PropertyList.Member] = []
        while true {
            try skipBlanks()
            if next == end {
                if end != nil { index += 1 }
                return items
            }
            let isDictionary = end != UInt8(ascii: ")")
            var item: PropertyList.Member = ("", try value(depth: depth))
            try skipBlanks()
            if isDictionary, next == UInt8(ascii: "=") {
                index += 1
                item = (item.value.text ?? "", try value(depth: depth))
                try skipBlanks()
            } else if isDictionary {
                // Translations have keys alone, which are their own values.
                item.key = item.value.text ?? ""
            }
            items.append(item)
            if isDictionary { try take(UInt8(ascii: ";")) } else if next != end { try take(UInt8(ascii: ",")) }
        }
    }

    private mutating func take(_ sign: UInt8) throws(XMLTree.Mistake) {
        guard next == sign else { throw mistake("\(Unicode.Scalar(sign)) is missing") }
        index += 1
    }

    /// Reads a string in quotes.
    private mutating func string() throws(XMLTree.Mistake) -> PropertyList {
        let (start, quote) = (index, next)
        var text: [UInt8] = []
        index += 1
        while let byte = next, byte != quote {
            index += 1
            guard byte == UInt8(ascii: "\\"), let escaped = next else {
                text.append(byte)
                continue
            }
            index += 1
            text.append(escaped == UInt8(ascii: "n") ? 0x0A : escaped == UInt8(ascii: "t") ? 0x09 : escaped)
        }
        guard next == quote else {
            index = start
            throw mistake("the quotation mark is not closed")
        }
        index += 1
        return PropertyList(.text(String(decoding: text, as: UTF8.self)), at: file.place(start + 1..<index - 1))
    }

    /// Skips spaces and comments.
    private mutating func skipBlanks() throws(XMLTree.Mistake) {
        while let byte = next {
            if ByteClass.isBlank(byte) {
                index += 1
            } else if bytes.has("//", at: index, before: bytes.count) {
                index = bytes[index...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
            } else if bytes.has("/*", at: index, before: bytes.count) {
                guard let end = bytes.place(of: "*/", in: index..<bytes.count) else { throw mistake("the comment is not closed") }
                index = end + 2
            } else {
                return
            }
        }
    }
}
