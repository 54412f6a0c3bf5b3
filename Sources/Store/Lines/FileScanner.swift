import Records

/// Finds the places of the records in a regular file, without parsing them.
struct FileScanner: Sendable {
    struct Found: Sendable {
        var places: [RecordPlace] = []
        var facts = RecordFacts()
        /// The end of the lines that have been returned.
        var end: Int64
        var reachedEnd = false
    }

    let file: OpenFile
    private let reader: RecordReader
    private var buffer: LineBuffer
    /// The last bytes before `readOffset`. If these bytes have changed, the file was overwritten, and not only appended to.
    private(set) var lastBytes: [UInt8]
    private static let mostLastBytes = 64
    /// The offset at which to stop; nil for the end of the file, which may move.
    private let end: Int64?

    init(_ file: OpenFile, from offset: Int64, to end: Int64? = nil, _ reader: RecordReader) {
        self.file = file
        self.reader = reader
        self.end = end
        let size = end.map { Int(min(max($0 - offset, 1), 1 << 20)) } ?? 1 << 20
        buffer = LineBuffer(limit: RecordLimits.read, capacity: size, offset: offset)
        // Only a file whose end may move is read again later. An earlier session has read the bytes before the offset.
        let count = end == nil ? Int(min(offset, Int64(Self.mostLastBytes))) : 0
        lastBytes = (try? file.bytes(at: offset - Int64(count), count: count)) ?? []
    }

    /// The end of the lines that have been returned.
    var lineOffset: Int64 { buffer.lineOffset }
    var readOffset: Int64 { buffer.readOffset }
    /// Whether the part of the file read so far ends within a line.
    var hasRest: Bool { buffer.hasRest }

    /// Returns the records of the next lines. Reads the file at most once, and stops after the line that fills a batch.
    mutating func next() throws(SystemError) -> Found {
        var found = Found(end: buffer.lineOffset)
        collect(&found)
        if found.places.count < RecordLimits.together {
            found.reachedEnd = try buffer.read(from: file, before: end) == 0
            if !found.reachedEnd {
                lastBytes = buffer.lastBytes(Self.mostLastBytes)
                collect(&found)
            }
        }
        found.end = buffer.lineOffset
        return found
    }

    /// Returns the last line, which has no newline.
    mutating func takeRest() -> Found {
        var found = Found(end: buffer.readOffset, reachedEnd: true)
        if let line = buffer.takeRest() { add(line, to: &found) }
        return found
    }

    private mutating func collect(_ found: inout Found) {
        while found.places.count < RecordLimits.together, let line = buffer.nextLine() { add(line, to: &found) }
    }

    private func add(_ line: LineBuffer.Line, to found: inout Found) {
        // The index refers to the bytes in the file. A link that has to be decoded is not in the file in that form, so then the whole line
        // is the record.
        let text = buffer.bytes.span.extracting(line.range)
        let kind = RecordKind(of: text)
        if let records = PastedText.recordsMade(fromLine: text, of: kind) {
            // What a line of a log tells is not in the file in that form either. It is made from the line again when it is read.
            for (index, record) in records.enumerated() {
                let place = RecordPlace(offset: buffer.offset(of: line), length: line.range.count, isCut: false, part: index + 1)
                addRecord(record.bytes[...], RecordKind(of: record.bytes), place, to: &found)
            }
            return
        }
        if kind == .link, let links = PastedText.links(inText: text), links.allSatisfy(\.isVerbatim) {
            let start = line.range.lowerBound
            for link in links {
                let range = start + link.range.lowerBound..<start + link.range.upperBound
                addRecord(.init(range: range, isCut: false), RecordKind(of: buffer.bytes[range].span), to: &found)
            }
        } else {
            addRecord(line, kind, to: &found)
        }
    }

    private func addRecord(_ line: LineBuffer.Line, _ kind: RecordKind?, to found: inout Found) {
        let place = RecordPlace(offset: buffer.offset(of: line), length: line.range.count, isCut: line.isCut)
        addRecord(buffer.bytes[line.range], kind, place, to: &found)
    }

    private func addRecord(_ record: ArraySlice<UInt8>, _ kind: RecordKind?, _ place: RecordPlace, to found: inout Found) {
        guard let kind else { return }
        found.facts.add(record, kind, link: kind == .link ? reader.content(of: Array(record)) : nil, offset: Int(place.offset))
        found.places.append(place)
    }
}

/// The place of a record's bytes in its file.
struct RecordPlace: Sendable, Hashable {
    var offset: Int64
    var length: Int
    /// Whether the line was longer than the record, which has only its beginning.
    var isCut: Bool
    /// For a record that is made from a line of a device's log: its number among the records of the line, from 1. The place is that of the line.
    /// 0 for a record that is in the file as it is.
    var part = 0
}
