import Bytes
package import Records

/// Records from lines that arrived together, each with its kind. Empty lines, and lines of a device's log that tell nothing about links,
/// are left out.
package struct LineGroup: Sendable {
    /// The number of records at which a group or a batch is full. The links of one last line may exceed it.
    package static let maximum = 4096
    /// The size, in bytes, at which a group is full.
    static let fullSize = 1 << 20

    private(set) var bytes: [UInt8] = []
    /// The places of the records in `bytes`.
    private(set) var lines: [LineBuffer.Line] = []
    private(set) var facts = RecordFacts()
    /// The bytes of the groups before this one in the same second. Of a source that sends more, not all events are read.
    private var bytesBefore = 0
    /// When the second began.
    private var second: ContinuousClock.Instant?
    /// The content of each record that has been read, as long as the group is small.
    private var contents: [RecordContent?] = []
    /// The number of lines of a device's log that were left out.
    package private(set) var linesLeftOut = 0
    private let reader: RecordReader

    package init(_ reader: RecordReader = RecordReader()) { self.reader = reader }

    package var count: Int { lines.count }
    var isEmpty: Bool { lines.isEmpty }
    var isFull: Bool { lines.count >= Self.maximum || bytes.count >= Self.fullSize }

    /// Adds a line, given without its line end, unless the line is empty. If the line is not a link itself but contains links, adds these
    /// links instead.
    mutating func add(_ line: ArraySlice<UInt8>, isCut: Bool) {
        if let links = PastedText.links(inLine: line.span) {
            if links.isEmpty { linesLeftOut += 1 }
            for link in links { addRecord(link.bytes[...], isCut: false) }
        } else {
            addRecord(line, isCut: isCut)
        }
    }

    /// Adds the records in a line of a device's log. A line that is not in the form of a log is left out.
    mutating func addLogLine(_ line: ArraySlice<UInt8>) {
        let records = PastedText.logRecords(inLine: line.span) ?? []
        if records.isEmpty { linesLeftOut += 1 }
        for record in records { addRecord(record.bytes[...], isCut: false) }
    }

    /// Adds a line as one record, even if it contains links.
    mutating func addRecord(_ line: ArraySlice<UInt8>, isCut: Bool) {
        guard let kind = RecordKind(of: line.span) else { return }
        let content = kind == .link ? reader.content(of: Array(line)) : nil
        facts.add(line, kind, link: content, offset: bytesBefore + bytes.count)
        lines.append(LineBuffer.Line(range: bytes.count..<(bytes.count + line.count), isCut: isCut))
        bytes.append(contentsOf: line)
        if isSmall { contents.append(content) } else { contents = [] }
    }

    /// Whether the contents of the records are passed on.
    ///
    /// A group of a paste or of a few sent links is small, and all of it is likely to be shown. Of a large group, the rows of one screen are
    /// shown, and only until the next group arrives. These rows are read from the file again, which is cheaper than to keep the contents
    /// of all: parsed content takes several times the memory of its bytes, and up to 80 batches may wait for the screen.
    private var isSmall: Bool { lines.count <= 64 && bytes.count <= 1 << 16 }

    /// Returns the records of a small group. Returns no records for a large group.
    func readRecords(from first: RecordID, arrivedAt time: Int64, source: RecordSource) -> [ReadRecord] {
        guard isSmall else { return [] }
        return lines.indices.map { place in
            let (line, id) = (lines[place], RecordID(index: first.index + UInt32(place)))
            let record = StoredRecord(id: id, bytes: Array(bytes[line.range]), arrivedAt: time, source: source, isCut: line.isCut)
            return contents[place].map { ReadRecord(record, $0) } ?? reader.read(record)
        }
    }

    mutating func removeAll(at now: ContinuousClock.Instant = .now) {
        bytesBefore += bytes.count
        if second.map({ now - $0 >= .seconds(1) }) ?? true { (second, bytesBefore) = (now, 0) }
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        facts = RecordFacts()
        contents.removeAll(keepingCapacity: true)
        linesLeftOut = 0
    }

    /// Returns groups of records that were already found in a text. The records are not searched for links again. A record with line ends
    /// becomes one record for each line.
    static func groups(ofRecords records: [[UInt8]], _ reader: RecordReader) -> [LineGroup] {
        var groups: [LineGroup] = []
        var group = LineGroup(reader)
        for line in records.lazy.flatMap(lines) {
            group.addRecord(line.prefix(RecordLimits.kept), isCut: line.count > RecordLimits.kept)
            if group.isFull {
                groups.append(group)
                group.removeAll()
            }
        }
        if !group.isEmpty { groups.append(group) }
        return groups
    }

    private static func lines(in text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        ByteView.with(text.span) { bytes in
            bytes.forEachPart(of: text.indices, separatedBy: UInt8(ascii: "\n")) { range in
                let line = text[range]
                if !line.isEmpty { lines.append(line.last == UInt8(ascii: "\r") ? line.dropLast() : line) }
            }
        }
        return lines
    }
}

/// The maximum lengths of a record, in bytes.
package enum RecordLimits {
    /// The maximum number of bytes of a record that are read for display.
    package static let read = 1 << 20
    /// The maximum number of bytes that are stored of a line from a stream or a pasted text. The rest of a longer line is skipped, and the
    /// record is marked as truncated.
    package static let kept = 16 << 20
}
