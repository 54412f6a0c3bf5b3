/// Reads the lines of a descriptor in order and in bounded memory, for commands that read their input once.
package struct LineReader {
    package struct Line {
        package var bytes: [UInt8]
        /// Whether the line was longer than `bytes`, which has only its beginning.
        package var isCut: Bool
    }

    private let file: OpenFile?
    private let descriptor: Int32
    private var buffer = LineBuffer(limit: RecordLimits.kept, capacity: 1 << 20)
    private var isAtEnd = false

    /// Reads a descriptor that belongs to the caller. The reader does not close it.
    package init(descriptor: Int32) {
        file = nil
        self.descriptor = descriptor
    }

    package init(path: String) throws(SystemError) {
        let file = try OpenFile.open(path, O_RDONLY)
        self.file = file
        descriptor = file.descriptor
    }

    /// Returns the next line from the bytes that have been read; nil if there is no such line. Then call `fill`.
    package mutating func next() -> Line? {
        let line = buffer.nextLine() ?? (isAtEnd ? buffer.takeRest() : nil)
        return line.map { Line(bytes: Array(buffer.bytes[$0.range]), isCut: $0.isCut) }
    }

    /// Replaces `lines` with the next lines from the bytes that have been read. Stops after the line with which the total length reaches
    /// `size` bytes. The ranges are valid until more is read.
    package mutating func takeLines(upTo size: Int, into lines: inout [(range: Range<Int>, isCut: Bool)]) {
        lines.removeAll(keepingCapacity: true)
        var taken = 0
        while taken < size, let line = buffer.nextLine() ?? (isAtEnd ? buffer.takeRest() : nil) {
            lines.append((line.range, line.isCut))
            taken += line.range.count + 1
        }
    }

    /// The bytes that the ranges of lines refer to.
    package var bytes: [UInt8] { buffer.bytes }

    /// Reads all bytes that are available without waiting, as far as the buffer has room. More bytes give work to more threads.
    package mutating func fillWithoutWaiting() throws(SystemError) {
        while !isAtEnd, buffer.hasRoom, isReadable() { _ = try fill() }
    }

    /// Returns whether more can be read at once, or within a time.
    package func isReadable(within milliseconds: Int32 = 0) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // macOS cannot poll /dev/tty, and says so at once.
        return unsafe poll(&wanted, 1, milliseconds) == 1 && wanted.revents & Int16(POLLNVAL) == 0
    }

    /// The pause, in milliseconds, that ends lines that arrive together, and the bounds of what such lines may take.
    private static let burst = (pause: Int32(50), longest: Duration.seconds(1), bytes: 16 << 20, lines: 100_000)

    /// Returns the lines that arrive together, such as those of a paste. Waits for the first of them. Returns none after the end of the input,
    /// or if the input cannot be read.
    package mutating func nextBurst() -> [Line] {
        var lines: [Line] = []
        var size = 0
        var start: ContinuousClock.Instant?
        repeat {
            while let line = next() {
                lines.append(line)
                size += line.bytes.count
            }
            if lines.isEmpty { continue }
            let waited = start.map { ContinuousClock.now - $0 } ?? .zero
            start = start ?? ContinuousClock.now
            guard waited < Self.burst.longest, size < Self.burst.bytes, lines.count < Self.burst.lines,
                isReadable(within: Self.burst.pause)
            else { break }
        } while (try? fill()) == true
        return lines
    }

    /// Reads more bytes, and waits for them if necessary. Returns `false` if an earlier call has reached the end. Before this call, call
    /// `next` until it returns nil. After the end, `next` also returns a last line without a newline.
    package mutating func fill() throws(SystemError) -> Bool {
        guard !isAtEnd else { return false }
        let descriptor = descriptor
        let count = try unsafe buffer.read { room throws(SystemError) in
            try retrying("read") { unsafe read(descriptor, room.baseAddress, room.count) }
        }
        isAtEnd = count == 0
        return true
    }
}
