/// A file without a name, for data that is too large for memory and is read back later. It disappears with the object.
package final class SpoolFile {
    let file: OpenFile
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

    /// Appends what a pipe or a device has until its end, and waits for it.
    func append(everythingFrom descriptor: Int32) throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: Self.piece)
        while true {
            // A pipe that is opened without waiting has no end until a writer has opened it.
            _ = try Readiness.wait([(descriptor, Readiness.readable)])
            let count = try retrying("read") { unsafe systemRead(descriptor, &piece, piece.count) }
            if count == 0 { return }
            try append(piece.span.extracting(..<count))
        }
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

/// The system's function, whose name the method of the file hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}
