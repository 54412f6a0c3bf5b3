// A terminal cell is about twice as high as it is wide. So a module is drawn as half a cell or, if there are no half blocks, as two cells.
//
//     UTF-8    █▀▀▀█    two rows of modules per row of text: █ both dark, ▀ the upper, ▄ the lower, a space neither
//     ASCII    ####  ##    one row of modules per row of text, ## for a dark one
//
// The code is always drawn dark on light (the role `code`), even on a dark screen, because some readers reject inverted codes.

extension QRCode {
    /// The possible widths of the light border (quiet zone) in modules: the standard width, and a smaller width for small screens, which
    /// most readers accept.
    package static let quietZones = [4, 2]

    /// Returns the size of the drawing if the quiet zone is `quiet` modules wide.
    package func size(quiet: Int, _ encoding: Sanitizer.Encoding) -> Size {
        let modules = width + 2 * max(quiet, 0)
        return switch encoding {
        case .utf8: Size(columns: modules, rows: (modules + 1) / 2)
        case .ascii: Size(columns: modules * 2, rows: modules)
        }
    }

    /// Returns the width of the widest quiet zone with which the code fits into `room`. Returns nil if the code does not fit at all.
    package func quietZone(in room: Size, _ encoding: Sanitizer.Encoding) -> Int? {
        Self.quietZones.first { quiet in
            let size = size(quiet: quiet, encoding)
            return size.columns <= room.columns && size.rows <= room.rows
        }
    }

    /// Returns the rows of text that show the code. All rows have the same length.
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

/// A QR code: its dark and light modules, without the quiet zone around them.
package struct QRCode: Hashable, Sendable {
    /// The number of modules per row, which is also the number of rows: 21 for the smallest code, 177 for the largest.
    package let width: Int
    private let modules: [Bool]

    /// The maximum number of bytes in a code, with the weakest error correction.
    package static let mostBytes = 2953

    /// Returns nil if the width is not valid for a QR code, or if the number of modules does not match the width.
    ///
    /// - Parameter modules: The modules row by row. True stands for a dark module.
    package init?(width: Int, modules: [Bool]) {
        guard (21...177).contains(width), width % 4 == 1, modules.count == width * width else { return nil }
        self.width = width
        self.modules = modules
    }

    /// Returns whether a module is dark. Returns false outside the code, where the quiet zone is.
    package func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return modules[row * width + column]
    }
}
