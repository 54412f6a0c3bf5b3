#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// Lines out of chunks, in bounded memory. A window of the input lies in `bytes[head..<fill]`; what is before `head` has been handed out.
//
//     bytes  |  handed out  |  lines not looked for yet, the last perhaps unfinished  |  room  |
//            0             head                                                     fill    count
//
// A line longer than `limit` is handed out as its first `limit` bytes, marked as cut, and the rest of it is passed over as it comes.

/// Takes chunks of input in and hands lines out.
struct LineBuffer: Sendable {
    struct Line: Sendable, Hashable {
        /// Where in `bytes`, without the line end ("\n" or "\r\n"); true until the next `read`.
        var range: Range<Int>
        var isCut: Bool
    }

    private(set) var bytes: [UInt8]
    /// How far into the input the first of `bytes` is.
    private var base: Int64
    private var head = 0
    private var fill = 0
    /// No newline is before this.
    private var searched = 0
    private var isPassingOver = false
    private let limit: Int
    private let isText: Bool

    /// - Parameters:
    ///   - capacity: Room at first; it grows only for a line that does not fit.
    ///   - offset: How far into the input the first byte is.
    ///   - isText: A line may end in "\r\n", and the input begin with a byte order mark. False for the journal, whose lines are exact.
    init(limit: Int, capacity: Int, offset: Int64 = 0, isText: Bool = true) {
        self.limit = limit
        self.isText = isText
        bytes = [UInt8](repeating: 0, count: capacity)
        base = offset
    }

    /// How far into the input the next `read` is.
    var readOffset: Int64 { base + Int64(fill) }

    /// How far into the input the first line is that was not handed out.
    var lineOffset: Int64 { base + Int64(head) }

    /// What was read last, at most so many bytes.
    func lastBytes(_ count: Int) -> [UInt8] { Array(bytes[max(0, fill - count)..<fill]) }

    func offset(of line: Line) -> Int64 { base + Int64(line.range.lowerBound) }

    /// Whether more can be read behind what is there, with nothing of it to be handed out first.
    var hasRoom: Bool { fill - head < bytes.count }

    /// Whether a line has begun that has not ended.
    var hasRest: Bool { head < fill && !isPassingOver }

    /// Lets the closure fill what room there is; it returns how many bytes it wrote.
    mutating func read(_ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int) throws(SystemError) -> Int {
        makeRoom()
        let count = try unsafe Self.fill(&bytes, from: fill, body)
        fill += min(max(count, 0), bytes.count - fill)
        return count
    }

    private static func fill(
        _ bytes: inout [UInt8], from start: Int, _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    ) throws(SystemError) -> Int {
        var span = bytes.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
            try unsafe body(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// The next line that is complete, or too long to become so.
    mutating func nextLine() -> Line? {
        if isPassingOver {
            guard let newline = newline(from: head) else {
                head = fill
                searched = fill
                return nil
            }
            isPassingOver = false
            head = newline + 1
            searched = head
        }
        guard let newline = newline(from: searched) else {
            searched = fill
            // One more than the limit may be the "\r" of a line that just fits.
            guard fill - head > limit + 1 else { return nil }
            let line = Line(range: head..<(head + limit), isCut: true)
            head = fill
            isPassingOver = true
            return line
        }
        let line = line(endingAt: newline)
        head = newline + 1
        searched = head
        return line
    }

    /// What is left without a newline: the last line, once the input has ended.
    mutating func takeRest() -> Line? {
        defer {
            head = fill
            searched = fill
        }
        return hasRest ? line(endingAt: fill) : nil
    }

    private func line(endingAt end: Int) -> Line {
        guard isText else { return cut(head..<end) }
        let hasReturn = end > head && bytes[end - 1] == UInt8(ascii: "\r")
        let hasMark = lineOffset == 0 && bytes[head..<end].starts(with: [0xEF, 0xBB, 0xBF])
        let start = hasMark ? head + 3 : head
        return cut(start..<max(start, hasReturn ? end - 1 : end))
    }

    private func cut(_ range: Range<Int>) -> Line {
        range.count > limit
            ? Line(range: range.prefix(limit), isCut: true)
            : Line(range: range, isCut: false)
    }

    private func newline(from start: Int) -> Int? {
        guard start < fill else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), fill - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private mutating func makeRoom() {
        if head > 0 {
            unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return }
                unsafe memmove(base, base + head, fill - head)
            }
            base += Int64(head)
            fill -= head
            searched -= head
            head = 0
        }
        // An unfinished line fills the window: it may grow until the line is known to be too long.
        if fill == bytes.count {
            bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 65_536))
        }
    }
}
