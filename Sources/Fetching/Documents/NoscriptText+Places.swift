/// Where scripts, comments and elements of text end
extension NoscriptText {
    /// Where the end tag begins that ends an element of text; the end of the page where there is none.
    func end(of name: StaticString) -> Int {
        var at = place
        while let next = index(of: UInt8(ascii: "<"), from: at) {
            if isEndTag(name, at: next) { return next }
            at = next + 1
        }
        return bytes.count
    }

    /// A script may hold `<!-- <script> … </script> -->`, and then ends later.
    func endOfScript() -> Int {
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

    func has(_ text: StaticString, at start: Int) -> Bool {
        let size = text.utf8CodeUnitCount
        // A literal of more than one character has a pointer to that many bytes.
        return start + size <= bytes.count && (0..<size).allSatisfy { unsafe text.utf8Start[$0] == bytes[start + $0] }
    }

    func isEndTag(_ name: StaticString, at start: Int) -> Bool {
        start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/") && Self.isName(name, bytes, start + 2)
    }

    /// `<!-- … -->`, and whatever else begins with `<!`.
    mutating func skipMarkup() {
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

    mutating func skip(past byte: UInt8) {
        place = index(of: byte, from: place).map { $0 + 1 } ?? bytes.count
    }

    func index(of byte: UInt8, from start: Int) -> Int? {
        let place = bytes.place(of: byte, from: start)
        return place < bytes.count ? place : nil
    }

    /// Whether a tag's name stands somewhere.
    static func isName(_ name: StaticString, _ bytes: [UInt8], _ start: Int) -> Bool {
        let end = start + name.utf8CodeUnitCount
        guard end < bytes.count, PageTag.isEndOfName(bytes[end]) else { return false }
        // A literal of more than one character has a pointer to that many bytes.
        return (start..<end).allSatisfy { unsafe name.utf8Start[$0 - start] == bytes[$0] | 0x20 }
    }
}
