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
