import Deciding
import DeviceTools
import JSONDocument
import Panes
package import Records
import Screen

// Writing links, events, reports and fetched pages to files, which another thread does with a copy of the state.

extension State {
    /// Starts to write a file. The ending of its name decides what is written.
    mutating func export(to path: String, replacing: Bool) -> [Effect] {
        if isStillWriting() { return [] }
        guard let format = Export.Format(path: path) else {
            return notify(.bad, "\(display.mask.text(path)): unknown format. End the name in .ndjson, .json, .csv, .yaml, .md or .har.")
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
            if isStillSearching() { return nil }
            if shown.cursor.count == 0 {
                let ofLink: HintedText = "This link has no events to write\(onScreen: "; \(.allEvents) shows those of all links")."
                let nothing = isAboutEvents && !lists.isFiltered ? ofLink : "No row matches the filter, so there is nothing to write."
                notice = Notice(.plain, lists.isEmpty ? "There is nothing to write yet." : nothing)
            } else if isAboutEvents {
                return .events(shown.places) { place in shown.index(at: place).flatMap { state.eventLine(at: $0) } }
            } else {
                let posted = postedEvents
                return .links(shown.places) { place in shown.index(at: place).flatMap { state.linkLine(at: $0, posted) } }
            }
        case .markdown:
            if let record = detail.record { return .report(record, number: lists.number(of: record), self) }
            notice = Notice(.plain, "There is no link to report on yet.")
        case .yaml: return suiteOrder(of: .shown, keepsSecrets: false).map { .suite($0) }
        case .har:
            let pages = lookups.fetchedHops
            if !pages.isEmpty { return .pages(pages) }
            notice = Notice(.plain, "No page was fetched yet. \(.resolve) fetches the page of a web link.")
        }
        return nil
    }

    /// Whether the user looks at the events and not at the links.
    private var isAboutEvents: Bool {
        if lists.events.isEmpty { return false }
        if case .event? = detail.subject, panes.focus == .detail { return true }
        return panes.focus == .events || lists.links.isEmpty
    }

    package func linkLine(at index: Int, _ posted: [RecordID: [Event]] = [:]) -> LinkLine? {
        guard lists.links.indices.contains(index) else { return nil }
        let row = lists.links[index]
        return LinkLine(
            number: index + 1, row: row, way: journey.ways[row.record], device: device, display: display, posted: posted[row.record] ?? [])
    }

    /// Returns whether the filter is still looking for rows. If so, shows a notice.
    private mutating func isStillSearching() -> Bool {
        if filtering.isRunning { tell(.plain, "The filter is still searching. Try again when it has finished.") }
        return filtering.isRunning
    }

    /// Returns whether another file is being written. If so, shows a notice.
    mutating func isStillWriting() -> Bool {
        guard let export = edges.export else { return false }
        notice = Notice(.bad, "linkscope is still writing \(export.path). \(.stop) stops it.")
        return true
    }

