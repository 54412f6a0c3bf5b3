/// A file without a name, for data that is too large for memory and is read back later. It disappears with the object.
package final class SpoolFile {
    private let file: OpenFile
    private let writer = SystemFileWriter()
    package private(set) var count = 0

    /// - Parameter path: A path in the folder of the file. The file has a hidden name beside it for a moment.
    package init(beside path: String) throws(SystemError) {
        let parts = PathParts(path)
        let hidden = "\(parts.folder).\(parts.name).\(getpid()).spool"
        unsafe unlink(hidden)
        file = try OpenFile.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
        unsafe unlink(hidden)
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemError) {
        try writer.writeAll(bytes, at: Int64(count), to: file.descriptor)
        count += bytes.count
    }

    private static let piece = 1 << 16

    /// Passes a part of the file on, piece by piece.
    package func read(_ range: Range<Int>, _ take: (Span<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
        var place = range.lowerBound
        while place < range.upperBound {
            let bytes = try file.bytes(at: Int64(place), count: min(Self.piece, range.upperBound - place))
            if bytes.isEmpty { throw SystemError("read", code: EIO) }
            try take(bytes.span)
            place += bytes.count
        }
    }
}
