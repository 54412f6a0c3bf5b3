import Records

extension RecordIndex {
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

    func item(_ id: RecordID) -> RecordIndex.Item? {
        guard let entry = entry(id) else { return nil }
        let segment = segments[entry.segment]
        let held = files[segment.file.value]
        let location: RecordIndex.Location =
            if segment.file == .memory {
                .memory(memory[entry.offset] ?? [])
            } else if let file = held.file, held.loss == nil {
                .file(file, path: held.path, offset: entry.offset)
            } else {
                .gone(path: held.path, reason: held.loss ?? "is gone")
            }
        return RecordIndex.Item(
            location: location,
            length: entry.byteCount,
            isCut: entry.isCut,
            part: entry.part,
            arrivedAt: segment.beginning + Int64(entry.time),
            source: segment.source
        )
    }
}
