import AppLinks
import JSONDocument
package import LinkLayers
package import Records
package import Screen

/// The subject of the detail pane, its record, its tab, and the user's position in the rows of each tab.
package struct Detail: Sendable {
    package enum Subject: Sendable, Hashable {
        case link(RecordID)
        /// A row of the event stream.
        case event(Int)
    }

    /// The phase of reading the subject's record.
    package enum Phase: Sendable, Equatable {
        case loading
        /// A long record is being parsed in the background.
        case reading(bytes: Int)
        case read(ReadRecord)
        case unreadable(reason: String)

        /// What the pane says while the record is being parsed, or cannot be read; nil otherwise.
        package var words: (text: String, role: Role)? {
            switch self {
            case .reading(let bytes): ("Reading the record (\(bytes) bytes)...", .accent)
            case .unreadable(let reason): (reason, .error)
            case .loading, .read: nil
            }
        }
    }

    package private(set) var subject: Subject?
    /// The record from which the subject is read; nil if the subject has no record.
    package private(set) var record: RecordID?
    package private(set) var phase = Phase.loading
    /// The tab in view. It stays when another link is selected.
    package var tab = DetailTab.decoded
    private var cursors: [DetailTab: ListCursor] = [:]
    /// The rows of the tab in view that stay above the others.
    package private(set) var headerRows = 0
    /// The paths of the parts that are folded. Those of `DetailFold` are folded until the user unfolds them.
    package private(set) var folded = Set(
        [DetailFold.site, DetailFold.same] + ["al_applink_data", "query", "targetQuery", "layers"].map(DetailFold.said))

    /// The cell that the user chose in the tab What-if.
    package var whatIf = WhatIfChoice()

    /// The tab to which a command led, and where Esc leads back; nil if the user chose the tab.
    private var visit: Visit?

    /// A tab to which a command led, and where the user was before.
    package typealias Visit = (tab: DetailTab, before: DetailTab, focus: Pane)

    /// Whether the tab Diff shows the link beside the repaired link.
    package private(set) var showsRepair = false
    private var tabBefore = DetailTab.decoded

    private let decoded = Memo<DetailSource, DetailRows>()
    private let raw = Memo<RawSource, DetailRows>()

    package init() {}

    package var reading: ReadRecord? { if case .read(let reading) = phase { reading } else { nil } }
    package var content: RecordContent? { reading?.content }
    /// The link that the pane shows, or the link that its event is about.
    package var inspection: LinkInspection? { if case .link(let inspection) = content { inspection } else { nil } }

    /// Whether the record is still being read.
    package var isWaiting: Bool {
        guard record != nil else { return false }
        return switch phase {
        case .loading, .reading: true
        case .read, .unreadable: false
        }
    }

    /// Whether the record has been requested, and nothing of it has come yet.
    package var isLoading: Bool { record != nil && phase == .loading }

    package var cursor: ListCursor {
        get { cursors[tab] ?? ListCursor() }
        set { cursors[tab] = newValue }
    }

    // MARK: Its subject

    package mutating func show(_ subject: Subject?, record: RecordID?) {
        self.subject = subject
        self.record = record
        phase = .loading
        cursors = [:]
        whatIf = WhatIfChoice()
        endRepair()
    }

    /// Notes how far the reading of a record has come. Only the record of the subject counts.
    package mutating func note(_ phase: Phase, of record: RecordID) {
        if self.record == record { self.phase = phase }
    }

    // MARK: Its tab

    /// Shows the tab that the user chose.
    package mutating func choose(_ tab: DetailTab) {
        visit = nil
        self.tab = tab
    }

    /// Shows the tab of a command. After several such commands, Esc returns to where the user was before the first.
    package mutating func visit(_ tab: DetailTab, from focus: Pane) {
        let origin = currentVisit
        if origin != nil || tab != self.tab { visit = (tab, origin?.before ?? self.tab, origin?.focus ?? focus) }
        self.tab = tab
    }

    /// The visit that Esc ends; nil if another tab is in view.
    package var currentVisit: Visit? { visit.flatMap { $0.tab == tab ? $0 : nil } }

    // MARK: Its repair

    /// Shows the link beside the repaired link.
    package mutating func showRepair() {
        if !showsRepair { tabBefore = tab }
        showsRepair = true
        tab = .diff
        cursor = ListCursor()
    }

    /// Shows the tab again that was in view before the repair.
    package mutating func endRepair() {
        guard showsRepair else { return }
        showsRepair = false
        cursors[.diff] = nil
        if tab == .diff { tab = tabBefore }
    }

    // MARK: Its rows

    package func decodedRows(of subject: DetailSource.Subject, _ display: Display, columns: Int) -> DetailRows {
        let source = DetailSource(subject: subject, phase: phase, folded: folded, display: display, columns: columns)
        return decoded.value(for: source, source.rows)
    }

    /// Returns the rows of the tab Raw; nil if the pane has no link.
    ///
    /// - Parameter decoded: The rows of the tab Decoded.
    package func rawRows(beside decoded: DetailRows, _ display: Display, columns: Int) -> DetailRows? {
        guard let reading, let inspection = inspection ?? reading.link else { return nil }
        let source = RawSource(reading: reading, place: place(in: decoded), display: display, columns: columns)
        return raw.value(for: source) { DetailRows(source.lines(of: inspection), labelColumns: 0) }
    }

    /// Moves the cursor in the pane to the next row that can be selected.
    package mutating func moveCursor(in rows: DetailRows, height: Int, _ move: (inout ListCursor) -> Void) {
        let before = cursor.selected
        move(&cursor)
        cursor.move(to: rows.stop(from: before, to: cursor.selected, height: height))
    }

    /// Adapts the cursor to the number of rows. Returns whether it has changed.
    @discardableResult
    package mutating func adapt(to rows: DetailRows) -> Bool {
        guard headerRows != rows.header.count || cursor.count != rows.lines.count else { return false }
        headerRows = rows.header.count
        cursor.replace(count: rows.lines.count)
        cursor.move(to: rows.stop(from: 0, to: cursor.selected, height: .max))
        return true
    }

    /// Adapts the cursor to the rows, and scrolls the selected row into view, with the rest of its value and the headings above.
    package mutating func settle(in rows: DetailRows, height: Int) {
        adapt(to: rows)
        // Showing the value and headings scrolls by at most the height of the view, so no row is skipped.
        let last = cursor.top + height
        cursor.settle(height: height)
        cursor.reveal(rows.company(of: cursor.selected, height: height), height: height, last: last)
    }

    /// Folds the selected row. If it cannot be folded, moves to the row of the part that contains it.
    package mutating func fold(in rows: DetailRows) {
        guard let line = rows[cursor.selected] else { return }
        if line.fold == .open {
            folded.insert(line.path)
        } else if let outer = rows.lines[..<cursor.selected].lastIndex(where: { $0.fold == .open && $0.indent < line.indent }) {
            cursor.move(to: outer)
        }
    }

    package mutating func unfold(_ path: String) { folded.remove(path) }
    package mutating func unfoldAll() { folded = [] }

    package mutating func unfold(in rows: DetailRows) {
        guard let line = rows[cursor.selected], line.fold == .closed else { return }
        unfold(line.path)
    }

    /// Returns the bytes of the link that belong to the row last selected in the tab Decoded; nil if there are none.
    ///
    /// - Parameter rows: The rows of the tab Decoded.
    package func place(in rows: DetailRows) -> Range<Int>? {
        guard let inspection, let place = rows[cursors[.decoded]?.selected ?? 0]?.place else { return nil }
        return place.upperBound <= inspection.bytes.count ? place : nil
    }
}

