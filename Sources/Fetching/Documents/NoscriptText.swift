// The resolver's pages are read as by a browser that runs scripts. For it, what stands between <noscript> and </noscript> is text: neither its
// tags nor its comments mean anything.
//
//     <head><noscript><img src=x><meta property="al:ios:url" content="…"></noscript>
//
// gumbo knows only the other kind of browser, for which the image ends the head, and the tag behind it counts. So before gumbo sees a page,
// what stands in noscript is made blank. For that the tags have to be found as a parser finds them: not in comments, in scripts, in the values
// of attributes; and in svg, math and select, noscript is nothing special.

/// Makes the text inside of `noscript` elements blank, in one walk over a page.
struct NoscriptText {
    private var bytes: [UInt8]
    private var place = 0
    /// How deep in svg and math it is; the numbers outside of the HTML that an integration point holds come before.
    private var foreign = 0
    private var outside: [Int] = []
    private var isInSelect = false

    /// The page without the text; nil where it has none.
    static func blanked(_ page: [UInt8]) -> [UInt8]? {
        guard mentionsNoscript(page) else { return nil }
        var text = NoscriptText(bytes: page)
        return text.run() ? text.bytes : nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private static func mentionsNoscript(_ page: [UInt8]) -> Bool {
        var at = page.firstIndex(of: UInt8(ascii: "<"))
        while let start = at {
            if isName("noscript", page, start + 1) { return true }
            at = page[(start + 1)...].firstIndex(of: UInt8(ascii: "<"))
        }
        return false
    }

    // MARK: The walk

    /// Answers whether anything became blank.
    private mutating func run() -> Bool {
        var hasChanged = false
        while let start = index(of: UInt8(ascii: "<"), from: place), start + 1 < bytes.count {
            place = start + 1
            switch bytes[place] {
            case UInt8(ascii: "!"): skipMarkup()
            case UInt8(ascii: "?"): skip(past: UInt8(ascii: ">"))
            case UInt8(ascii: "/"):
                place += 1
                if place < bytes.count, Self.isLetter(bytes[place]) { leave() } else { skip(past: UInt8(ascii: ">")) }
            case let byte where Self.isLetter(byte): if enter() { hasChanged = true }
            default: break
            }
        }
        return hasChanged
    }

    private mutating func enter() -> Bool {
        let name = name()
        guard let isSelfClosing = skipAttributes() else { return false }
        if foreign > 0 {
            switch name {
            case "svg", "math": if !isSelfClosing { foreign += 1 }
            case "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml":
                guard !isSelfClosing, outside.count < Self.deepest else { break }
                outside.append(foreign)
                foreign = 0
            case _ where Self.endsForeign.contains(name): foreign = 0
            default: break
            }
            return false
        }
        switch name {
        case "svg", "math": if !isSelfClosing, !isInSelect { foreign = 1 }
        case "select": isInSelect.toggle()
        case "input", "keygen": isInSelect = false
        case "script": place = endOfScript()
        case "plaintext" where !isInSelect: place = bytes.count
        case "noscript" where !isInSelect: return blank(to: end(of: "noscript"))
        case "textarea":
            isInSelect = false
            place = end(of: "textarea")
        case "style" where !isInSelect: place = end(of: "style")
        case "title" where !isInSelect: place = end(of: "title")
        case "xmp" where !isInSelect: place = end(of: "xmp")
        case "iframe" where !isInSelect: place = end(of: "iframe")
        case "noembed" where !isInSelect: place = end(of: "noembed")
        case "noframes" where !isInSelect: place = end(of: "noframes")
        default: break
        }
        return false
    }

    private mutating func leave() {
        let name = name()
        guard skipAttributes() != nil else { return }
        switch name {
        case "svg", "math": foreign = max(0, foreign - 1)
        case "select": isInSelect = false
        case "foreignobject", "desc", "title", "mi", "mo", "mn", "ms", "mtext", "annotation-xml":
            if foreign == 0, let last = outside.popLast() { foreign = last }
        default: break
        }
    }

    private mutating func blank(to end: Int) -> Bool {
        defer { place = end }
        guard place < end else { return false }
        for index in place..<end { bytes[index] = 0x20 }
        return true
    }

    // MARK: Where things end

    /// Where the end tag begins that ends an element of text; the end of the page where there is none.
    private func end(of name: StaticString) -> Int {
        var at = place
        while let next = index(of: UInt8(ascii: "<"), from: at) {
            if isEndTag(name, at: next) { return next }
            at = next + 1
        }
        return bytes.count
    }

    /// A script may hold `<!-- <script> … </script> -->`, and then ends later.
    private func endOfScript() -> Int {
        var at = place
        var isInComment = false
        var isDouble = false
        while at < bytes.count {
            if isInComment, bytes[at] == UInt8(ascii: "-"), has("-->", at: at) {
                isInComment = false
                isDouble = false
            } else if bytes[at] == UInt8(ascii: "<") {
                if !isDouble, isEndTag("script", at: at) { return at }
                if isDouble, isEndTag("script", at: at) {
                    isDouble = false
                } else if !isInComment, has("<!--", at: at) {
                    isInComment = true
                    // The hyphens that begin the comment may also end it.
                    at += 1
                } else if isInComment, !isDouble, Self.isName("script", bytes, at + 1) {
                    isDouble = true
                }
            }
            at += 1
        }
        return bytes.count
    }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        let size = text.utf8CodeUnitCount
        // A literal of more than one character has a pointer to that many bytes.
        return start + size <= bytes.count && (0..<size).allSatisfy { unsafe text.utf8Start[$0] == bytes[start + $0] }
    }

