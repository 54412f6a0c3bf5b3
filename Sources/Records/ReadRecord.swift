/// A record together with its content, so that nobody has to read the record again.
package struct ReadRecord: Sendable {
    package let record: StoredRecord
    package let content: RecordContent

    package init(_ record: StoredRecord, _ content: RecordContent) {
        self.record = record
        self.content = content
    }
}
