import Bytes
package import Screen

/// A frame as a picture in the format SVG, with the colors of a theme.
///
/// Each row is drawn in runs of cells with the same style. A run has the width of its cells whatever font the viewer has, so the columns stay
/// aligned. The picture contains no script, no link and no font.
package nonisolated struct FramePicture {
    private let frame: Frame
    private let palette: Palette
    private let ground: Palette.Look

    /// The size of a cell and of its letters, in pixels.
    private static let cell = (width: 8, height: 17, letters: 13.3, baseline: 13)

    /// - Parameter theme: A theme that has its own background. The theme `terminal` has none, so the theme `dark` takes its place.
    package init(_ frame: Frame, theme: Theme) {
        self.frame = frame
        palette = Palette(depth: .many, theme: theme == .terminal ? .dark : theme)
        ground = palette.look(of: .text)
    }

    /// The picture, with a newline at the end.
    package var svg: String {
        let (width, height) = (frame.size.columns * Self.cell.width, frame.size.rows * Self.cell.height)
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="\(Self.cell.letters)">
            <rect width="100%" height="100%" fill="\(Self.color(ground.background))"/>

            """
        for row in 0..<frame.size.rows {
            for run in runs(of: row) { draw(run, row, &svg) }
        }
        return svg + "</svg>\n"
    }

    /// Cells beside each other that have the same style.
    private struct Run {
        var column: Int
        var columns = 0
        var style: Style
        var text = ""
    }

    private func runs(of row: Int) -> [Run] {
        var runs: [Run] = []
        for (column, cell) in frame.row(row).enumerated() {
            if runs.last?.style != cell.style { runs.append(Run(column: column, style: cell.style)) }
            runs[runs.count - 1].columns += 1
            if !cell.isContinuation { cell.glyph.append(to: &runs[runs.count - 1].text) }
        }
        return runs
    }

    private func draw(_ run: Run, _ row: Int, _ svg: inout String) {
        let look = palette.look(of: run.style.role)
        // As on a terminal, the attributes of the role and those of the cell are added up.
        let attributes = look.attributes.union(run.style.attributes)
        let isReversed = attributes.contains(.reverse)
        let (color, background) = isReversed ? (look.background, look.foreground) : (look.foreground, look.background)
        let (x, y) = (run.column * Self.cell.width, row * Self.cell.height)
        let width = run.columns * Self.cell.width
        if background != ground.background {
            svg += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.cell.height)\" fill=\"\(Self.color(background))\"/>\n"
        }
        guard run.text.contains(where: { $0 != " " }) else { return }
        svg +=
            "<text x=\"\(x)\" y=\"\(y + Self.cell.baseline)\" textLength=\"\(width)\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" "
        svg += "fill=\"\(Self.color(color))\""
        if attributes.contains(.bold) { svg += " font-weight=\"bold\"" }
        if attributes.contains(.underline) { svg += " text-decoration=\"underline\"" }
        svg += ">\(run.text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;"]))</text>\n"
    }

    /// Returns one of the 256 colors of xterm, from the cube and the grays, as `#rrggbb`.
    private static func color(_ number: Int32) -> String {
        func level(_ step: Int32) -> Int { step == 0 ? 0 : 55 + 40 * Int(step) }
        let parts: [Int]
        if number >= 232 {
            parts = Array(repeating: 8 + 10 * Int(number - 232), count: 3)
        } else {
            let cube = max(number - 16, 0)
            parts = [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
        }
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
