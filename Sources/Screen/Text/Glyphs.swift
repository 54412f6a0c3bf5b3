/// The symbols that frames are drawn with: Unicode line drawing in a UTF-8 terminal, `+-|` in others. The terminal's own line-drawing set
/// is never used, because it does not work in many terminals.
package struct Glyphs: Hashable, Sendable {
    package let encoding: Sanitizer.Encoding
    let plain: Border
    /// The lines of a focused border, which are visible without colors too.
    let focused: Border
    /// The sign at the end of truncated text.
    package let cut: SafeText
    package let folded: SafeText
    package let unfolded: SafeText
    package let selected: SafeText
    /// The sign of a row that the user marked.
    package let marked: SafeText

    package static let utf8 = Glyphs(
        encoding: .utf8,
        plain: Border(horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘"),
        focused: Border(horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛"),
        cut: "…",
        folded: "▸",
        unfolded: "▾",
        selected: ">",
        marked: "◆"
    )

    package static let ascii = Glyphs(
        encoding: .ascii,
        plain: Border(horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+"),
        focused: Border(horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#"),
        cut: "..",
        folded: ">",
        unfolded: "v",
        selected: ">",
        marked: "+"
    )

    package static func matching(_ encoding: Sanitizer.Encoding) -> Glyphs {
        encoding == .utf8 ? .utf8 : .ascii
    }

    struct Border: Hashable, Sendable {
        let horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight: Glyph
    }

    package var sanitizer: Sanitizer { Sanitizer(encoding) }
}

/// A visible character: a base scalar with at most four combining marks. It is one or two columns wide.
///
/// Only the sanitizer makes glyphs from external text. So none moves the cursor, or reorders or hides text.
package struct Glyph: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    /// The maximum number of marks. `CCHARW_MAX` of ncurses is five: one base and four marks.
    static let maximumMarks = 4

    package let base: Unicode.Scalar
    /// The code points of the marks, in order. 0 stands for no mark. The code points are stored inline, so that a cell needs no allocation.
    private(set) var markValues: SIMD4<UInt32>
    /// The width in columns: 1 or 2.
    package let width: UInt8

    init(_ base: Unicode.Scalar, width: Int = 1) {
        self.base = base
        self.width = UInt8(clamping: width)
        markValues = SIMD4(repeating: 0)
    }

    package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }

    static let space: Glyph = " "

    package var hasMarks: Bool { markValues[0] != 0 }

    package var markCount: Int {
        var count = 0
        while count < Glyph.maximumMarks, markValues[count] != 0 { count += 1 }
        return count
    }

    /// Returns the mark at `index`, which must be less than `markCount`.
    package func mark(_ index: Int) -> Unicode.Scalar {
        Unicode.Scalar(markValues[index]) ?? "\u{FFFD}"
    }

    /// Adds a mark. Returns false if there is no room for the mark.
    mutating func add(mark: Unicode.Scalar) -> Bool {
        let count = markCount
        guard count < Glyph.maximumMarks else { return false }
        markValues[count] = mark.value
        return true
    }

    package func append(to text: inout String) {
        text.unicodeScalars.append(base)
        if hasMarks {
            for index in 0..<markCount { text.unicodeScalars.append(mark(index)) }
        }
    }
}
