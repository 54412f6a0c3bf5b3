import LinkLayers
package import Records

/// The subject of the detail pane, its record, and the user's position in its rows.
package struct Detail: Sendable {
    package enum Subject: Sendable, Hashable {
        case link(RecordID)
        /// A row of the event stream.
        case event(Int)
    }

    /// The phase of reading the subject's record.
    enum Phase: Sendable, Equatable {
        case loading
        /// A long record is being parsed in the background.
        case reading(bytes: Int)
        case read(ReadRecord)
        case unreadable(reason: String)
    }

    package private(set) var subject: Subject?
    /// The record from which the subject is read; nil if the subject has no record.
    package private(set) var record: RecordID?
    private(set) var phase = Phase.loading
    package var cursor = ListCursor()
    /// The paths of the parts that are folded.
    package private(set) var folded: Set<String> = []

    let rows = Memo<DetailSource, DetailRows>()
    let places = Memo<LinkPlaceSource, Range<Int>?>()
    let targets = Memo<FindingSource, DetailLine?>()

    var reading: ReadRecord? { if case .read(let reading) = phase { reading } else { nil } }
    package var content: RecordContent? { reading?.content }
    /// The link that the pane shows, or the link that its event is about.
    var inspection: LinkInspection? { if case .link(let inspection) = content { inspection } else { nil } }

    /// Whether the record is still being read.
    var isWaiting: Bool {
        guard record != nil else { return false }
        return switch phase {
        case .loading, .reading: true
        case .read, .unreadable: false
        }
    }

    /// Whether the record has been requested, and nothing of it has come yet.
    var isLoading: Bool { record != nil && phase == .loading }

    // MARK: Its subject

    mutating func show(_ subject: Subject?, record: RecordID?) {
        self.subject = subject
        self.record = record
        phase = .loading
        cursor = ListCursor()
    }

    mutating func move(to phase: Phase) { self.phase = phase }

    // MARK: Its rows

    /// Moves the cursor in the pane to the next row that can be selected.
    mutating func moveCursor(in rows: DetailRows, height: Int, _ move: (inout ListCursor) -> Void) {
        let before = cursor.selected
        move(&cursor)
        cursor.move(to: rows.stop(from: before, to: cursor.selected, height: height))
    }

    /// Adapts the cursor to the rows, and scrolls so that the selected row is in view, together with the rest of its value and the headings
    /// above.
    mutating func settle(in rows: DetailRows, height: Int) {
        if cursor.count != rows.lines.count {
            cursor.replace(count: rows.lines.count)
            cursor.move(to: rows.stop(from: 0, to: cursor.selected, height: .max))
        }
        // Showing the value and headings scrolls by at most the height of the view, so no row is skipped.
        let last = cursor.top + height
        cursor.settle(height: height)
        cursor.reveal(rows.company(of: cursor.selected, height: height), height: height, last: last)
    }

    /// Folds the selected row. If it cannot be folded, moves to the row of the part that contains it.
    mutating func fold(in rows: DetailRows) {
        guard let line = rows[cursor.selected] else { return }
        if line.fold == .open {
            folded.insert(line.path)
        } else if let outer = rows.lines[..<cursor.selected].lastIndex(where: { $0.fold == .open && $0.indent < line.indent }) {
            cursor.move(to: outer)
        }
    }

    mutating func unfold(in rows: DetailRows) {
        guard let line = rows[cursor.selected], line.fold == .closed else { return }
        folded.remove(line.path)
    }

    /// Returns the byte range in the link that the selected row stands for; nil if the row stands for no part of the link.
    package func place(in rows: DetailRows) -> Range<Int>? {
        guard let reading, let inspection, let place = rows[cursor.selected]?.place else { return nil }
        return places.value(for: LinkPlaceSource(reading: reading, place: place)) {
            guard let range = place.range(in: inspection), range.upperBound <= inspection.bytes.count else { return nil }
            return range
        }
    }
}

/// The values from which the place of a row in its link is computed.
struct LinkPlaceSource: Sendable, Equatable {
    let reading: ReadRecord
    let place: LinkPlace
}

/// The values from which the target of a finding is computed.
struct FindingSource: Sendable, Equatable {
    let rows: DetailRows
    let selected: Int
}
