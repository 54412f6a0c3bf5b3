import Pages
import Records

// Writing links, events, reports and fetched pages to files. The files themselves are written outside `State`, on another thread, which
// gets a copy of the state.

extension State {
    /// Starts to write a file. The ending of its name decides what is written.
    mutating func export(to path: String, replacing: Bool) -> [Effect] {
        if isStillWriting() { return [] }
        guard let format = Export.Format(path: path) else {
            return notify(.bad, "\(path): unknown format. End the name in .ndjson, .json, .csv, .yaml, .md or .har.")
        }
        guard let content = content(for: format) else { return [] }
        return export(content, as: format, to: path, replacing: replacing)
    }

    /// Starts to write a file with a content.
    mutating func export(_ content: Export.Content, as format: Export.Format, to path: String, replacing: Bool) -> [Effect] {
        edges.exportCount += 1
        let export = Export(number: edges.exportCount, path: path, replaces: replacing, format: format, content: content)
        edges.export = export
        return [.export(export)]
    }

    /// Returns what to write in a format. Returns nil, with a notice, if there is nothing.
    private mutating func content(for format: Export.Format) -> Export.Content? {
        switch format {
        case .ndjson, .json, .csv:
            let state = self
            let isAboutEvents = isAboutEvents
            let shown = isAboutEvents ? lists.shownEvents : lists.shownLinks
            if filtering.isRunning {
                notice = Notice(.plain, "The filter is still searching. Try again when it has finished.")
            } else if shown.cursor.count == 0 {
                let nothing = "No row matches the filter, so there is nothing to write."
                notice = Notice(.plain, lists.isEmpty ? "There is nothing to write yet." : nothing)
            } else if isAboutEvents {
                return .events(shown.places) { place in shown.index(at: place).flatMap { state.eventLine(at: $0) } }
            } else {
                let posted = postedEvents
                return .links(shown.places) { place in shown.index(at: place).flatMap { state.linkLine(at: $0, posted) } }
            }
        case .markdown:
            if let record = detail.record { return .report(story(of: record)) }
            notice = Notice(.plain, "There is no link to report on yet.")
        case .yaml: return suiteOrder(of: .shown, keepsSecrets: false).map { .suite($0) }
        case .har:
            let pages = lookups.fetchedHops
            if !pages.isEmpty { return .pages(pages) }
            notice = Notice(.plain, "No page was fetched yet. F fetches the page of a web link.")
        }
        return nil
    }

    /// Whether the user looks at the events and not at the links.
    private var isAboutEvents: Bool {
        if lists.events.isEmpty { return false }
        if case .event? = detail.subject, panes.focus == .detail { return true }
        return panes.focus == .events || lists.links.isEmpty
    }

    func linkLine(at index: Int, _ posted: [RecordID: [LinkLine.Posted]] = [:]) -> LinkLine? {
        guard lists.links.indices.contains(index) else { return nil }
        let row = lists.links[index]
        return LinkLine(
            number: index + 1, row: row, way: journey.ways[row.record], device: device, display: display, posted: posted[row.record] ?? [])
    }

    /// Returns whether another file is being written. If so, shows a notice.
    mutating func isStillWriting() -> Bool {
        guard let export = edges.export else { return false }
        notice = Notice(.bad, "linkscope is still writing \(export.path). Esc stops it.")
        return true
    }

    /// The events that the device posted because the user opened a link or returned from it, by link.
    private var postedEvents: [RecordID: [LinkLine.Posted]] {
        var events: [RecordID: [LinkLine.Posted]] = [:]
        for (event, row) in zip(lists.posted, lists.postedRows) {
            guard let link = event.link else { continue }
            let app = lists.events[row].app
            events[link, default: []].append(LinkLine.Posted(event: event, app: app == AppNames.none ? nil : device.appNames[app]))
        }
        return events
    }

    // MARK: While it is being written

    mutating func record(_ news: ExportNews, ofExport number: Int) {
        guard let export = edges.export, export.number == number else { return }
        if case .progress(let done) = news {
            let share = export.count > 0 ? done * 100 / export.count : 0
            notice = .progress("Writing \(export.what) to \(export.path): \(share) %. Esc stops.")
            return
        }
        edges.export = nil
        switch news {
        case .progress: break
        case .written(let bytes):
            notice = Notice(.good, "Wrote \(export.what) to \(export.path): \(bytes) bytes. Secrets are masked.")
        case .recorded(let suite): notice = Notice(.good, Self.words(suite, path: export.path))
        case .stopped: notice = Notice(.plain, "Stopped. \(export.path) was not written.")
        case .failed(let reason): notice = Notice(.bad, "Not written: \(reason)")
        }
    }
}
