import Bytes

/// The colors of `logcat -v color`: `ESC[38;5;40m` before a line and `ESC[0m` after it.
enum LineColors {
    private static let escape: UInt8 = 0x1B

    /// Returns the line without the sequences of the form `ESC[…m`.
    static func removed(from line: Span<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(line.count)
        var position = 0
        while position < line.count {
            if line[position] == escape, let end = end(of: position, in: line) {
                position = end
            } else {
                plain.append(line[position])
                position += 1
            }
        }
        return plain
    }

    private static func end(of start: Int, in line: Span<UInt8>) -> Int? {
        guard start + 1 < line.count, line[start + 1] == UInt8(ascii: "[") else { return nil }
        var position = start + 2
        let limit = min(line.count, start + 32)
        while position < limit, ByteClass.isDigit(line[position]) || line[position] == UInt8(ascii: ";") { position += 1 }
        return position < limit && line[position] == UInt8(ascii: "m") ? position + 1 : nil
    }
}
