/// A QR code as its dark and light modules, without the quiet zone around them.
package struct QRCode: Hashable, Sendable {
    /// The number of modules per row, and of rows: 21 for the smallest code, 177 for the largest.
    package let width: Int
    private let modules: [Bool]

    /// The most bytes that a code can hold, with the weakest error correction.
    package static let mostBytes = 2953

    /// Nil if the width is not a QR code's, or the number of modules does not match it.
    ///
    /// - Parameter modules: The modules row by row, true for a dark one.
    package init?(width: Int, modules: [Bool]) {
        guard (21...177).contains(width), width % 4 == 1, modules.count == width * width else { return nil }
        self.width = width
        self.modules = modules
    }

    /// Returns whether a module is dark; false outside, in the quiet zone.
    package func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return modules[row * width + column]
    }
}
