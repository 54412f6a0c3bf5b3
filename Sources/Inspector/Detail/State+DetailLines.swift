import AppLinks
import LinkLayers
import Records
import Screen

extension State {
    /// The rows that the detail pane shows of its subject.
    func detailLines(of shown: Shown) -> [DetailLine] {
        switch shown.subject {
        case .link(let id): linkLines(shown.content, id)
        case .event(let index): eventLines(shown.content, index)
        }
    }

    private func linkLines(_ content: RecordContent?, _ id: RecordID) -> [DetailLine] {
        switch content {
        case nil: return []
        case .link(let inspection):
            let row = rowOfLink(id)
            return LinkLines(
                inspection: inspection,
                reception: row.map { reception(of: inspection.link?.inputURL, row: $0) },
                page: pageState(of: inspection.link?.inputURL),
                folded: folded,
                mask: mask
            ).lines()
        case .event(_, let document, let findings), .object(let document, let findings):
            return DocumentLines(document: document, findings: findings, folded: folded, mask: mask).lines()
        }
    }

    /// Whether Enter goes by the page of a web link, or only by what the link itself says.
    private func pageState(of url: LinkURL?) -> String? {
        guard let url, url.isWeb else { return nil }
        switch lookups.pageAnswer(of: url)?.outcome {
        case .found: return "fetched at \(clock(lookups.pageAnswer(of: url)?.askedAt ?? 0)): Enter opens its target, F shows it"
        case .stopped: return "stopped before the page was read; F shows what was found"
        case .failed: return "could not be fetched; F tries again"
        case nil: return "not fetched yet; F shows which app it opens"
        }
    }

    /// The number that a link has in the list, from 1; nil for what is not in it.
    func number(of id: RecordID) -> Int? { indexOfLink(id).map { $0 + 1 } }

    private func rowOfLink(_ id: RecordID) -> LinkRow? { indexOfLink(id).map { links[$0] } }

    /// Rows are in the order of their records.
    private func indexOfLink(_ id: RecordID) -> Int? {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle].record < id { low = middle + 1 } else { high = middle }
        }
        return links.indices.contains(low) && links[low].record == id ? low : nil
    }

    private func eventLines(_ content: RecordContent?, _ index: Int) -> [DetailLine] {
        guard events.indices.contains(index), let event = shownEvent(content, index) else { return [] }
        var posted = event.clock
        if let app = event.app { posted += " by \(app)" }
        if let number = event.link.flatMap(self.number(of:)) { posted += ", for link #\(number)" }
        var lines = [
            DetailLine("event", mask.text(event.name), valueRole: .ok, path: "event").copying(event.name),
            DetailLine(event.app == nil ? "time" : "posted", mask.text(posted), valueRole: .accent),
        ]
        if let url = event.url { lines.append(DetailLine("link", mask.text(url), path: "url").copying(url)) }
        if event.arguments.isEmpty { lines.append(DetailLine("", "no arguments", valueRole: .dim)) }
        lines += event.arguments.map {
            DetailLine(mask.text($0.name), mask.value($0.value, name: $0.name), path: mask.text($0.name)).copying($0.value)
        }
        if case .event(let received, let document, let findings) = content {
            if let url = received.url {
                let inspection = LinkInspection(Array(url.utf8))
                lines.append(.blank)
                lines += LinkLines(inspection: inspection, reception: nil, folded: folded, mask: mask).lines()
            }
            lines.append(.blank)
            lines += DocumentLines(document: document, findings: findings, folded: folded, mask: mask).lines()
        }
        return lines
    }

    func shownEvent(_ content: RecordContent?, _ index: Int) -> EventContent? {
        let row = events[index]
        guard row.kind != .posted else { return eventContent(at: index, records: [:]) }
        guard let content else { return nil }
        return eventContent(row, RecordID(index: row.index), arrivedAt: shown?.arrivedAt ?? 0, content)
    }
}
