/// An error in a device profile, and its place in the file.
package struct DeviceProfileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the value, such as `apps[1].schemes[0]`; empty for the file as a whole.
    package let path: String
    /// The offset of the error's first byte, from 0.
    package let offset: Int
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    /// A sentence that says what is wrong and what is expected.
    package let message: String

    package var description: String {
        let place = path.isEmpty ? "" : "\(path): "
        return "line \(line), column \(column) (byte \(offset + 1)): \(place)\(message)"
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
