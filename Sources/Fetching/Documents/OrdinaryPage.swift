// A tree of a page takes a millisecond, of which nearly all is for the page's sake: what we look for is in a handful of tags. Whether a tag
// is one depends on what it is in, and for most pages that shows without a tree:
//
//     in a comment, title, noscript, style, script …    no tag at all: these are passed over whole
//     anywhere else                                     a tag
//
// Everything that would need the tree to tell gives the page back to it: templates, frames, tags that select drops and table moves, foreign
// elements with more than shapes in them, references we do not know. A test compares both readers on many thousands of pages.

import LinkLayers
import Pages

/// Reads what an ordinary page says about apps, without making a tree of it.
struct OrdinaryPage {
    /// More tags than these are for the tree's limits to judge.
    static let mostTags = 20_000

    let bytes: [UInt8]
    var place = 0
    var content = PageContent()
    var tags = 0

    /// How many tables, svg and math elements are open at most.
    var tables = 0
    private var drawings = 0
    private var formulas = 0
    var isInSelect = false
    /// How much text there is at least and at most.
    var text = (least: 0, most: 0)

    private init(_ utf8: [UInt8]) {
        bytes = utf8
    }

    /// What a tree of the page would tell; nil where only that can tell. The length of its text is told only so far as to tell whether scripts
    /// build it.
    static func read(_ utf8: [UInt8]) -> PageContent? {
        var page = OrdinaryPage(utf8)
        guard page.index(of: 0, from: 0) == utf8.count, page.run() else { return nil }
        if page.text.least >= PageContent.readableLength {
            page.content.textLength = page.text.least
        } else if page.text.most < PageContent.readableLength || page.content.scripts == 0 {
            page.content.textLength = page.text.most
        } else {
            return nil
        }
        return page.content
    }

    private mutating func run() -> Bool {
        while place < bytes.count {
            skipPlain()
            guard place + 1 < bytes.count else { return true }
            switch bytes[place + 1] {
            case UInt8(ascii: "!"):
                guard skipMarkup() else { return false }
            case UInt8(ascii: "?"): place = end(of: place)
            case UInt8(ascii: "/"):
                guard readEnd() else { return false }
            case let byte where Self.isLetter(byte):
                guard readStart() else { return false }
            default:
                countText(place..<place + 1)
                place += 1
            }
        }
        return true
    }

    /// Whether what comes may be inside of svg or math, where other rules hold.
    var isForeign: Bool { drawings > 0 || formulas > 0 }

    // MARK: Tags

    private mutating func readEnd() -> Bool {
        guard place + 2 < bytes.count else {
            place = bytes.count
            return true
        }
        guard Self.isLetter(bytes[place + 2]) else {
            place = end(of: place)
            return true
        }
        place += 2
        let tag = name()
        guard PageTagReader.skip(bytes, &place) != nil else { return true }
        switch tag {
        case .select: isInSelect = false
        case .table: tables = max(0, tables - 1)
        case .svg: drawings = max(0, drawings - 1)
        case .math: formulas = max(0, formulas - 1)
        default: break
        }
        return true
    }

    private mutating func readStart() -> Bool {
        tags += 1
        guard tags <= Self.mostTags else { return false }
        place += 1
        let tag = name()
        guard let tag else {
            _ = PageTagReader.skip(bytes, &place)
            return true
        }
        let attributes: PageTagReader.Attributes
        if tag == .meta || tag == .link || tag == .script {
            var reader = PageTagReader(bytes, place)
            let isWhole = reader.read()
            place = reader.place
            // The tag has no end, so it is none.
            guard isWhole else { return true }
            attributes = reader.attributes
        } else {
            guard let isSelfClosing = PageTagReader.skip(bytes, &place) else { return true }
            attributes = PageTagReader.Attributes(isSelfClosing: isSelfClosing)
        }
        return enter(tag, attributes)
    }

    /// Answers false for what needs a tree.
    private mutating func enter(_ tag: PageTag, _ attributes: PageTagReader.Attributes) -> Bool {
        if isForeign {
            switch tag {
            case .svg: if !attributes.isSelfClosing { drawings += 1 }
            case .math: if !attributes.isSelfClosing { formulas += 1 }
            case .table: tables += 1
            case .void: break
            // It holds text, of one kind or another.
            case .title: return index(of: UInt8(ascii: "<"), from: place) == endTag(of: "title")
            default: return false
            }
            return true
        }
        switch tag {
        case .meta, .link:
            if isInSelect || tables > 0 { return false }
            return tag == .meta ? addMeta(attributes) : addLink(attributes)
        case .script:
            return addScript(attributes)
        case .style, .title, .textarea, .xmp, .iframe, .noembed, .noframes, .noscript:
            if isInSelect { return false }
            let start = place
            let end = endTag(of: tag.name)
            if tag != .style, tag != .noscript { text.most += end - start }
            place = end
        case .select:
            if isInSelect { return false }
            isInSelect = true
        case .table: tables += 1
        case .svg, .math:
            if isInSelect { return false }
            guard !attributes.isSelfClosing else { break }
            if tag == .svg { drawings = 1 } else { formulas = 1 }
        case .void: break
        case .unordinary: return false
        }
        return true
    }
}
