package import Records

// `JournalReplay` reads a journal once, when a session is opened. `JournalTail` continues at an offset and stops after the last complete
// line, while the journal may still grow.

/// Reads the entries of a journal from an offset on.
package struct JournalTail {
    package enum Content: Sendable, Hashable {
        case record(RecordSource, bytes: [UInt8])
        /// The records in a range of another file; nil in place of the bytes if the file has changed.
        case file(records: [[UInt8]]?, count: Int)
        /// An act of the user as a JSON object.
        case act([UInt8])
        /// A line that this version cannot parse.
        case damaged
    }

    package struct Entry: Sendable, Hashable {
        /// Milliseconds since 1970; 0 for a damaged line.
        package var time: Int64
        package var content: Content
    }

    private let file: OpenFile
    private let reader: RecordReader
    private var buffer: LineBuffer

    /// The end of the lines that have been returned.
    package var offset: Int64 { buffer.lineOffset }

    /// - Parameter offset: The end of a line, or 0.
    package init(_ path: String, from offset: Int64, reader: RecordReader = RecordReader()) throws(SystemError) {
        file = try OpenFile.regular(path, O_RDONLY | O_NOFOLLOW)
        self.reader = reader
        buffer = LineBuffer(limit: RecordLimits.kept + 64, capacity: 1 << 20, offset: offset, isText: false)
    }

    /// Returns the entries of about the next megabyte of lines; returns an empty array at the end.
    package mutating func next() throws(SystemError) -> [Entry] {
        var entries: [Entry] = []
        while entries.isEmpty {
            while let line = buffer.nextLine() { entries.append(entry(buffer.bytes[line.range])) }
            guard entries.isEmpty else { break }
            if try buffer.read(from: file) == 0 { break }
        }
        return entries
    }

    /// Returns the record with a number, counted from 0 at the offset. Reads only the file of this record. Returns nil if there is no such
    /// record, if its file has changed, or if the record is longer than what is kept.
    package mutating func record(_ number: Int) throws(SystemError) -> [UInt8]? {
        var left = number
        repeat {
            while let line = buffer.nextLine() {
                let bytes = buffer.bytes[line.range]
                switch JournalLine.parse(bytes)?.line {
                case .record(_, let isCut, let content)?:
                    if left == 0 { return isCut || line.isCut ? nil : Array(bytes[content]) }
                    left -= 1
                case .file(let reference)?:
                    if left < reference.records { return try record(left, of: reference) }
                    left -= reference.records
                case .act?, nil: continue
                }
            }
        } while try buffer.read(from: file) > 0
        return nil
    }

    private func entry(_ line: ArraySlice<UInt8>) -> Entry {
        switch JournalLine.parse(line) {
        case nil: return Entry(time: 0, content: .damaged)
        case (let time, .act(let content))?: return Entry(time: time, content: .act(Array(line[content])))
        case (let time, .record(let source, _, let content))?:
            return Entry(time: time, content: .record(source, bytes: Array(line[content])))
        case (let time, .file(let reference))?:
            return Entry(time: time, content: .file(records: try? records(reference), count: reference.records))
        }
    }

    private func records(_ reference: FileReference) throws(SystemError) -> [[UInt8]]? {
        guard let (file, places) = try places(reference) else { return nil }
        return try places.map { place throws(SystemError) in try Self.bytes(place, of: file) }
    }

    /// Returns a record of a file; nil if the file has changed or the record is longer than what is read.
    private func record(_ number: Int, of reference: FileReference) throws(SystemError) -> [UInt8]? {
        guard let (file, places) = try places(reference) else { return nil }
        let place = places[number]
        return place.isCut || place.length > RecordLimits.read ? nil : try Self.bytes(place, of: file)
    }

    private func places(_ reference: FileReference) throws(SystemError) -> (file: OpenFile, places: [RecordPlace])? {
        let file = try OpenFile.regular(reference.path, O_RDONLY)
        return FileScanner.scan(file, reference, reader).map { (file, $0.places) }
    }

    private static func bytes(_ place: RecordPlace, of file: OpenFile) throws(SystemError) -> [UInt8] {
        let length = min(place.length, RecordLimits.read)
        return Records.part(place.part, of: try file.bytes(at: place.offset, count: length))
    }
}
