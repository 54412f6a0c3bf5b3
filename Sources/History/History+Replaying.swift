import Intake
package import Records
import Secrets

extension History {
    /// Returns the record of an entry without its secrets: the bytes before, between and after them. The user types the secrets again.
    ///
    /// The bytes are those in the session's journal or in the file that the record came from. If the record is no longer there, they are
    /// those of the stored text. Returns nil if that text does not have all bytes of the record.
    ///
    /// - Parameter folder: The folder of the journals.
    package func parts(of entry: HistoryEntry, in folder: String) -> [[UInt8]]? {
        if let record = record(of: entry, in: folder) { return Self.parts(of: record, without: Secrets.ranges(in: record)) }
        guard EntryText.isWhole(entry.text) else { return nil }
        let text = Array(entry.text.utf8)
        // A bullet in a text without secrets is a part of the text.
        return Self.parts(of: text, without: entry.isMasked ? Self.masks(in: text) : [])
    }

    /// Returns the record of an entry as it arrived; nil if it is gone or has changed.
    private func record(of entry: HistoryEntry, in folder: String) -> [UInt8]? {
        guard let number = entry.record, let path = Sessions.journals(in: folder).first(where: { Sessions.id(of: $0) == entry.session }),
            var tail = try? JournalTail(path, from: 0, reader: reader), let record = try? tail.record(number),
            EntryText(record: record, reader).text == entry.text
        else { return nil }
        return record
    }

    private static func parts(of bytes: [UInt8], without secrets: [Range<Int>]) -> [[UInt8]] {
        zip([0] + secrets.map(\.upperBound), secrets.map(\.lowerBound) + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    /// Returns the places of the masked secrets in a text.
    private static func masks(in text: [UInt8]) -> [Range<Int>] {
        let mask = Array("•".utf8)
        let starts = text.indices.dropLast(mask.count - 1).filter { text[$0..<$0 + mask.count].elementsEqual(mask) }
        var masks = starts.map { $0..<$0 + mask.count }
        masks.joinOverlapping()
        return masks
    }
}
