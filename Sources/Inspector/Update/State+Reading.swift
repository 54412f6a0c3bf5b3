import LinkLayers
package import Records
import Screen

// Records are read by the code outside `State`, which is asked in two ways. `needed` tells which records the next frame shows. The effect
// `.parse` requests the content of a long record. Until the content arrives, only the beginning of the record is shown.

extension State {
    /// The records that the detail pane and the rows of the next frame show and that have not been read yet. The records that are being
    /// parsed are not among them.
    package var needed: Set<RecordID> {
        var needed: Set<RecordID> = []
        if detail.isLoading, let record = detail.record { needed.insert(record) }
        if detail.tab == .events, let record = detail.record, lacks(record, \.events) { needed.insert(record) }
        let layout = layout
        if let earlier = repeatToRead { needed.insert(earlier) }
        if let other = comparedLinkToRead { needed.insert(other) }
        for id in linksOfStepsInView where memory.row(id) == nil { needed.insert(id) }
        let lists = shownLists
        for place in lists.eventCursor.visible(height: layout.rows(of: .events).rows) {
            guard let index = lists.shownEvents.index(at: place), let id = lists.record(ofEvent: index) else { continue }
            if lacks(id, \.events) { needed.insert(id) }
        }
        for place in lists.linkCursor.visible(height: layout.rows(of: .links).rows) {
            guard let index = lists.shownLinks.index(at: place) else { continue }
            let id = lists.links[index].record
            if memory.row(id) == nil || lacks(id, \.link) { needed.insert(id) }
        }
        return needed
    }

    /// Returns whether a part of a record's row has to be read.
    private func lacks<Part>(_ id: RecordID, _ part: KeyPath<RecordRow.Text, Part?>) -> Bool {
        guard !edges.recordsBeingParsed.contains(id) else { return false }
        return switch memory.row(id) {
        case .unreadable?: false
        case .text(let text)?: text[keyPath: part] == nil
        case nil: true
        }
    }

    /// Whether the filter is looking for rows, or the links are being sorted.
    package var isSearching: Bool { filtering.isRunning || sorting.isRunning }

    /// Whether a source is still being read. This excludes a file that is only followed.
    var isReadingSource: Bool { edges.sources.states.contains { if case .reading = $0 { true } else { false } } }

    /// Whether work is running that ends without the user: a lookup, the writing of a file, or the reading of a source or a record.
    package var isBusy: Bool {
        lookups.running != nil || edges.export != nil || detail.isWaiting || isReadingSource || !needed.isEmpty
            || !edges.recordsBeingParsed.isEmpty
    }

    /// Whether keys have to wait, because they may be about the record of the detail pane, which is being read.
    package var isLoading: Bool { detail.isLoading }

    /// Receives records that were read because they were needed.
    mutating func receive(_ loaded: [LoadedRecord]) -> [Effect] {
        var effects: [Effect] = []
        for loaded in loaded {
            switch loaded {
            case .read(let read): receive(read)
            case .long(let record):
                memory.remember(.text(RecordRow.Text(unparsed: record)), of: record.id, height: display.size.rows)
                // The row of a plain link needs only the beginning of its record, which has just been remembered.
                guard detail.record == record.id || needed.contains(record.id) else { continue }
                if detail.record == record.id { detail.move(to: .reading(bytes: record.bytes.count)) }
                edges.recordsBeingParsed.insert(record.id)
                effects.append(.parse(record))
            case .unreadable(let id, let reason):
                memory.remember(.unreadable, of: id, height: display.size.rows)
                if detail.record == id { detail.move(to: .unreadable(reason: reason)) }
            }
        }
        return effects
    }

    /// Receives a record with its content, which was read at once or parsed in the background.
    mutating func receive(_ read: ReadRecord) {
        memory.remember(read, height: display.size.rows)
        edges.recordsBeingParsed.remove(read.record.id)
        if detail.record == read.record.id { detail.move(to: .read(read)) }
    }

    /// Notes that a long record was not parsed, because more recent requests came first. If it is still in view, it is needed again.
    mutating func giveUpParsing(_ id: RecordID) {
        edges.recordsBeingParsed.remove(id)
        if detail.record == id { detail.move(to: .loading) }
    }
}
