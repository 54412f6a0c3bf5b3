import Bytes

/// The page of `linkscope report`: the counts of many links, as text or as one JSON object.
package struct CountsPage {
    let counts: LinkCounts
    /// The maximum number of rows of a table. Nil means all rows.
    let most: Int?

    package init(_ counts: LinkCounts, most: Int?) {
        self.counts = counts
        self.most = most
    }

    /// The tables in the order of the page, with their titles.
    private static let tables: [(LinkCounts.Table, title: String)] = [
        (.findings, "Findings, by the number of links and events"), (.verdicts, "Verdicts"), (.hosts, "Hosts of web links"),
        (.schemes, "Schemes"), (.services, "Services"), (.layers, "Layers"),
    ]

    private func count(_ line: LinkCounts.Line) -> Int { counts.count(of: line) }

    private func counted(_ line: LinkCounts.Line, _ noun: String) -> String { count(line).counted(noun, isGrouped: true) }

    // MARK: Text

    /// The page as text that is safe to print.
    package var text: String {
        var lines = [
            "\(counted(.links, "link")) (\(counted(.appLinks, "App Link"))), \(counted(.events, "event")), \(counted(.verdicts, "verdict"))",
            "\(share(.withErrors)) with errors, \(share(.withWarnings)) with warnings, \(count(.withSecrets).grouped) with secrets",
        ]
        if count(.unreadable) > 0 {
            let ignored = count(.unreadable).counted("line", isGrouped: true)
            lines.append("\(ignored) ignored (not JSON lines of linkscope inspect, match or verify)")
        }
        for (table, title) in Self.tables { lines += section(table, title) }
        return lines.map { PlainText.safe($0) }.joined(separator: "\n") + "\n"
    }

    private func section(_ table: LinkCounts.Table, _ title: String) -> [String] {
        let rows = counts.rows(table)
        guard !rows.isEmpty else { return [] }
        let shown = rows.prefix(most ?? rows.count)
        let numbers = shown.map(\.counter.count.grouped)
        let width = numbers.map(\.count).max() ?? 0
        var lines = ["", title]
        for (row, number) in zip(shown, numbers) {
            let all = table == .verdicts ? count(.verdicts) : count(.links)
            let part = all > 0 ? Self.percent(row.counter.count, of: Int128(all)) : ""
            lines.append("  " + Self.padded(number, to: width) + "  " + Self.padded(part, to: 7) + "  " + row.name)
            lines += row.counter.examples.chosen.map { "    " + String(repeating: " ", count: width + 9) + $0.link }
        }
        if shown.count < rows.count {
            let rest = rows.count - shown.count
            lines.append("  \(rest.counted("more row", isGrouped: true)); use --top to show \(rest == 1 ? "it" : "them")")
        }
        return lines
    }

    private func share(_ line: LinkCounts.Line) -> String {
        let all = Int128(count(.links)) + Int128(count(.events))
        return count(line).grouped + (all > 0 ? " (\(Self.percent(count(line), of: all)))" : "")
    }

    // MARK: JSON

    /// The page as one JSON object with a line end.
    package var json: String {
        JSONOutput.report(showsSecrets: true) { json in
            for line in LinkCounts.Line.allCases { json.field(Self.key(line), count(line)) }
            for (table, _) in Self.tables {
                let rows = counts.rows(table)
                json.objects(.text(table.rawValue), rows.prefix(most ?? rows.count)) { json, row in
                    if table == .findings, let space = row.name.firstIndex(of: " ") {
                        json.field("code", String(row.name[row.name.index(after: space)...]))
                        json.field("severity", String(row.name[..<space]))
                    } else {
                        json.field("name", row.name)
                    }
                    json.field("count", row.counter.count)
                    if !row.counter.examples.chosen.isEmpty { json.strings("examples", row.counter.examples.chosen.map(\.link)) }
                }
            }
        }.text + "\n"
    }

    private static func key(_ line: LinkCounts.Line) -> JSONStep {
        switch line {
        case .links: "links"
        case .appLinks: "appLinks"
        case .events: "events"
        case .verdicts: "verdictCount"
        case .unreadable: "unreadableLines"
        case .withErrors: "withErrors"
        case .withWarnings: "withWarnings"
        case .withSecrets: "withSecrets"
        }
    }

    // MARK: Numbers

    /// A share in percent with one digit after the point, computed with integers so that it is the same everywhere. They have 128 bits,
    /// because a part that somebody wrote by hand may have any count.
    private static func percent(_ count: Int, of all: Int128) -> String {
        let permille = (Int128(count) * 1000 + all / 2) / all
        if permille == 0, count > 0 { return "< 0.1 %" }
        return "\(permille / 10).\(permille % 10) %"
    }

    private static func padded(_ text: String, to width: Int) -> String { String(repeating: " ", count: max(width - text.count, 0)) + text }
}
