import Bytes
import JSONDocument
import Records

/// What a filter reads of one record after another. Nothing is read until a term needs it, and most records are ruled out before.
struct FilterReading {
    private let reader: RecordReader
    private var isCut = false
    private var events = ReceivedEvent.PartReader()
    private var hasReadEvent = false
    private var content: RecordContent?

    init(_ reader: RecordReader) { self.reader = reader }

    /// Begins with the next record.
    mutating func begin(isCut: Bool) {
        self.isCut = isCut
        hasReadEvent = false
        content = nil
    }

    /// Calls `body` with the nodes of each part of the event in a record. Returns false if the record is no event.
    mutating func forEachEventPart(
        of record: Span<UInt8>, _ body: (_ view: JSONView, _ part: ReceivedEvent.Part, _ key: Int, _ value: Int) -> Void
    ) -> Bool {
        guard !RecordContent.isOnlyLink(record) else { return false }
        if !hasReadEvent { events.read(record) }
        hasReadEvent = true
        return events.forEachPart(of: record, body)
    }

    mutating func content(of record: Span<UInt8>) -> RecordContent {
        if let content { return content }
        let read = reader.content(of: record.array, isCut: isCut)
        content = read
        return read
    }
}
