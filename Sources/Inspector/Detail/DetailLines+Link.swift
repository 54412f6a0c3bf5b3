import AppLinks
import JSONDocument
import LinkLayers
import Screen

/// The rows of a link: its findings, the link as it arrived, its target, its data and its parameters. The most important rows come first,
/// because a small screen shows only the first rows.
struct LinkLines {
    let inspection: LinkInspection
    /// The app that received the link, or the reason why no app did.
    let reception: String?
    /// A text about the link's page, such as when it was fetched; nil if the link is not a web link.
    var page: String?
    /// A text about the same link that arrived before; nil if there was none.
    var repeats: String?
    /// A text that tells whether the link started its app; nil if the record does not say so.
    var start: String?
    let folded: Set<String>
    let mask: SecretMask

    /// The maximum number of rows for a query's parameters. If there are more parameters, an additional row has the number of the others.
    static let parameterLimit = 5_000

    func lines() -> [DetailLine] {
        let input = String(decoding: mask.bytes(inspection.bytes), as: UTF8.self)
        // At most two findings, the worst ones, come before the link, because more would fill a small screen.
        let worst = inspection.findings.prefix(2).filter { $0.severity != .note }
        var lines = worst.map { DetailLine($0, mask: mask) }
        var whole = DetailLine("input", input, path: "input").overflowing(.rows(3))
        if let text = String(validating: inspection.bytes, as: UTF8.self) { whole.source = .text(text) }
        lines.append(whole)
        if let link = inspection.link {
            if link.targetURL != link.inputURL {
                let text = link.targetURL.text
                let target = DetailLine("target", mask.text(text), path: "target").at(place(of: "target_url", in: link))
                lines.append(target.overflowing(.rows(2)).copying(text))
            } else {
                lines.append(DetailLine("target", "the link itself", valueRole: .dim, path: "target").copying(link.targetURL.text))
            }
        }
        if let source = inspection.sourceApplication {
            lines.append(DetailLine("sent by", mask.text(source), path: "sourceApplication").copying(source))
        }
        if let reception { lines.append(DetailLine("received", reception, valueRole: .accent).overflowing(.words)) }
        if let repeats { lines.append(DetailLine("repeat", repeats, valueRole: .warning, path: "repeat").overflowing(.words)) }
        if let start { lines.append(DetailLine("start", start, valueRole: .text, path: "start").overflowing(.words)) }
        if let page { lines.append(DetailLine("page", page, valueRole: .dim).overflowing(.words)) }
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
            return [.blank, .heading("No al_applink_data: not an App Link")]
        }
        var lines: [DetailLine] = [.blank]
        if link.isAppLink {
            lines += referer(of: link)
            let version = link.version ?? ""
            let line = DetailLine("version", mask.text(version), valueRole: .accent, path: "al_applink_data.version")
            lines.append(line.at(place(of: "version", in: link)).copying(version))
            lines.append(agent(of: link))
            lines += extras(root["extras"])
            lines.append(.blank)
        }
        let path = "al_applink_data"
        let isFolded = folded.contains(path)
        let title = link.isAppLink ? path : "\(path) (not an App Link; this could be read)"
        lines.append(.heading(title, fold: root.count > 0 ? (isFolded ? .closed : .open) : nil, path: path).with(\.source, .node(root)))
        if root.count == 0 {
            lines.append(DetailLine("", mask.text(root.stringValue ?? root.text), path: path).with(\.source, .node(root)))
        }
        if !isFolded { lines += tree.lines(below: root, path: path, indent: 1) }
        return lines
    }

    private var tree: JSONTreeLines { JSONTreeLines(folded: folded, mask: mask) }

    private func referer(of link: IncomingLink) -> [DetailLine] {
        guard link.refererURL != nil || link.refererAppName != nil else {
            return [.heading("Referer"), DetailLine("", "none: there is no app to return to", valueRole: .dim)]
        }
        var lines = [DetailLine.heading("Referer")]
        let path = "al_applink_data.referer_app_link"
        let referer = link.document?.root?["referer_app_link"]
        for (label, value, key) in [("app name", link.refererAppName, "app_name"), ("url", link.refererURL, "url")] {
            let line = DetailLine(label, mask.text(value ?? "(none)"), path: "\(path).\(key)")
            lines.append(line.at(referer?[key].map { .data($0.range) }).copying(value ?? ""))
        }
        return lines
    }

    private func agent(of link: IncomingLink) -> DetailLine {
        guard let agent = link.userAgent else { return DetailLine("user agent", "(none)", valueRole: .dim) }
        let line = DetailLine("user agent", mask.text(agent), path: "al_applink_data.user_agent")
        return line.at(place(of: "user_agent", in: link)).copying(agent)
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
        let rows = isFolded ? [] : tree.lines(below: node, path: title, indent: 1)
        // The same values also have rows in the tree of the whole data. Each of them can be folded separately, so their paths differ.
        let lines = [heading.with(\.source, .node(node))] + rows
        return [.blank] + lines.map { $0.with(\.rootPath, "al_applink_data.\($0.path)") }
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
            let line = DetailLine(name, text.isEmpty ? "\"\"" : mask.value(text, name: entry.name), path: path)
            lines.append(line.at(place).copying(text))
        }
        if parameters.count > Self.parameterLimit {
            lines.append(
                DetailLine("", "\(parameters.count - Self.parameterLimit) more: Enter on the input shows them all", valueRole: .dim))
        }
        return lines
    }
}
