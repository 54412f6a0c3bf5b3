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

    /// Takes the lines that lie here already, but no more than make up so many bytes; they stay where they are until more is read.
    package mutating func takeLines(upTo size: Int, into lines: inout [(range: Range<Int>, isCut: Bool)]) {
        lines.removeAll(keepingCapacity: true)
        var taken = 0
        while taken < size, let line = buffer.nextLine() ?? (isAtEnd ? buffer.takeRest() : nil) {
            lines.append((line.range, line.isCut))
            taken += line.range.count + 1
        }
    }

    /// What the ranges of lines count in.
    package var bytes: [UInt8] { buffer.bytes }

    /// Reads on as long as that does not wait and there is room, so that there is enough for more than one thread.
    package mutating func fillWithoutWaiting() throws(SystemError) {
        while !isAtEnd, buffer.hasRoom, isReadable { _ = try fill() }
    }

    /// Whether reading on would not wait.
    package var isReadable: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&wanted, 1, 0) == 1
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
