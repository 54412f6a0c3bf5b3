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

    /// The place of a record, with all that is needed to read the record without holding the lock.
    enum Location: Sendable {
        case file(OpenFile, path: String, offset: Int64)
        case memory([UInt8])
        case gone(path: String, reason: String)
    }

    struct Item: Sendable {
        var location: Location
        var length: Int
        var isCut: Bool
        var part: Int
        var arrivedAt: Int64
        var source: RecordSource
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

    /// Marks the records of a file as lost.
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
        state.withLock { $0.item(id) }
    }

    /// Returns the entries of the records of many rows, which can then be read without holding the lock.
    func entries(_ rows: [RecordID?]) -> Entries {
        state.withLock { state in
            Entries(entries: rows.map { $0.flatMap(state.entry) }, segments: state.segments, files: state.files)
        }
    }
}
