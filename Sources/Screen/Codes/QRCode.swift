/// A QR code as its modules, dark or light, without the quiet zone around them.
package struct QRCode: Hashable, Sendable {
    /// Modules in a row, and rows: 21 for the smallest, 177 for the largest.
    package let width: Int
    private let modules: [Bool]

    /// The most bytes that a code holds, at the weakest correction of errors.
    package static let mostBytes = 2953

    /// - Parameter modules: Row by row, true for a dark one. Nil when these are not the modules of a QR code of that width.
    package init?(width: Int, modules: [Bool]) {
        guard (21...177).contains(width), width % 4 == 1, modules.count == width * width else { return nil }
        self.width = width
        self.modules = modules
    }

    /// Whether a module is dark; outside, in the quiet zone, none is.
    package func isDark(column: Int, row: Int) -> Bool {
        guard (0..<width).contains(column), (0..<width).contains(row) else { return false }
        return modules[row * width + column]
    }
}
