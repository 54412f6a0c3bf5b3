/// Append-only storage of records, read by position.
package protocol RecordStore: Sendable {
    /// Reads one record. If a record is longer than 1 MiB, only the first MiB is read, and the result is marked as truncated.
    func record(_ id: RecordID) throws(RecordStoreError) -> StoredRecord

    /// Reads several records at once, for the visible rows. Unreadable records are missing from the result.
    func records(_ ids: [RecordID]) -> [RecordID: StoredRecord]

    /// Reads a record for each of many rows, and calls `body` with each row's index, in order. The fastest order is that of arrival, because
    /// neighboring records are read together.
    ///
    /// `body` gets nil if a row has no record or the record cannot be read. The bytes are valid only during the call. If a record is longer
    /// than 1 MiB, `isCut` is true, and the bytes are the first MiB.
    func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void)
}

extension RecordStore {
    package func forEachRecord(_ rows: [RecordID?], _ body: (_ row: Int, _ bytes: Span<UInt8>?, _ isCut: Bool) -> Void) {
        for (row, id) in rows.enumerated() {
            if let id, let record = try? record(id) {
                body(row, record.bytes.span, record.isCut)
            } else {
                body(row, nil, false)
            }
        }
    }
}

/// A record as received, read back from storage.
package struct StoredRecord: Sendable, Hashable {
    package var id: RecordID
    /// The line without its line end. The line may contain any bytes except a newline, including NUL and invalid UTF-8.
    package var bytes: [UInt8]
    /// Milliseconds since 1970.
    package var arrivedAt: Int64
    package var source: RecordSource
    /// Whether the record is longer than the limit, so that `bytes` is only its beginning.
    package var isCut: Bool

    package init(id: RecordID, bytes: [UInt8], arrivedAt: Int64, source: RecordSource, isCut: Bool) {
        self.id = id
        self.bytes = bytes
        self.arrivedAt = arrivedAt
        self.source = source
        self.isCut = isCut
    }
}

/// The number of a record in this session. The first record to arrive has number 0.
package struct RecordID: Hashable, Comparable, Sendable {
    package var index: UInt32

    package init(index: UInt32) {
        self.index = index
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.index < right.index
    }
}

/// The reason why a record cannot be read back.
package enum RecordStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No record has this number yet.
    case unknown(RecordID)
    /// The file with the record was changed or removed. `reason` says what happened to the file.
    case gone(RecordID, path: String, reason: String)
    /// The file exists, but reading it failed.
    case unreadable(RecordID, path: String, reason: String)

    /// The text counts records from 1, as lists and files do.
    package var description: String {
        switch self {
        case .unknown(let id): "record \(Int(id.index) + 1) does not exist"
        case .gone(let id, let path, let reason): "record \(Int(id.index) + 1) is lost: \(path) \(reason)"
        case .unreadable(let id, let path, let reason): "record \(Int(id.index) + 1) cannot be read from \(path): \(reason)"
        }
    }
}

/// A fast hash of bytes. It is the same in every run. It is not collision-resistant: do not use it where security matters.
package enum ContentHash {
    package static func of(_ bytes: Span<UInt8>) -> UInt64 {
        // FNV-1a over words of eight bytes, which takes an eighth of the multiplications.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(offset * 8) }
            hash = mixed(hash, word)
            index += 8
        }
        while index < bytes.count {
            hash = mixed(hash, UInt64(bytes[index]))
            index += 1
        }
        return hash
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x100_0000_01B3
        // The high bits of a word would otherwise have no effect on the low bits of the hash.
        return product ^ (product >> 32)
    }
}
