import AppLinks
import JSONDocument
import LinkLayers
import Screen

/// The rows of a link: what is wrong with it, what came, where it points, and all it carries. What matters most stands first: on a small
/// screen the rest is scrolled to.
struct LinkLines {
    let inspection: LinkInspection
    /// Who received it, as one sentence.
    let reception: String?
    let folded: Set<String>
    let mask: SecretMask

    /// No query makes more rows than this; the last says how many there are.
    static let parameterLimit = 5_000

    func lines() -> [DetailLine] {
        let input = String(decoding: mask.bytes(inspection.bytes), as: UTF8.self)
        // The worst two stand above what they are about; were it all of them, a small screen would show nothing else.
        let worst = inspection.findings.prefix(2).filter { $0.severity != .note }
        var lines = worst.map { DetailLine($0, mask: mask) }
        lines.append(DetailLine("input", input, path: "input").overflowing(.rows(3)))
        if let link = inspection.link {
            if link.targetURL != link.inputURL {
                let target = DetailLine("target", mask.text(link.targetURL.text), path: "target").at(place(of: "target_url", in: link))
                lines.append(target.overflowing(.rows(2)))
            } else {
                lines.append(DetailLine("target", "the link itself", valueRole: .dim, path: "target"))
            }
        }
        if let source = inspection.sourceApplication { lines.append(DetailLine("sent by", mask.text(source), path: "sourceApplication")) }
        if let reception { lines.append(DetailLine("received", reception, valueRole: .accent).overflowing(.words)) }
        lines += inspection.findings.dropFirst(worst.count).filter { $0.severity != .note || $0.code == .secret }.map {
            DetailLine($0, mask: mask)
        }
        guard let link = inspection.link else { return lines + layersAndNotes() }
        lines += data(of: link)
        lines += parameters(link.inputQueryParameters, title: "Query of the link", path: "query")
        if link.targetURL != link.inputURL {
            lines += parameters(link.targetQueryParameters, title: "Query of the target", path: "targetQuery")
        }
        return lines + layersAndNotes()
    }

    private func place(of field: String, in link: IncomingLink) -> LinkPlace? {
        link.document?.root?[field].map { .data($0.range) }
    }

    // MARK: al_applink_data

    private func data(of link: IncomingLink) -> [DetailLine] {
        guard let root = link.document?.root else {
            return [.blank, .heading("No al_applink_data: a plain link")]
        }
        var lines: [DetailLine] = [.blank]
        if link.isAppLink {
            lines += referer(of: link)
            lines.append(
                DetailLine("version", mask.text(link.version ?? ""), valueRole: .accent, path: "al_applink_data.version").at(
                    place(of: "version", in: link)))
            lines.append(agent(of: link))
            lines += extras(root["extras"])
            lines.append(.blank)
        }
        let path = "al_applink_data"
        let isFolded = folded.contains(path)
        let title = link.isAppLink ? path : "\(path) (no App Link: what could be read of it)"
        lines.append(.heading(title, fold: root.count > 0 ? (isFolded ? .closed : .open) : nil, path: path))
        if root.count == 0 { lines.append(DetailLine("", mask.text(root.stringValue ?? root.text), path: path)) }
        if !isFolded { lines += tree.lines(below: root, path: path, indent: 1) }
        return lines
    }

    private var tree: JSONTreeLines { JSONTreeLines(folded: folded, mask: mask) }

    private func referer(of link: IncomingLink) -> [DetailLine] {
        guard link.refererURL != nil || link.refererAppName != nil else {
            return [.heading("Referer"), DetailLine("", "none: there is no way back", valueRole: .dim)]
        }
        var lines = [DetailLine.heading("Referer")]
        let path = "al_applink_data.referer_app_link"
        let referer = link.document?.root?["referer_app_link"]
        let name = DetailLine("app name", mask.text(link.refererAppName ?? "(none)"), path: "\(path).app_name")
        lines.append(name.at(referer?["app_name"].map { .data($0.range) }))
        let url = DetailLine("url", mask.text(link.refererURL ?? "(none)"), path: "\(path).url")
        lines.append(url.at(referer?["url"].map { .data($0.range) }))
        return lines
    }

    private func agent(of link: IncomingLink) -> DetailLine {
        guard let agent = link.userAgent else { return DetailLine("user agent", "(none)", valueRole: .dim) }
        return DetailLine("user agent", mask.text(agent), path: "al_applink_data.user_agent").at(place(of: "user_agent", in: link))
    }

    private func extras(_ node: JSONDocument.Node?) -> [DetailLine] {
        guard let node else { return [.blank, .heading("Extras"), DetailLine("", "none", valueRole: .dim)] }
        let path = "al_applink_data.extras"
        guard node.kind == .object else {
            return [.blank, .heading("Extras"), DetailLine("", "not an object: \(mask.text(node.text))", valueRole: .warning, path: path)]
        }
        let title = "extras"
        let isFolded = folded.contains(title)
        let heading = DetailLine.heading("Extras (\(node.count))", fold: node.count > 0 ? (isFolded ? .closed : .open) : nil, path: title)
        return [.blank, heading] + (isFolded ? [] : tree.lines(below: node, path: title, indent: 1))
    }

    // MARK: Parameters

    private func parameters(_ parameters: QueryParameters, title: String, path: String) -> [DetailLine] {
        guard !parameters.isEmpty else { return [] }
        let isFolded = folded.contains(path)
        var lines = [DetailLine.blank]
        lines.append(.heading("\(title) (\(parameters.count))", fold: isFolded ? .closed : .open, path: path))
        guard !isFolded else { return lines }
        let isTarget = path == "targetQuery"
        for entry in parameters.entries.prefix(Self.parameterLimit) {
            let place: LinkPlace = isTarget ? .targetParameter(entry.name) : .parameter(entry.name)
            let name = entry.name.isEmpty ? "(no name)" : mask.text(entry.name)
            let path = JSONTreeLines.path(path, ".", mask.text(entry.name))
            guard let text = entry.value.text else {
                lines.append(DetailLine(name, "(no value)", valueRole: .dim, path: path).at(place))
                continue
            }
            lines.append(DetailLine(name, text.isEmpty ? "\"\"" : mask.value(text, name: entry.name), path: path).at(place))
        }
        if parameters.count > Self.parameterLimit {
            lines.append(
                DetailLine("", "\(parameters.count - Self.parameterLimit) more: Enter on the input shows them all", valueRole: .dim))
        }
        return lines
    }
}
