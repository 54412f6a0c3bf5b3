import Bytes
import Screen

/// Divides safe text into units that a line never breaks, and measures them.
///
///     a %2F é 字 <U+202E> ^[      each of these is one unit
///
/// A unit is a character with its marks, an escape of a link, or an escape of ``PlainText``.
enum TextUnits {
    /// Returns the end of the unit at a position, and its width.
    static func unit(of text: Span<UInt8>, at place: Int) -> (end: Int, columns: Int) {
        var (end, columns) = single(text, at: place)
        // Marks belong to the character before them.
        while end < text.count, text[end] >= 0x80, case let (next, width) = single(text, at: end), width == 0 {
            end = next
            columns += width
        }
        return (end, columns)
    }

    /// Returns the width of a text. The result is not exact beyond `limit`.
    static func columns(of text: Span<UInt8>, atMost limit: Int = .max) -> Int {
        // Each printable ASCII character takes one column, also within a unit.
        let printable = ByteView.with(text) { $0.printableEnd(from: 0, to: $0.count) }
        var (place, columns) = (printable, printable)
        while place < text.count, columns <= limit {
            let next = unit(of: text, at: place)
            place = next.end
            columns += next.columns
        }
        return columns
    }

    /// Returns the part of a text that fits on a line.
    ///
    /// - Parameters:
    ///   - breaksAtSpaces: Whether the line ends at a space if there is one. That space is not shown.
    ///   - isFresh: Whether nothing else is on the line. Then it takes at least one unit, even if the unit does not fit.
    /// - Returns: The end of the part and its width, and where the next line begins. The part is empty if the text fits better on the next
    ///   line.
    static func line(
        of text: Span<UInt8>, from start: Int, room: Int, breaksAtSpaces: Bool, isFresh: Bool
    ) -> (end: Int, columns: Int, next: Int) {
        var (place, columns) = (start, 0)
        var space: (place: Int, columns: Int)?
        while place < text.count {
            let next = unit(of: text, at: place)
            let isSpace = breaksAtSpaces && text[place] == 0x20
            guard columns + next.columns <= room || place == start && isFresh else {
                if isSpace { return (place, columns, place + 1) }
                if let space { return (space.place, space.columns, space.place + 1) }
                return breaksAtSpaces && !isFresh ? (start, 0, start) : (place, columns, place)
            }
            if isSpace, place > start { space = (place, columns) }
            place = next.end
            columns += next.columns
        }
        return (place, columns, place)
    }

    private static func single(_ text: Span<UInt8>, at place: Int) -> (end: Int, columns: Int) {
        let byte = text[place]
        if byte < 0x80 {
            let length = escapeLength(text, at: place)
            return (place + length, length)
        }
        let piece = PlainText.piece(of: text, at: place)
        guard case .character(let scalar) = piece else { return (place + 1, 1) }
        return (place + piece.length, isMark(scalar) ? 0 : DisplayWidth.columns(of: scalar))
    }

    /// Returns the length of the escape at a position, or 1 if there is none.
    private static func escapeLength(_ text: Span<UInt8>, at place: Int) -> Int {
        switch text[place] {
        case PercentCoding.percent: return PercentCoding.escape(in: text, at: place, end: text.count) == nil ? 1 : 3
        case UInt8(ascii: "^"):
            guard place + 1 < text.count else { return 1 }
            return 0x3F...0x5F ~= text[place + 1] ? 2 : 1
        case UInt8(ascii: "<"):
            for end in place + 1..<min(place + longestEscape, text.count) {
                if text[end] == UInt8(ascii: ">") { return end > place + 2 ? end + 1 - place : 1 }
                let isPrefix = end <= place + 2 && (text[end] == UInt8(ascii: "U") || text[end] == UInt8(ascii: "+"))
                if !isPrefix, ByteClass.hexadecimal(text[end]) == nil { return 1 }
            }
            return 1
        default: return 1
        }
    }

    /// The length of `<U+10FFFF>`.
    private static let longestEscape = 10

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if Visibility.isCommon(scalar) { return false }
        switch scalar.value {
        // The vowels and final consonants of Hangul join the letter before them.
        case 0x1161...0x11FF, 0xD7B0...0xD7FB: return true
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark
        }
    }
}
