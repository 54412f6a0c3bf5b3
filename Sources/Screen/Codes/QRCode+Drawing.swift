// A cell of a terminal is about twice as high as it is wide. So a module is half a cell, or, where there are no half blocks, two cells.
//
//     UTF-8    █▀▀▀█    two rows of modules in a row of text: █ both dark, ▀ the upper, ▄ the lower, a blank neither
//     ASCII    ####  ##    one row of modules, ## for a dark one
//
// It has to be drawn dark on light (the role `code`), also on a dark screen: not every reader knows inverted codes.

extension QRCode {
    /// The light modules that belong around a code. With fewer on a small screen most readers still see it.
    package static let quietZones = [4, 2]

    /// How large it is drawn, with so many light modules around it.
    package func size(quiet: Int, _ encoding: Sanitizer.Encoding) -> Size {
        let modules = width + 2 * max(quiet, 0)
        return switch encoding {
        case .utf8: Size(columns: modules, rows: (modules + 1) / 2)
        case .ascii: Size(columns: modules * 2, rows: modules)
        }
    }

    /// The widest quiet zone with which it has room; nil if it has none with any.
    package func quietZone(in room: Size, _ encoding: Sanitizer.Encoding) -> Int? {
        Self.quietZones.first { quiet in
            let size = size(quiet: quiet, encoding)
            return size.columns <= room.columns && size.rows <= room.rows
        }
    }

    /// The rows of text that show it, all of one length.
    package func lines(quiet: Int, _ encoding: Sanitizer.Encoding) -> [String] {
        let places = -quiet..<width + quiet
        return switch encoding {
        case .utf8:
            stride(from: -quiet, to: width + quiet, by: 2).map { row in
                places.reduce(into: "") { line, column in
                    line += Self.halves(upper: isDark(column: column, row: row), lower: isDark(column: column, row: row + 1))
                }
            }
        case .ascii:
            places.map { row in
                places.reduce(into: "") { line, column in line += isDark(column: column, row: row) ? "##" : "  " }
            }
        }
    }

    private static func halves(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
