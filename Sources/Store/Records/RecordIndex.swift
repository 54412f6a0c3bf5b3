import Records
import Synchronization

// The entry of a record takes sixteen bytes:
//
//    place   segment: 16 bits | offset in the segment's file: 48 bits
//    length  truncated: 1 bit | part of a log line: 6 bits | bytes: 25 bits
//    time    milliseconds since the segment's beginning: 32 bits
//
// A segment has the properties that several records share: the file, the source, and the time from which the times of the records are
// counted. If the clock was set back or more than 49 days have passed, the time of a record does not fit into 32 bits. Such a record starts
// another segment for the same file. Entries are stored in blocks of 65,536. So an index with a million entries grows without copying them,
// and a lookup never waits for a copy.

/// Maps the number of a record to its place. A lookup never waits for a disk.
final class RecordIndex: Sendable {
    /// Identifies a file that contains records, or the memory for records that could not be written.
    struct FileNumber: Sendable, Hashable {
        let value: Int
        static let memory = FileNumber(value: 0)
    }

    /// All that is needed to read a record without holding the lock.
    struct Item: Sendable {
        var entry: Entry
        var segment: Segment
        var held: Held
        /// The bytes of a record that is only in memory.
        var memory: [UInt8]?

        var arrivedAt: Int64 { segment.beginning + Int64(entry.time) }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    /// Adds a file that will contain records. `file` is nil if the file is already lost.
    func addFile(_ file: OpenFile?, path: String, loss: String? = nil) -> FileNumber {
        state.withLock { state in
            state.files.append(Held(path: path, file: file, loss: loss))
            return FileNumber(value: state.files.count - 1)
        }
    }

    func markLost(_ file: FileNumber, reason: String) {
        state.withLock { $0.files[file.value].loss = reason }
    }

    /// Whether this many records can be added before the index has 2³² - 1 records.
    func hasRoom(for more: Int) -> Bool { state.withLock { more <= Int(UInt32.max) - $0.count } }

    /// Adds records, and returns the number of the first record. Returns nil if the index would have more than 2³² - 1 records.
    func append(_ places: some Collection<RecordPlace>, in file: FileNumber, source: RecordSource, at time: Int64) -> RecordID? {
        state.withLock { state -> RecordID? in
            guard state.count + places.count <= Int(UInt32.max) else { return nil }
            let first = RecordID(index: UInt32(state.count))
            let segment = state.segment(file: file, source: source, time: time)
            let delta = UInt32(clamping: time - state.segments[segment].beginning)
            for place in places {
                let offset = UInt64(segment) << 48 | UInt64(place.offset)
                state.add(Entry(place: offset, length: Entry.length(of: place), time: delta))
            }
            return first
        }
    }

    /// Adds one record that is only in memory.
    func appendHeld(_ bytes: [UInt8], isCut: Bool, source: RecordSource, at time: Int64) -> RecordID? {
        let key = state.withLock { state in
            state.memoryKey += 1
            state.memory[state.memoryKey] = bytes
            return state.memoryKey
        }
        return append(
            CollectionOfOne(RecordPlace(offset: key, length: bytes.count, isCut: isCut)), in: .memory, source: source, at: time)
    }

    /// Changes the place of a record that was held in memory and has now been written to a file.
    func settle(_ id: RecordID, in file: FileNumber, at offset: Int64) {
        state.withLock { state in
            guard let entry = state.entry(id) else { return }
            let old = state.segments[entry.segment]
            guard old.file == .memory else { return }
            state.memory[entry.offset] = nil
            let time = old.beginning + Int64(entry.time)
            let segment = state.segment(file: file, source: old.source, time: time)
            let delta = UInt32(clamping: time - state.segments[segment].beginning)
            state.replace(id, Entry(place: UInt64(segment) << 48 | UInt64(offset), length: entry.length, time: delta))
        }
    }

    func item(_ id: RecordID) -> Item? {
        state.withLock { state in
            state.entry(id).map { entry in
                let segment = state.segments[entry.segment]
                let memory = segment.file == .memory ? state.memory[entry.offset] ?? [] : nil
                return Item(entry: entry, segment: segment, held: state.files[segment.file.value], memory: memory)
            }
        }
    }

    /// Returns the entries of the records of many rows, which can then be read without holding the lock.
    func entries(_ rows: [RecordID?]) -> Entries {
        state.withLock { state in
            Entries(entries: rows.map { $0.flatMap(state.entry) }, segments: state.segments, files: state.files)
        }
    }

    /// The entries of the records of many rows, as they were at one moment.
    struct Entries {
        /// Rows whose records are close together in one file, so one system call reads all of them.
        struct Run {
            var rows: Range<Int>
            var file: OpenFile
            /// The part of the file that has the records.
            var bytes: Range<Int64>
        }

        /// The most bytes that are read at once. Allocating a larger block would need a system call of its own.
        private static let mostBytes = 65_536
        /// The most bytes between two records that are read together.
        private static let mostBetween: Int64 = 4096

