import Bytes
package import Records

/// Records from lines that arrived together, each with its kind. Empty lines, and lines of a device's log that tell nothing about links,
/// are left out.
package struct LineGroup: Sendable {
    /// The size, in bytes, at which a group is full.
    static let fullSize = 1 << 20

    /// The records as lines of the journal.
    private(set) var bytes: [UInt8] = []
    /// The places of the records in `bytes`.
    private(set) var places: [RecordPlace] = []
    private(set) var facts = RecordFacts()
    let source: RecordSource
    /// When the first record was added.
    private(set) var time: Int64 = 0
    /// What precedes each record in the journal.
    private var header: [UInt8] = []
    /// The bytes of the records so far in the same second. If a source sends more, some events are not read.
    private var bytesInSecond = 0
    /// When the second began.
    private var second: ContinuousClock.Instant?
    /// The text of each record, and its content if it has been read, as long as the group is small.
    private var texts: [(bytes: [UInt8], content: RecordContent?)] = []
    /// The number of lines of a device's log that were left out.
    package private(set) var linesLeftOut = 0
    private let reader: RecordReader
    private let now: @Sendable () -> Int64

    package init(
        from source: RecordSource, _ reader: RecordReader = RecordReader(), now: @escaping @Sendable () -> Int64 = { WallClock.now() }
    ) {
        self.source = source
        self.reader = reader
        self.now = now
    }

    package var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }
    var isFull: Bool { places.count >= RecordLimits.together || bytes.count >= Self.fullSize }

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
        if isEmpty { begin(with: line.count) }
        let content = kind == .link ? reader.content(of: Array(line)) : nil
        facts.add(line, kind, link: content, offset: bytesInSecond)
        bytesInSecond += line.count
        bytes += isCut ? JournalLine.header(time: time, source: source, isCut: true) : header
        places.append(RecordPlace(offset: Int64(bytes.count), length: line.count, isCut: isCut))
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
        if isSmall { texts.append((Array(line), content)) } else { texts = [] }
    }

    /// Begins with a record of this size, which then fits without being copied again.
    private mutating func begin(with size: Int) {
        time = now()
        header = JournalLine.header(time: time, source: source, isCut: false)
        bytes.reserveCapacity(header.count + size + 1)
    }

    /// Whether the contents of the records are passed on.
    ///
    /// A group from a paste or a few sent links is small, so all its rows are probably shown. Of a large group, the screen shows few rows,
    /// and only until the next group arrives. These rows are read from the file again, which is cheaper than to keep the contents
    /// of all: parsed content takes several times the memory of its bytes, and more than 16 batches may wait for the screen.
    private var isSmall: Bool { places.count <= 64 && bytes.count <= 1 << 16 }

    /// Returns the records of a small group. Returns no records for a large group.
    func readRecords(from first: RecordID, arrivedAt time: Int64) -> [ReadRecord] {
        texts.indices.map { place in
            let (text, id) = (texts[place], RecordID(index: first.index + UInt32(place)))
            let record = StoredRecord(id: id, bytes: text.bytes, arrivedAt: time, source: source, isCut: places[place].isCut)
            return text.content.map { ReadRecord(record, $0) } ?? reader.read(record)
        }
    }

    mutating func removeAll(at now: ContinuousClock.Instant = .now) {
        if second.map({ now - $0 >= .seconds(1) }) ?? true { (second, bytesInSecond) = (now, 0) }
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        facts = RecordFacts()
        texts.removeAll(keepingCapacity: true)
        linesLeftOut = 0
    }
}

extension Records {
    /// Returns groups of records that were already found in a text. The records are not searched for links again. A record with line ends
    /// becomes one record for each line.
    func groups(of records: some Sequence<[UInt8]>, from source: RecordSource) -> [LineGroup] {
        var groups: [LineGroup] = []
        var group = LineGroup(from: source, reader, now: now)
        for text in records {
            ByteView.with(text.span) { bytes in
                bytes.forEachPart(of: text.indices, separatedBy: UInt8(ascii: "\n")) { range in
                    let line = text[range].last == UInt8(ascii: "\r") ? text[range].dropLast() : text[range]
                    group.addRecord(line.prefix(RecordLimits.kept), isCut: line.count > RecordLimits.kept)
                    guard group.isFull else { return }
                    groups.append(group)
                    group.removeAll()
                }
            }
        }
        if !group.isEmpty { groups.append(group) }
        return groups
    }
}
