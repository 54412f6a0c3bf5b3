import Bytes

/// Reads the fields of a text from left to right. A field that is not there leaves the position unchanged.
struct LineCursor {
    let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var rest: Range<Int> { position..<end }

    /// The next byte; nil at the end.
    var next: UInt8? { position < end ? bytes[position] : nil }

    mutating func take(_ text: StaticString) -> Bool {
        guard bytes.has(text, at: position, before: end) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Takes at least one space.
    mutating func takeSpaces() -> Bool { takeRun(1...Int.max) { $0 == 0x20 } != nil }

    /// Takes digits. Their number must be in `count`.
    mutating func takeDigits(_ count: ClosedRange<Int> = 1...20) -> Range<Int>? { takeRun(count, where: ByteClass.isDigit) }

    /// Takes the longest run of bytes that match. Its length must be in `count`.
    mutating func takeRun(_ count: ClosedRange<Int> = 1...Int.max, where matches: (UInt8) -> Bool) -> Range<Int>? {
        var last = position
        while last < end, last - position <= count.upperBound, matches(bytes[last]) { last += 1 }
        guard count.contains(last - position) else { return nil }
        defer { position = last }
        return position..<last
    }

    /// Takes everything up to the next space or the end. Returns nil if that is nothing.
    mutating func takeWord() -> Range<Int>? { takeRun { $0 != 0x20 } }

    /// Takes a hexadecimal number with `0x` before it.
    mutating func takeHexadecimal() -> Bool {
        let start = position
        guard take("0x"), takeRun(1...16, where: { ByteClass.hexadecimal($0) != nil }) != nil else {
            position = start
            return false
        }
        return true
    }

    /// Goes to a position at or after the current one.
    mutating func move(to place: Int) { position = min(max(place, position), end) }
}

extension [UInt8] {
    /// Returns the part of `range` that lies between `opening` and the next `closing`, without both.
    func part(after opening: StaticString, before closing: StaticString, in range: Range<Int>) -> Range<Int>? {
        guard let start = place(of: opening, in: range).map({ $0 + opening.utf8CodeUnitCount }) else { return nil }
        return place(of: closing, in: start..<range.upperBound).map { start..<$0 }
    }

    /// Returns a part as text. Bytes that are not UTF-8 become U+FFFD.
    func text(_ range: Range<Int>) -> String { span.extracting(range).string }
}
