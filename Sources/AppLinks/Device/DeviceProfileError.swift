/// What is wrong with a device profile, and where in the file.
package struct DeviceProfileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The way to the value, as `apps[1].schemes[0]`; empty for the file as a whole.
    package let path: String
    /// The first byte it is about, from 0.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// In bytes, from 1.
    package let column: Int
    /// What is wrong and what would be right.
    package let message: String

    package var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "line \(line), column \(column) (byte \(offset)): \(place)\(message)"
    }

    init(_ message: String, path: String, offset: Int, in source: [UInt8]) {
        let before = source.prefix(offset)
        self.message = message
        self.path = path
        self.offset = offset
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = offset - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
    }
}