        /// The entry of each row; nil for a row without a record.
        let entries: [Entry?]
        let segments: [Segment]
        let files: [Held]

        /// Returns the longest run that starts with a row; nil if its record is not in a file that can be read, or too long for a block.
        func run(from first: Int) -> Run? {
            guard let entry = entries[first], entry.byteCount <= Self.mostBytes else { return nil }
            let held = files[segments[entry.segment].file.value]
            guard let file = held.file, held.loss == nil else { return nil }
            var (row, offset, end) = (first + 1, entry.offset, entry.end)
            while row < entries.count, let next = entries[row], segments[next.segment].file == segments[entry.segment].file,
                next.offset >= offset, next.offset - end <= Self.mostBetween, next.end - entry.offset <= Self.mostBytes
            {
                (row, offset, end) = (row + 1, next.offset, max(end, next.end))
            }
            return Run(rows: first..<row, file: file, bytes: entry.offset..<end)
        }

        /// Returns the place of a record in the bytes of its run.
        func place(of row: Int, in run: Run) -> Range<Int> {
            guard let entry = entries[row] else { return 0..<0 }
            return Int(entry.offset - run.bytes.lowerBound)..<Int(entry.end - run.bytes.lowerBound)
        }

        /// Returns the number of a record among those of a line of a log; 0 for a record that is in the file as it is.
        func part(_ row: Int) -> Int { entries[row]?.part ?? 0 }

        func isCut(_ row: Int) -> Bool { entries[row]?.isCut ?? false }

        /// Returns when and from where a record arrived; nil for a row without a record.
        func origin(of row: Int) -> (arrivedAt: Int64, source: RecordSource)? {
            entries[row].map { (segments[$0.segment].beginning + Int64($0.time), segments[$0.segment].source) }
        }
    }

    struct Entry {
        static let cutFlag = UInt32(1) << 31
        /// The number of bits of `length` that hold the number of bytes. They are enough for 32 MiB, more than a record may have.
        private static let byteBits = 25
        private static let mostBytes = (1 << byteBits) - 1
        private static let mostParts = 63

        /// Returns the length, the part and the flag of a place as one number.
        static func length(of place: RecordPlace) -> UInt32 {
            let bytes = UInt32(min(max(place.length, 0), mostBytes))
            return bytes | UInt32(min(max(place.part, 0), mostParts)) << UInt32(byteBits) | (place.isCut ? cutFlag : 0)
        }

        var place: UInt64
        var length: UInt32
        var time: UInt32

        var segment: Int { Int(place >> 48) }
        var offset: Int64 { Int64(place & 0xFFFF_FFFF_FFFF) }
        var byteCount: Int { Int(length) & Self.mostBytes }
        var part: Int { Int(length & ~Self.cutFlag) >> Self.byteBits }
        var end: Int64 { offset + Int64(byteCount) }
        var isCut: Bool { length & Self.cutFlag != 0 }
    }

    struct Segment {
        var file: FileNumber
        var source: RecordSource
        var beginning: Int64
    }

    struct Held {
        var path: String
        var file: OpenFile?
        /// The reason why the records of the file can no longer be read; nil if they can be read.
        var loss: String?
    }

    /// The state that the lock protects.
    struct State {
        static let blockSize = 1 << 16

        var blocks: [ContiguousArray<Entry>] = []
        var count = 0
        var files = [Held(path: "memory", file: nil, loss: nil)]
        var segments: [Segment] = []
        /// The newest segment of each file and source.
        var newest: [FileNumber: [RecordSource: Int]] = [:]
        var memory: [Int64: [UInt8]] = [:]
        var memoryKey: Int64 = 0
    }
}

extension RecordIndex.State {
    mutating func segment(file: RecordIndex.FileNumber, source: RecordSource, time: Int64) -> Int {
        if let newest = newest[file]?[source] {
            let beginning = segments[newest].beginning
            // When all segment numbers are used up, the newest segment is used, and the time is clamped to its range.
            if time >= beginning && time - beginning <= Int64(UInt32.max) || segments.count > Int(UInt16.max) { return newest }
        }
        if segments.count > Int(UInt16.max) { return segments.firstIndex { $0.file == file } ?? 0 }
        segments.append(RecordIndex.Segment(file: file, source: source, beginning: time))
        newest[file, default: [:]][source] = segments.count - 1
        return segments.count - 1
    }

    mutating func add(_ entry: RecordIndex.Entry) {
        if count % Self.blockSize == 0 {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(count == 0 ? 1024 : Self.blockSize)
        }
        blocks[blocks.count - 1].append(entry)
        count += 1
    }

    func entry(_ id: RecordID) -> RecordIndex.Entry? {
        let index = Int(id.index)
        guard index < count else { return nil }
        return blocks[index / Self.blockSize][index % Self.blockSize]
    }

    mutating func replace(_ id: RecordID, _ entry: RecordIndex.Entry) {
        let index = Int(id.index)
        blocks[index / Self.blockSize][index % Self.blockSize] = entry
    }
}
