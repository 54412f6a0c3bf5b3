import CNcurses
import Screen

/// Hands the cells of changed rows to the library below, which writes what differs.
///
/// A run ends with a change of style and after every glyph that is not ASCII: the next begins at a place of its own, so a
/// width the C library sees differently can shift nothing. Such a glyph is replaced anyway.
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

    /// The screen is not what was drawn last.
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
            if cell.style != style || run.isEmpty {
                flushRun(row, start, style)
                style = cell.style
                start = column
            }
            if append(cell.glyph) {
                flushRun(row, start, style)
                start = column + Int32(cell.glyph.width)
            }
        }
        flushRun(row, start, style)
    }

    /// Answers whether the run must end here.
    private mutating func append(_ glyph: Glyph) -> Bool {
        let base = glyph.base.value
        if base < 0x7F, !glyph.hasMarks {
            run.append(base)
            return false
        }
        guard isUTF8, isAsWide(glyph) else {
            run.append(isUTF8 ? 0xFFFD : 0x3F)
            if glyph.width == 2 { run.append(0x20) }
            return true
        }
        run.append(base)
        for index in 0..<glyph.markCount { run.append(glyph.mark(index).value) }
        return true
    }

    private func isAsWide(_ glyph: Glyph) -> Bool {
        guard cn_width(glyph.base.value) == Int32(glyph.width) else { return false }
        return (0..<glyph.markCount).allSatisfy { cn_width(glyph.mark($0).value) == 0 }
    }

    private mutating func flushRun(_ row: Int32, _ column: Int32, _ style: Style) {
        guard !run.isEmpty else { return }
        let look = looks[Int(style.role.rawValue)]
        let attributes = look.attributes | FrameWriter.bits(style.attributes)
        unsafe run.withUnsafeBufferPointer { scalars in
            unsafe cn_put(row, column, scalars.baseAddress, Int32(scalars.count), attributes, look.pair)
        }
        run.removeAll(keepingCapacity: true)
    }

    private static func bits(_ attributes: Style.Attributes) -> Int32 {
        (attributes.contains(.bold) ? Int32(cn_bold) : 0)
            | (attributes.contains(.reverse) ? Int32(cn_reverse) : 0)
            | (attributes.contains(.underline) ? Int32(cn_underline) : 0)
    }
}
