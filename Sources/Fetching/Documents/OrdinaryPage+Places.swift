import Pages

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Text, comments, and where things end
extension OrdinaryPage {
    mutating func countText(_ range: Range<Int>) {
        // That is all anybody wants to know.
        if text.least >= PageContent.readableLength { return }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        guard start < end else { return }
        text.most += range.count
        // A reference stands for less than it is written with.
        if !isForeign, index(of: UInt8(ascii: "&"), from: start, to: end) == end { text.least += end - start }
    }

    /// `<!-- … -->`, and whatever else begins with `<!`.
    mutating func skipMarkup() -> Bool {
        guard place + 3 < bytes.count, bytes[place + 2] == UInt8(ascii: "-"), bytes[place + 3] == UInt8(ascii: "-") else {
            // CDATA is text in foreign elements, and a comment elsewhere.
            if isForeign, place + 2 < bytes.count, bytes[place + 2] == UInt8(ascii: "[") { return false }
            place = end(of: place)
            return true
        }
        // `<!-->` and `<!--->` are whole comments.
        var at = place + 4
        if at < bytes.count, bytes[at] == UInt8(ascii: ">") {
            place = at + 1
            return true
        }
        if at + 1 < bytes.count, bytes[at] == UInt8(ascii: "-"), bytes[at + 1] == UInt8(ascii: ">") {
            place = at + 2
            return true
        }
        while true {
            at = index(of: UInt8(ascii: ">"), from: at)
            guard at < bytes.count else {
                place = bytes.count
                return true
            }
            let isEnd = bytes[at - 1] == UInt8(ascii: "-") && bytes[at - 2] == UInt8(ascii: "-") && at - 2 >= place + 4
            let isOddEnd =
                bytes[at - 1] == UInt8(ascii: "!") && bytes[at - 2] == UInt8(ascii: "-") && bytes[at - 3] == UInt8(ascii: "-")
                && at - 3 >= place + 4
            at += 1
            if isEnd || isOddEnd {
                place = at
                return true
            }
        }
    }

    func index(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int { bytes.place(of: byte, from: start, to: end) }

    /// Behind the next `>`.
    func end(of start: Int) -> Int { min(index(of: UInt8(ascii: ">"), from: start) + 1, bytes.count) }

    func hasComment(_ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while true {
            at = index(of: UInt8(ascii: "<"), from: at, to: range.upperBound)
            guard at + 3 < range.upperBound else { return false }
            if bytes[at + 1] == UInt8(ascii: "!"), bytes[at + 2] == UInt8(ascii: "-"), bytes[at + 3] == UInt8(ascii: "-") { return true }
            at += 1
        }
    }

    /// Where `</name` stands next, and really ends a tag's name; the end of the page where it does not.
    func endTag(of name: StaticString) -> Int {
        let size = name.utf8CodeUnitCount
        var at = place
        while true {
            at = index(of: UInt8(ascii: "<"), from: at)
            guard at + 2 + size < bytes.count else { return bytes.count }
            if bytes[at + 1] == UInt8(ascii: "/"), PageTag.isEndOfName(bytes[at + 2 + size]), isName(name, at: at + 2) { return at }
            at += 1
        }
    }

    private func isName(_ name: StaticString, at start: Int) -> Bool {
        // A literal of more than one character has a pointer to that many bytes.
        (0..<name.utf8CodeUnitCount).allSatisfy { unsafe name.utf8Start[$0] == bytes[start + $0] | 0x20 }
    }

    /// The tag whose name begins here, which is passed over; nil for all that are like any other.
    mutating func name() -> PageTag? {
        let start = place
        while place < bytes.count, !PageTag.isEndOfName(bytes[place]) { place += 1 }
        return PageTag(bytes[start..<place])
    }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

extension [UInt8] {
    /// Where `byte` stands next; `end`, or that of the array, where it does not.
    func place(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int {
        let end = end ?? count
        guard start < end else { return end }
        return unsafe withUnsafeBytes { buffer in
            // From `start` on there are `end - start` bytes in the buffer.
            guard let base = buffer.baseAddress, let found = unsafe memchr(base + start, Int32(byte), end - start) else { return end }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}