/// The paths of the parts of the detail pane that are folded until the user unfolds them.
package enum DetailFold {
    /// The verdict about the whole site.
    package static let site = "verdict.site"
    /// The fields that are the same in both links of a comparison.
    package static let same = "diff.same"

    /// Returns the path of a part of a link while other rows have said what is in it.
    static func said(_ path: String) -> String { path + " (said)" }
}

/// The column of the grid in the tab What-if that the user chose, and the cell that is explained.
package struct WhatIfChoice: Sendable {
    /// The column of the cursor: that of a device.
    package var column = 0
    /// The cell whose way is explained below the grid.
    package private(set) var explained: (row: Int, column: Int)?

    package mutating func explain(row: Int) { explained = (row, column) }
}

/// A tab of the detail pane, with its title. Each shows one result for the selected link or event. The tabs keep this order.
package enum DetailTab: String, Sendable, CaseIterable {
    case decoded = "Facts", raw = "Raw", page = "Page", verdict = "Why", events = "Events", diff = "Diff", whatIf = "What if"
}

/// A part of a link that `show` goes to on the screen, and reads out in plain mode.
package enum DetailPart: String, Sendable, CaseIterable {
    case summary, target, referer, extras, raw, findings, events, journey, page, verdict

    package var tab: DetailTab {
        switch self {
        case .summary, .target, .referer, .extras, .findings, .journey: .decoded
        case .raw: .raw
        case .events: .events
        case .page: .page
        case .verdict: .verdict
        }
    }
}