    /// The events that the device posted because the user opened a link or returned from it, by link.
    private var postedEvents: [RecordID: [Event]] {
        lists.postedRows.compactMap { eventLine(at: $0)?.source.event(nil) }.reduce(into: [:]) { events, event in
            if let link = event.link { events[link.record, default: []].append(event) }
        }
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
        case .recorded(let suite): notice = Notice(.good, "\(Self.words(suite, path: export.path))")
        case .stopped: notice = Notice(.plain, "Stopped. \(export.path) was not written.")
        case .failed(let reason): notice = Notice(.bad, "Not written: \(reason)")
        }
    }

    // The copy menu: `y`, then the key of a choice. Secrets are masked on the screen but copied unmasked, about which a notice warns.

    /// The maximum number of bytes to copy. Several terminals accept at most 100,000 bytes of base64, and 74,994 bytes become 99,992.
    package static let mostCopiedBytes = 74_994

    /// Copies the text of a choice, or draws its QR code.
    mutating func copy(_ choice: CopyChoice) -> [Effect] {
        do throws(CommandRefusal) {
            let content = try copyContent(choice)
            let bytes = try content.whole()
            return choice == .qrCode ? draw(bytes, content) : copy(bytes, content, choice)
        } catch {
            return notify(.plain, "Not copied: \(error.reason).")
        }
    }

    private mutating func copy(_ bytes: [UInt8], _ content: CopyContent, _ choice: CopyChoice) -> [Effect] {
        guard !bytes.isEmpty else { return notify(.plain, "Not copied: \(choice.name) is empty.") }
        guard bytes.count <= Self.mostCopiedBytes else {
            let text =
                "Not copied: \(bytes.count) bytes, but terminals accept at most \(Self.mostCopiedBytes). linkscope inspect prints the whole text."
            return notify(.bad, "\(text)")
        }
        overlay = nil
        let secret = content.holdsSecret ? ", WITH ITS SECRET" : ""
        let copied = "Copied \(choice.name)\(secret): \(bytes.count) bytes, through the terminal (OSC 52)."
        notice =
            Self.hasControls(bytes, in: content.form)
            ? Notice(.bad, "\(copied) IT HAS CONTROL CHARACTERS: pasted into a terminal, they can run commands.")
            : Notice(.good, "\(copied)")
        return [.copy(bytes)]
    }

    /// Whether a text has control characters other than tabs, such as a line end or the mark that ends a paste. JSON has line ends between
    /// its values.
    private static func hasControls(_ bytes: [UInt8], in form: CopyContent.Form) -> Bool {
        let isJSON = if case .document(let document) = form { document.isValid } else { false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control && scalar != "\t" && !(scalar == "\n" && isJSON)
        }
    }

    private mutating func draw(_ bytes: [UInt8], _ content: CopyContent) -> [Effect] {
        guard bytes.count <= QRCode.mostBytes else {
            return notify(.bad, "The link is too long for a QR code: it has \(bytes.count) bytes, and the limit is \(QRCode.mostBytes).")
        }
        overlay = nil
        notice = Notice(.good, "QR code of the link\(content.holdsSecret ? ", WITH ITS SECRET" : ""). Esc closes.")
        return [.encodeQRCode(bytes)]
    }

    // Recording links as a suite for `linkscope test`. The suite is made outside `State`, on the thread that writes files. It opens each
    // link on the device as it is now, and records the result as the expected one.

    /// Performs `:suite FILE [selected|marked|session] [secrets]`.
    mutating func record(_ text: String, replacing: Bool) -> [Effect] {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        var scope: SuiteOrder.Scope?
        var keepsSecrets = false
        while words.count > 1, let last = words.last {
            if scope == nil, let chosen = SuiteOrder.Scope(rawValue: String(last)) {
                scope = chosen
            } else if last == "secrets" {
                keepsSecrets = true
            } else {
                break
            }
            words.removeLast()
        }
        return record(
            scope ?? (markedRows.isEmpty ? .selected : .marked), in: words.joined(separator: " "), replacing: replacing,
            keepsSecrets: keepsSecrets)
    }

    mutating func record(_ scope: SuiteOrder.Scope, in name: String, replacing: Bool, keepsSecrets: Bool) -> [Effect] {
        if isStillWriting() { return [] }
        guard let path = Self.suitePath(name) else {
            return notify(.bad, "\(display.mask.text(name)): the name of a suite ends in .yaml or .yml.")
        }
        guard let order = suiteOrder(of: scope, keepsSecrets: keepsSecrets) else { return [] }
        return export(.suite(order), as: .yaml, to: path, replacing: replacing)
    }

    /// Returns the path of a suite. A name without an ending gets one. Returns nil for a name with another ending.
    private static func suitePath(_ name: String) -> String? {
        let file = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        if file.isEmpty { return nil }
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return name + ".yaml" }
        return Export.Format(path: name) == .yaml ? name : nil
    }

    /// Returns the order for a suite. Returns nil, with a notice, if there is no link.
    mutating func suiteOrder(of scope: SuiteOrder.Scope, keepsSecrets: Bool) -> SuiteOrder? {
        let shown = lists.shownLinks
        switch scope {
        case .selected, .marked:
            let rows = scope == .marked ? markedRows : linkInView.flatMap(lists.number(of:)).map { [$0 - 1] } ?? []
            if rows.isEmpty { break }
            return order(scope, RowCount(count: rows.count, total: rows.count), keepsSecrets) { rows.indices.contains($0) ? rows[$0] : nil }
        case .shown:
            if isStillSearching() { return nil }
            if shown.cursor.count > 0 { return order(scope, shown.places, keepsSecrets) { shown.index(at: $0) } }
        }
        tell(.plain, scope == .marked && !lists.isEmpty ? "No link is marked." : "There is no link to save yet.")
        return nil
    }

    private func order(
        _ scope: SuiteOrder.Scope, _ rows: RowCount, _ keepsSecrets: Bool, _ index: @escaping @Sendable (Int) -> Int?
    ) -> SuiteOrder {
        let state = self
        return SuiteOrder(
            scope: scope, device: device.simulated, project: project, rows: rows,
            line: { place in index(place).flatMap { state.linkLine(at: $0) } }, keepsSecrets: keepsSecrets)
    }

    /// The indices of the marked links, in the order of the list.
    var markedRows: [Int] { lists.marks.records.compactMap { lists.number(of: $0) }.map { $0 - 1 }.sorted() }

    static func words(_ suite: RecordedSuite, path: String) -> String {
        // A narrow screen cuts the end of the notice, so the warnings come before the command that runs the suite.
        var text = "Saved \(suite.links == 1 ? "1 link" : "\(suite.links) links") in \(path)"
        if let file = suite.deviceFile { text += ", with the device in \(file)" }
        text += "."
        func add(_ count: Int, _ one: String, _ several: String) { if count > 0 { text += count == 1 ? one : several } }
        add(
            suite.leftOut, " 1 link was skipped: it is truncated, is not UTF-8, or cannot be written in YAML.",
            " \(suite.leftOut) links were skipped: they are truncated, are not UTF-8, or cannot be written in YAML.")
        add(
            suite.withoutPage, " 1 web link opened an app through its page; the suite has no pages, so it expects the browser.",
            " \(suite.withoutPage) web links opened an app through their page; the suite has no pages, so it expects the browser.")
        add(suite.secrets, " Its secret is replaced by a variable.", " Its \(suite.secrets) secrets are replaced by variables.")
        return text + " Test it with linkscope test \(ShellQuoting.word(path))"
    }
}