    private func isEndTag(_ name: StaticString, at start: Int) -> Bool {
        start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/") && Self.isName(name, bytes, start + 2)
    }

    /// `<!-- … -->`, and whatever else begins with `<!`.
    private mutating func skipMarkup() {
        if foreign > 0, has("[CDATA[", at: place + 1) {
            while place < bytes.count, !has("]]>", at: place) { place += 1 }
            return
        }
        guard has("--", at: place + 1) else { return skip(past: UInt8(ascii: ">")) }
        place += 3
        if place < bytes.count, bytes[place] == UInt8(ascii: ">") { return }
        if has("->", at: place) { return }
        while place < bytes.count, !has("-->", at: place), !has("--!>", at: place) { place += 1 }
    }

    private mutating func skip(past byte: UInt8) {
        place = index(of: byte, from: place).map { $0 + 1 } ?? bytes.count
    }

    private func index(of byte: UInt8, from start: Int) -> Int? {
        start < bytes.count ? bytes[start...].firstIndex(of: byte) : nil
    }

    // MARK: Tags

    /// The tag's name in small letters, which is passed over.
    private mutating func name() -> String {
        let start = place
        while place < bytes.count, !PageTag.isEndOfName(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<min(place, start + Self.longestName)], as: UTF8.self).lowercased()
    }

    /// Answers whether the tag closes itself; nil where the page ends before the tag.
    private mutating func skipAttributes() -> Bool? { PageTagReader.skip(bytes, &place) }

    /// Whether a tag's name stands somewhere.
    private static func isName(_ name: StaticString, _ bytes: [UInt8], _ start: Int) -> Bool {
        let end = start + name.utf8CodeUnitCount
        guard end < bytes.count, PageTag.isEndOfName(bytes[end]) else { return false }
        // A literal of more than one character has a pointer to that many bytes.
        return (start..<end).allSatisfy { unsafe name.utf8Start[$0 - start] == bytes[$0] | 0x20 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    private static let longestName = 15
    /// Integration points inside each other; nobody has more than two.
    private static let deepest = 100
    /// Elements that svg and math cannot hold: with them HTML goes on.
    private static let endsForeign: Set = [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4", "h5",
        "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong",
        "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    ]
}
