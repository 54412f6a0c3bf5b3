// Splits chunks into lines in bounded memory. The current window of the input is `bytes[head..<fill]`. All lines before `head` have been
// returned.
//
//    bytes  |  returned      |  lines not searched for yet, the last one may be incomplete  |  free  |
//           0             head                                                          fill    count
//
// For a line longer than `limit`, the first `limit` bytes are returned and marked as truncated. The rest of the line is skipped as it
// arrives.

/// Accepts chunks of input and returns lines.
struct LineBuffer: Sendable {
    struct Line: Sendable, Hashable {
        /// The range in `bytes`, without the line end ("\n" or "\r\n"). The range is valid until the next `read`.
        var range: Range<Int>
        var isCut: Bool
    }

    private(set) var bytes: [UInt8]
    /// The input offset of the first byte in `bytes`.
    private var base: Int64
    private var head = 0
    private var fill = 0
    /// The position up to which the window has been searched for a newline. There is no newline before this position.
    private var searched = 0
    private var isPassingOver = false
    private let limit: Int
    private let isText: Bool

    /// - Parameters:
    ///   - capacity: The initial size of the buffer. The buffer grows only for a line that does not fit.
    ///   - offset: The input offset of the first byte.
    ///   - isText: Whether a line may end in "\r\n" and the input may begin with a byte order mark. False for the journal, because its
    ///     records may end in "\r".
    init(limit: Int, capacity: Int, offset: Int64 = 0, isText: Bool = true) {
        self.limit = limit
        self.isText = isText
        bytes = [UInt8](repeating: 0, count: capacity)
        base = offset
    }

    /// The input offset of the next `read`.
    var readOffset: Int64 { base + Int64(fill) }

    /// The input offset of the first line that has not been returned.
    var lineOffset: Int64 { base + Int64(head) }

    /// Returns the most recent bytes, at most `count`.
    func lastBytes(_ count: Int) -> [UInt8] { Array(bytes[max(0, fill - count)..<fill]) }

    func offset(of line: Line) -> Int64 { base + Int64(line.range.lowerBound) }

    /// Whether the buffer has room for more input before a line is returned.
    var hasRoom: Bool { fill - head < bytes.count }

    /// Whether a line has begun but not ended.
    var hasRest: Bool { head < fill && !isPassingOver }

    /// Lets the closure fill the free space. The closure returns the number of bytes written.
    mutating func read(_ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int) throws(SystemError) -> Int {
        makeRoom()
        let count = try unsafe Self.fill(&bytes, from: fill, body)
        fill += min(max(count, 0), bytes.count - fill)
        return count
    }

    /// Reads more of a file, up to the offset `end` at most. Returns the number of bytes read.
    mutating func read(from file: OpenFile, before end: Int64? = nil) throws(SystemError) -> Int {
        let offset = readOffset
        let wanted = end.map { max($0 - offset, 0) } ?? .max
        return try unsafe read { room throws(SystemError) in
            let count = Int(min(Int64(room.count), wanted))
            return try unsafe file.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), at: offset)
        }
    }

    /// Reads more from a pipe or a socket, and waits for it if the descriptor is blocking. Returns the number of bytes read, or 0 at the
    /// end. Returns nil if no bytes are available.
    mutating func receive(from descriptor: Int32) throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try unsafe read { room throws(SystemError) in
                try retrying("read") { unsafe systemRead(descriptor, room.baseAddress, room.count) }
            }
        } catch  where error.code == EAGAIN || error.code == EWOULDBLOCK {
            return nil
        }
    }

    private static func fill(
        _ bytes: inout [UInt8], from start: Int, _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int
    ) throws(SystemError) -> Int {
        var span = bytes.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { buffer throws(SystemError) in
            try unsafe body(UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
    }

    /// Returns the next line that is complete or already longer than the limit; nil if there is no such line yet.
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
            // One byte more than the limit is allowed, because it may be the "\r" of a line that has exactly `limit` bytes.
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

    /// Returns the last line if it has no newline. Call this at the end of the input.
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
        // An incomplete line fills the buffer. The buffer grows until the line ends or is longer than the limit.
        if fill == bytes.count {
            bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 65_536))
        }
    }
}

/// The maximum lengths of a record, in bytes, and the maximum number of records that are handled together.
package enum RecordLimits {
    /// The number of records at which a group or a batch is full. The links of one last line may exceed it.
    package static let together = 4096
    /// The maximum number of bytes of a record that are read for display.
    package static let read = 1 << 20
    /// The maximum number of bytes that are stored of a line from a stream or a pasted text. The rest of a longer line is skipped, and the
    /// record is marked as truncated.
    package static let kept = 16 << 20
}
