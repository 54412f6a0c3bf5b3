/// The tags that mean something to whoever reads a page without making a tree of it.
enum PageTag: Equatable {
    case meta, link, script, style, title, textarea, xmp, iframe, noembed, noframes, noscript, select, table, svg, math
    /// One that holds nothing, and so needs no end.
    case void
    /// One that changes what others mean.
    case unordinary

    /// Nil for all others.
    init?(_ name: ArraySlice<UInt8>) {
        guard name.count <= 14 else { return nil }
        var packed: UInt64 = 0
        for byte in name.prefix(8) { packed = packed << 8 | UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte) }
        switch (packed, name.count) {
        case (Self.packed("meta"), 4): self = .meta
        case (Self.packed("link"), 4): self = .link
        case (Self.packed("script"), 6): self = .script
        case (Self.packed("style"), 5): self = .style
        case (Self.packed("title"), 5): self = .title
        case (Self.packed("textarea"), 8): self = .textarea
        case (Self.packed("xmp"), 3): self = .xmp
        case (Self.packed("iframe"), 6): self = .iframe
        case (Self.packed("noembed"), 7): self = .noembed
        case (Self.packed("noframes"), 8): self = .noframes
        case (Self.packed("noscript"), 8): self = .noscript
        case (Self.packed("select"), 6): self = .select
        case (Self.packed("table"), 5): self = .table
        case (Self.packed("svg"), 3): self = .svg
        case (Self.packed("math"), 4): self = .math
        case (Self.packed("img"), 3), (Self.packed("br"), 2), (Self.packed("hr"), 2), (Self.packed("wbr"), 3), (Self.packed("input"), 5):
            self = .void
        // Frames, what goes on to the end of the page, and elements that hold HTML inside foreign ones.
        case (Self.packed("template"), 8), (Self.packed("frameset"), 8), (Self.packed("isindex"), 7), (Self.packed("plaintex"), 9),
            (Self.packed("foreigno"), 13), (Self.packed("desc"), 4), (Self.packed("annotati"), 14), (Self.packed("mi"), 2),
            (Self.packed("mo"), 2), (Self.packed("mn"), 2), (Self.packed("ms"), 2), (Self.packed("mtext"), 5):
            self = .unordinary
        default: return nil
        }
    }

    private static func packed(_ name: StaticString) -> UInt64 {
        // A literal of more than one character has a pointer to that many bytes.
        (0..<name.utf8CodeUnitCount).reduce(0) { unsafe $0 << 8 | UInt64(name.utf8Start[$1]) }
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
        switch byte {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"): true
        default: false
        }
    }
}
