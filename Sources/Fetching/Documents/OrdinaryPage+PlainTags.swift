// Nine of ten tags of a page mean nothing to us, and are written as everybody writes them:
//
//     <li>    </div>    <a class="row" href='/item/7' hidden>
//
// These are passed over without a look at what they are in: they change nothing of it. Whatever is written in another way, down to a blank before
// an equals sign, is left to whoever reads tags by all the rules.

/// What most of a page is made of
extension OrdinaryPage {
    /// Passes over text and plain tags, to what is to be looked at closely or the page's end.
    mutating func skipPlain() {
        // Its own, for the span below would hold all of the page's state.
        let bytes = bytes
        let span = bytes.span
        while true {
            let start = place
            place = bytes.place(of: UInt8(ascii: "<"), from: start)
            countText(start..<place)
            guard tags < Self.mostTags, let end = Self.endOfPlainTag(span, at: place) else { return }
            if span[place + 1] != UInt8(ascii: "/") { tags += 1 }
            place = end
        }
    }

    /// Behind the plain tag that begins at `start`; nil where there is none.
    private static func endOfPlainTag(_ bytes: Span<UInt8>, at start: Int) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "/") { at += 1 }
        let name = at
        while at < bytes.count, isNameByte(bytes[at]) { at += 1 }
        guard at < bytes.count, at > name, isLetter(bytes[name]), !PageTag.mayBeKnown(firstByte: bytes[name], length: at - name) else {
            return nil
        }
        while bytes[at] != UInt8(ascii: ">") {
            // An attribute stands behind a blank, its value in quotes right behind the equals sign.
            guard PageTagReader.isBlank(bytes[at]) else { return nil }
            while at < bytes.count, PageTagReader.isBlank(bytes[at]) { at += 1 }
            let attribute = at
            while at < bytes.count, isNameByte(bytes[at]) { at += 1 }
            guard at < bytes.count else { return nil }
            if bytes[at] == UInt8(ascii: "="), at > attribute {
                at += 1
                guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else { return nil }
                let quote = bytes[at]
                repeat { at += 1 } while at < bytes.count && bytes[at] != quote
                at += 1
                guard at < bytes.count else { return nil }
            }
        }
        return at + 1
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }
}
