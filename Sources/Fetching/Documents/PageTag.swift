/// The tags that mean something to whoever reads a page without making a tree of it.
enum PageTag: Equatable {
    case meta, link, script, style, title, textarea, xmp, iframe, noembed, noframes, noscript, select, table, svg, math
    /// One that holds nothing, and so needs no end.
    case void
    /// One that changes what others mean.
    case unordinary

    /// Nil for all others.
    init?(_ name: ArraySlice<UInt8>) {
        let lengths = Self.lengths
        guard let first = name.first, Self.mayBeKnown(firstByte: first, length: name.count, lengths.span),
            let tag = Self.known[String(decoding: name, as: UTF8.self).lowercased()]
        else { return nil }
        self = tag
    }

    /// Whether one of these begins with this letter and is so long; of most tags of a page none is.
    ///
    /// - Parameter lengths: ``lengths``, which whoever asks often gets once.
    static func mayBeKnown(firstByte: UInt8, length: Int, _ lengths: Span<UInt32>) -> Bool {
        length < 32 && lengths[Int(firstByte & 0x1F)] >> length & 1 == 1
    }

    private static let known: [String: PageTag] = [
        "meta": .meta, "link": .link, "script": .script, "style": .style, "title": .title, "textarea": .textarea, "xmp": .xmp,
        "iframe": .iframe, "noembed": .noembed, "noframes": .noframes, "noscript": .noscript, "select": .select, "table": .table,
        "svg": .svg, "math": .math,
        "img": .void, "br": .void, "hr": .void, "wbr": .void, "input": .void,
        // Frames, what goes on to the end of the page, and elements that hold HTML inside foreign ones.
        "template": .unordinary, "frameset": .unordinary, "isindex": .unordinary, "plaintext": .unordinary, "foreignobject": .unordinary,
        "desc": .unordinary, "annotation-xml": .unordinary, "mi": .unordinary, "mo": .unordinary, "mn": .unordinary, "ms": .unordinary,
        "mtext": .unordinary,
    ]

    /// For each letter, in the place that its five lowest bits tell, how long the known names are that begin with it: a bit for each length.
    static let lengths = known.keys.reduce(into: [UInt32](repeating: 0, count: 32)) { lengths, name in
        for first in name.utf8.prefix(1) { lengths[Int(first & 0x1F)] |= 1 << UInt32(name.utf8.count) }
    }

    /// Of those whose text is passed over.
    var name: StaticString {
        switch self {
        case .style: "style"
        case .title: "title"
        case .textarea: "textarea"
        case .xmp: "xmp"
        case .iframe: "iframe"
        case .noembed: "noembed"
        case .noframes: "noframes"
        case .noscript: "noscript"
        default: "script"
        }
    }

    static func isEndOfName(_ byte: UInt8) -> Bool {
        if byte > UInt8(ascii: ">") { return false }
        return switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"): true
        default: false
        }
    }
}
