import Bytes

extension [UInt8] {
    /// Returns where `text` first occurs within `range`.
    func place(of text: StaticString, in range: Range<Int>) -> Int? {
        guard let first = text.withUTF8Buffer({ unsafe $0.first }) else { return nil }
        var position = range.lowerBound
        while position < range.upperBound {
            position = span.place(of: first, from: position, end: range.upperBound)
            guard position + text.utf8CodeUnitCount <= range.upperBound else { return nil }
            if has(text, at: position, before: range.upperBound) { return position }
            position += 1
        }
        return nil
    }

    /// Returns where `text` last occurs within `range`.
    func lastPlace(of text: StaticString, in range: Range<Int>) -> Int? {
        var position = range.upperBound - text.utf8CodeUnitCount
        while position >= range.lowerBound {
            if has(text, at: position, before: range.upperBound) { return position }
            position -= 1
        }
        return nil
    }

    /// Returns whether the bytes in `range` are exactly `text`.
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount && has(text, at: range.lowerBound, before: range.upperBound)
    }

    /// Returns the part of `range` that lies between `opening` and the next `closing`, without both.
    func part(after opening: StaticString, before closing: StaticString, in range: Range<Int>) -> Range<Int>? {
        guard let start = place(of: opening, in: range).map({ $0 + opening.utf8CodeUnitCount }) else { return nil }
        return place(of: closing, in: start..<range.upperBound).map { start..<$0 }
    }

    /// Returns `range` without spaces at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        let part = span.extracting(range).trimmed
        return range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    }

    /// Returns a part as text. Bytes that are not UTF-8 become U+FFFD.
    func text(_ range: Range<Int>) -> String { span.extracting(range).string }
}
