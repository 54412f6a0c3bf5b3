import CNcurses
import Screen

/// Passes the cells of changed rows to CNcurses, which writes the difference.
///
/// A run is ASCII text of one style. Every other glyph is drawn at its own position. If the C library and the frame disagree about the
/// width of a glyph, the glyph is replaced. So no glyph can shift the rest of a row.
struct FrameWriter {
    let isUTF8: Bool
    private let looks: [(attributes: Int32, pair: Int32)]
    private var last: Frame?
    private var run: [UInt32] = []

    init(palette: Palette, isUTF8: Bool) {
        self.isUTF8 = isUTF8
        looks = Role.allCases.map { role in
            let look = palette.look(of: role)
            let pair = palette.pair(of: role)
            if pair > 0 { cn_define_pair(pair, look.foreground, look.background) }
            return (FrameWriter.bits(look.attributes) | (look.isDim ? Int32(cn_dim) : 0), pair)
        }
    }

    /// Forgets the last frame, because the screen no longer shows it.
    mutating func forget() { last = nil }

    mutating func write(_ frame: Frame) {
        guard frame != last else { return }
        if frame.size != last?.size {
            cn_resize(Int32(frame.size.rows), Int32(frame.size.columns))
            last = nil
        }
        for row in 0..<frame.size.rows where last?.row(row) != frame.row(row) {
            write(frame.row(row), row: Int32(row))
        }
        let cursor = frame.cursor.flatMap { frame.bounds.contains($0) ? $0 : nil }
        cn_cursor(Int32(cursor?.row ?? 0), Int32(cursor?.column ?? 0), cursor != nil)
        cn_flush()
        last = frame
    }

    private mutating func write(_ cells: ArraySlice<Cell>, row: Int32) {
        var style = Style.text
        var start: Int32 = 0
        for (column, cell) in zip(Int32(0)..., cells) where !cell.isContinuation {
            let glyph = cell.glyph
            let isPlain = glyph.base.value < 0x7F && !glyph.hasMarks
            if cell.style != style || !isPlain || run.isEmpty {
                putRun(row, start, style)
                style = cell.style
                start = column
            }
            if isPlain {
                run.append(glyph.base.value)
            } else {
                put(glyph, row, column, style)
            }
        }
        putRun(row, start, style)
    }

    /// Draws a glyph that is not ASCII at its own position.
    private mutating func put(_ glyph: Glyph, _ row: Int32, _ column: Int32, _ style: Style) {
        if isUTF8, isAsWide(glyph) {
            run.append(glyph.base.value)
            for index in 0..<glyph.markCount { run.append(glyph.mark(index).value) }
            putRun(row, column, style, isMarked: glyph.hasMarks)
        } else {
            run.append(isUTF8 ? 0xFFFD : 0x3F)
            if glyph.width == 2 { run.append(0x20) }
            putRun(row, column, style)
        }
    }

    private func isAsWide(_ glyph: Glyph) -> Bool {
        guard cn_width(glyph.base.value) == Int32(glyph.width) else { return false }
        return (0..<glyph.markCount).allSatisfy { cn_width(glyph.mark($0).value) == 0 }
    }

    private mutating func putRun(_ row: Int32, _ column: Int32, _ style: Style, isMarked: Bool = false) {
        guard !run.isEmpty else { return }
        let look = looks[Int(style.role.rawValue)]
        let attributes = look.attributes | FrameWriter.bits(style.attributes)
        let count = Int32(run.count)
        // The scalars are only read, and only during the calls.
        unsafe run.withUnsafeBufferPointer { scalars in
            if isMarked {
                unsafe cn_put_marked(row, column, scalars.baseAddress, count, attributes, look.pair)
            } else {
                unsafe cn_put(row, column, scalars.baseAddress, count, attributes, look.pair)
            }
        }
        run.removeAll(keepingCapacity: true)
    }

    private static func bits(_ attributes: Style.Attributes) -> Int32 {
        (attributes.contains(.bold) ? Int32(cn_bold) : 0)
            | (attributes.contains(.reverse) ? Int32(cn_reverse) : 0)
            | (attributes.contains(.underline) ? Int32(cn_underline) : 0)
    }
}
