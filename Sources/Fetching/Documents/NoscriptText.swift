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
    private(set) var bytes: [UInt8]
    var place = 0
    /// How deep in svg or math it is; what holds outside of the HTML that an integration point has in it comes before.
    private(set) var foreign = 0
    private var isInMath = false
    private var outside: [(foreign: Int, isInMath: Bool)] = []
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
                if place < bytes.count, OrdinaryPage.isLetter(bytes[place]) { leave() } else { skip(past: UInt8(ascii: ">")) }
            case let byte where OrdinaryPage.isLetter(byte): if enter() { hasChanged = true }
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
            case _ where (isInMath ? Self.mathPoints : Self.svgPoints).contains(name):
                guard !isSelfClosing, outside.count < Self.deepest else { break }
                outside.append((foreign, isInMath))
                foreign = 0
            case _ where Self.endsForeign.contains(name): foreign = 0
            default: break
            }
            return false
        }
        switch name {
        case "svg", "math":
            guard !isSelfClosing, !isInSelect else { break }
            foreign = 1
            isInMath = name == "math"
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
        case _ where foreign == 0 && outside.last.map({ ($0.isInMath ? Self.mathPoints : Self.svgPoints).contains(name) }) == true:
            if let last = outside.popLast() { (foreign, isInMath) = last }
        default: break
        }
    }

    private mutating func blank(to end: Int) -> Bool {
        defer { place = end }
        guard place < end else { return false }
        for index in place..<end { bytes[index] = 0x20 }
        return true
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

    private static let longestName = 15
    /// The elements of svg and math that hold HTML.
    private static let svgPoints: Set = ["foreignobject", "desc", "title"]
    private static let mathPoints: Set = ["mi", "mo", "mn", "ms", "mtext", "annotation-xml"]
    /// Integration points inside each other; nobody has more than two.
    private static let deepest = 100
    /// Elements that svg and math cannot hold: with them HTML goes on.
    private static let endsForeign: Set = [
        "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4", "h5",
        "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong",
        "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
    ]
}
