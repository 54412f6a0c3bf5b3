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
        // Its own, for the spans below would hold all of the page's state.
        let bytes = bytes
        let (kinds, lengths) = (PlainByte.kinds, PageTag.lengths)
        let span = bytes.span
        while true {
            let start = place
            place = bytes.place(of: UInt8(ascii: "<"), from: start)
            countText(start..<place)
            guard tags < Self.mostTags, let end = Self.endOfPlainTag(span, at: place, kinds.span, lengths.span) else { return }
            if span[place + 1] != UInt8(ascii: "/") { tags += 1 }
            place = end
        }
    }

    /// Behind the plain tag that begins at `start`; nil where there is none.
    ///
    /// - Parameters:
    ///   - bytes: The page.
    ///   - start: Where its `<` stands.
    ///   - kinds: ``PlainByte/kinds``, which has an entry for each byte: none has to be checked for being there.
    ///   - lengths: ``PageTag/lengths``.
    private static func endOfPlainTag(
        _ bytes: Span<UInt8>, at start: Int, _ kinds: Span<UInt8>, _ lengths: Span<UInt32>
    ) -> Int? {
        var at = start + 1
        if at < bytes.count, bytes[at] == UInt8(ascii: "/") { at += 1 }
        let name = at
        while at < bytes.count, unsafe kinds[unchecked: Int(bytes[at])] & PlainByte.ofName != 0 { at += 1 }
        guard at < bytes.count, at > name, isLetter(bytes[name]),
            !PageTag.mayBeKnown(firstByte: bytes[name], length: at - name, lengths)
        else { return nil }
        while bytes[at] != UInt8(ascii: ">") {
            // An attribute stands behind a blank, its value in quotes right behind the equals sign.
            guard unsafe kinds[unchecked: Int(bytes[at])] & PlainByte.blank != 0 else { return nil }
            while at < bytes.count, unsafe kinds[unchecked: Int(bytes[at])] & PlainByte.blank != 0 { at += 1 }
            let attribute = at
            while at < bytes.count, unsafe kinds[unchecked: Int(bytes[at])] & PlainByte.ofName != 0 { at += 1 }
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
}

/// What a byte is in a plain tag.
private enum PlainByte {
    static let ofName: UInt8 = 1
    static let blank: UInt8 = 2

    /// Of each byte.
    static let kinds = (UInt8.min...UInt8.max).map { byte -> UInt8 in
        if PageTagReader.isBlank(byte) { return blank }
        let isOfName = OrdinaryPage.isLetter(byte) || byte &- 0x30 < 10 || "-_:".utf8.contains(byte)
        return isOfName ? ofName : 0
    }
}
