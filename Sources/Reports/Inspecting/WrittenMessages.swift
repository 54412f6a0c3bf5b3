import Bytes

/// The first messages of findings that were written, as they were written. They are kept because the same messages occur in many links.
struct WrittenMessages {
    private struct Entry {
        let message: String
        let bytes: [UInt8]
        let isMasked: Bool
    }

    private var entries: [Entry] = []

    /// The maximum number of messages. Most links need only a few.
    private static let most = 8
    private static let longest = 300

    /// Returns the bytes written for a message, and whether a part of them was masked. Returns nil if they were not kept.
    func find(_ message: String) -> (bytes: [UInt8], isMasked: Bool)? {
        // Only the entry that is found is copied.
        for index in entries.indices where entries[index].message.hasBytes(of: message) {
            return (entries[index].bytes, entries[index].isMasked)
        }
        return nil
    }

    /// Keeps a message that was written last, from an offset of the output on.
    mutating func keep(_ message: String, from start: Int, of output: borrowing ByteWriter, isMasked: Bool) {
        guard entries.count < Self.most, output.count - start <= Self.longest else { return }
        let bytes = output.withSpan(start..<output.count) { $0.array }
        entries.append(Entry(message: message, bytes: bytes, isMasked: isMasked))
    }
}
