/// The numbers of characters in a text that a reader would not see, or would see in the wrong place.
package struct Oddities: Hashable, Sendable {
    /// DEL and the control characters of C0 and C1, except TAB and LF.
    package var controls = 0
    /// Marks, overrides and isolates that change the text direction.
    package var bidi = 0
    /// Invisible characters: zero-width characters, soft hyphens, fillers.
    package var invisible = 0
    /// Tag characters and supplementary variation selectors, which can hide entire texts.
    package var hiddenText = 0
    /// U+2028 and U+2029.
    package var separators = 0
    /// Bytes that are not UTF-8.
    package var invalidBytes = 0
    /// Space characters other than U+0020. They are suspicious only inside a host name, so `total` does not include them.
    package var blanks = 0
    /// Combining marks after the fourth on the same base.
    package var stackedMarks = 0

    package init() {}

    /// The number that the badge shows.
    package var total: Int {
        controls + bidi + invisible + hiddenText + separators + invalidBytes + stackedMarks
    }

    /// A summary such as `2 bidi overrides, 1 control character`; empty if all counts are zero.
    package var summary: String {
        let parts: [(Int, String, String)] = [
            (bidi, "bidi override", "bidi overrides"),
            (hiddenText, "hidden character", "hidden characters"),
            (invisible, "invisible character", "invisible characters"),
            (controls, "control character", "control characters"),
            (separators, "line separator", "line separators"),
            (invalidBytes, "invalid byte", "invalid bytes"),
            (stackedMarks, "stacked mark", "stacked marks"),
        ]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    }

    package static func + (left: Oddities, right: Oddities) -> Oddities {
        var sum = left
        sum.add(right)
        return sum
    }

    mutating func add(_ other: Oddities) {
        controls += other.controls
        bidi += other.bidi
        invisible += other.invisible
        hiddenText += other.hiddenText
        separators += other.separators
        invalidBytes += other.invalidBytes
        blanks += other.blanks
        stackedMarks += other.stackedMarks
    }

    mutating func count(_ kind: Kind) {
        switch kind {
        case .control: controls += 1
        case .bidi: bidi += 1
        case .invisible: invisible += 1
        case .hiddenText: hiddenText += 1
        case .separator: separators += 1
        case .invalidByte: invalidBytes += 1
        case .blank: blanks += 1
        case .stackedMark: stackedMarks += 1
        case .none: break
        }
    }

    enum Kind {
        case none, control, bidi, invisible, hiddenText, separator, invalidByte, blank, stackedMark
    }
}
