import DeviceTools
import Records
import Screen

// Recording links as a suite for `linkscope test`. The suite is made outside `State`, on the thread that writes files. It opens each link
// on the device as it is now, and records the result as the expected one.

extension State {
    /// Handles `T`: asks which links to record, and in which file.
    mutating func startRecording() -> [Effect] {
        var scopes: [(scope: SuiteWindow.Scope, words: String)] = []
        if let number = linkInView.flatMap(lists.number(of:)) { scopes.append((.selected, "the selected link, #\(number)")) }
        let marked = markedRows.count
        if marked > 0 { scopes.append((.marked, marked == 1 ? "the marked link" : "the \(marked) marked links")) }
        let shown = lists.shownLinks.places
        if shown.count > 0 {
            let isWhole = shown.count == shown.total
            scopes.append((.shown, "all listed links: \(isWhole ? "\(shown.count)" : "\(shown.count) of \(shown.total)")"))
        }
        guard !scopes.isEmpty else {
            return notify(.plain, "There is no link to save yet. Paste a link, press i to type one, or s to choose a sample.")
        }
        var cursor = ListCursor(count: scopes.count)
        if marked > 0, let place = scopes.firstIndex(where: { $0.scope == .marked }) { cursor.move(to: place) }
        overlay = .recording(SuiteWindow(scopes: scopes, cursor: cursor))
        return []
    }

    mutating func press(_ key: Key, in window: SuiteWindow) -> [Effect]? {
        var window = window
        switch key {
        case .control("z"), .control("l"): return nil
        case .escape:
            overlay = nil
            return []
        case .enter:
            let name = window.line.text
            guard name.contains(where: { !$0.isWhitespace }) else { return notify(.plain, "Type the name of a file, such as links.yaml.") }
            overlay = nil
            return record(window.scope, in: name, replacing: false, keepsSecrets: false)
        case .up, .down, .pageUp, .pageDown:
            window.cursor = moved(window.cursor, by: key, height: max(windowPlace.rows, 1)) ?? window.cursor
        default: guard window.line.edit(key) else { return [] }
        }
        overlay = .recording(window)
        return []
    }

    /// Performs `:suite FILE [session] [secrets]`.
    mutating func record(_ text: String, replacing: Bool) -> [Effect] {
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        var (isSession, keepsSecrets) = (false, false)
        while words.count > 1, let last = words.last, last == "session" || last == "secrets" {
            if last == "session" { isSession = true } else { keepsSecrets = true }
            words.removeLast()
        }
        let scope: SuiteWindow.Scope = isSession ? .shown : markedRows.isEmpty ? .selected : .marked
        return record(scope, in: words.joined(separator: " "), replacing: replacing, keepsSecrets: keepsSecrets)
    }

    private mutating func record(_ scope: SuiteWindow.Scope, in name: String, replacing: Bool, keepsSecrets: Bool) -> [Effect] {
        if isStillWriting() { return [] }
        guard let path = Self.suitePath(name) else {
            return notify(.bad, "\(name): the name of a suite ends in .yaml or .yml.")
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
    mutating func suiteOrder(of scope: SuiteWindow.Scope, keepsSecrets: Bool) -> SuiteOrder? {
        let state = self
        switch scope {
        case .selected:
            guard let number = linkInView.flatMap(lists.number(of:)) else { break }
            return order(RowCount(count: 1, total: 1), keepsSecrets) { $0 == 0 ? number - 1 : nil }
        case .marked:
            let marked = markedRows
            if marked.isEmpty { break }
            return order(RowCount(count: marked.count, total: marked.count), keepsSecrets) {
                marked.indices.contains($0) ? marked[$0] : nil
            }
        case .shown:
            if filtering.isRunning {
                notice = Notice(.plain, "The filter is still searching. Try again when it has finished.")
                return nil
            }
            if lists.shownLinks.cursor.count == 0 { break }
            return order(lists.shownLinks.places, keepsSecrets) { state.lists.shownLinks.index(at: $0) }
        }
        notice = Notice(.plain, "There is no link to save yet.")
        return nil
    }

    private func order(_ rows: RowCount, _ keepsSecrets: Bool, _ index: @escaping @Sendable (Int) -> Int?) -> SuiteOrder {
        let state = self
        return SuiteOrder(
            device: device.simulated, rows: rows, line: { place in index(place).flatMap { state.linkLine(at: $0) } },
            keepsSecrets: keepsSecrets)
    }

    /// The indices of the marked links, in the order of the list.
    private var markedRows: [Int] { lists.marks.records.compactMap { lists.number(of: $0) }.map { $0 - 1 }.sorted() }

    static func words(_ suite: RecordedSuite, path: String) -> String {
        // A narrow screen cuts the end of the notice, so the warnings come before the command that runs the suite.
        var text = "Saved \(suite.links == 1 ? "1 link" : "\(suite.links) links") in \(path)"
        if let file = suite.deviceFile { text += ", with the device in \(file)" }
        text += "."
        if suite.leftOut > 0 {
            text +=
                suite.leftOut == 1
                ? " 1 link was skipped: it is truncated, is not UTF-8, or cannot be written in YAML."
                : " \(suite.leftOut) links were skipped: they are truncated, are not UTF-8, or cannot be written in YAML."
        }
        if suite.withoutPage > 0 {
            text +=
                suite.withoutPage == 1
                ? " 1 web link opened an app through its page; the suite has no pages, so it expects the browser."
                : " \(suite.withoutPage) web links opened an app through their page; the suite has no pages, so it expects the browser."
        }
        if suite.secrets > 0 {
            text +=
                suite.secrets == 1 ? " Its secret is replaced by a variable." : " Its \(suite.secrets) secrets are replaced by variables."
        }
        return text + " Test it with linkscope test \(ShellQuoting.word(path))"
    }
}
