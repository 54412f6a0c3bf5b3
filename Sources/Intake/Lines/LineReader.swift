#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads the lines of a descriptor one after another, in bounded memory; for commands that go through their input once.
package struct LineReader {
    package struct Line {
        package var bytes: [UInt8]
        /// The line was longer than what is kept of it.
        package var isCut: Bool
    }

    private let file: OpenFile?
    private let descriptor: Int32
    private var buffer = LineBuffer(limit: RecordLimits.kept, capacity: 1 << 20)
    private var isAtEnd = false

    /// Reads a descriptor that is the caller's and stays open.
    package init(descriptor: Int32) {
        file = nil
        self.descriptor = descriptor
    }

    package init(path: String) throws(SystemError) {
        let file = try OpenFile.open(path, O_RDONLY)
        self.file = file
        descriptor = file.descriptor
    }

    /// The next line that lies here already; nil when more has to be read first.
    package mutating func next() -> Line? {
        let line = buffer.nextLine() ?? (isAtEnd ? buffer.takeRest() : nil)
        return line.map { Line(bytes: Array(buffer.bytes[$0.range]), isCut: $0.isCut) }
    }

    /// Reads on, which may wait; false when the end was reached before. Take what `next` has first, then the rest after the end.
    package mutating func fill() throws(SystemError) -> Bool {
        guard !isAtEnd else { return false }
        let descriptor = descriptor
        let count = try unsafe buffer.read { room throws(SystemError) in
            while true {
                let count = unsafe read(descriptor, room.baseAddress, room.count)
                if count >= 0 { return count }
                if errno != EINTR { throw SystemError("read", code: errno) }
            }
        }
        isAtEnd = count == 0
        return true
    }
}
