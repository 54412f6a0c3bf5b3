/// Reads records: makes their content from their bytes.
///
/// A record is read once, where it enters the program or where it comes back from a file. What was read is passed on. All places that read
/// records share one reader, so a test that passes in a reader sees every reading.
package struct RecordReader: Sendable {
    private let content: @Sendable (_ bytes: [UInt8], _ isCut: Bool) -> RecordContent

    package init(content: @escaping @Sendable (_ bytes: [UInt8], _ isCut: Bool) -> RecordContent = { RecordContent($0, isCut: $1) }) {
        self.content = content
    }

    package func content(of bytes: [UInt8], isCut: Bool = false) -> RecordContent { content(bytes, isCut) }

    package func read(_ record: StoredRecord) -> ReadRecord { ReadRecord(record, content(record.bytes, record.isCut)) }
}
