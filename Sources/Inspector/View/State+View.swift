package import Records
package import Screen

extension State {
    package var layout: Layout {
        Layout(
            size: size, showsBanner: bannerText != nil, focus: focus, isZoomed: isZoomed, middle: middle, linkCount: links.count)
    }

    /// The records that the next frame shows rows of. Read them and hand them to `frame`.
    package var needed: [RecordID] {
        let layout = layout
        let linkRows = linkCursor.visible(height: layout.rows(of: .links).rows).map { links[$0].record }
        let eventRows = eventCursor.visible(height: layout.rows(of: .events).rows).compactMap { record(ofEvent: $0) }
        return linkRows + eventRows
    }

    /// The record that an event came with or follows from; nil for what the device posted.
    package func record(ofEvent index: Int) -> RecordID? {
        let row = events[index]
        return row.kind == .posted ? nil : RecordID(index: row.index)
    }

    /// What the screen shows: the same for the same state and records, always.
    package func frame(_ records: [RecordID: StoredRecord]) -> Frame {
        var painter = Painter(frame: Frame(size), state: self, layout: layout, records: records)
        guard !size.isEmpty else { return painter.frame }
        painter.drawHeader()
        painter.drawBanner()
        if recordCount == 0 && trail.isEmpty {
            if overlay == nil { painter.drawEmptyState() }
        } else {
            painter.drawLinks()
            painter.drawDetail()
            painter.drawJourney()
            painter.drawEvents()
        }
        painter.drawOverlay()
        painter.drawFooter()
        return painter.frame
    }
}
