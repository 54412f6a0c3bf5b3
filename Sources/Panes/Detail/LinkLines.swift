import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Screen
import Secrets

/// The rows of a link: its worst findings, what it opens, its target and referer, what became of it, then its data and parameters, and last
/// the link as it arrived. The most important rows come first, because a small screen shows only the first rows.
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
    /// The time of arrival in full.
    var arrived: String?
    let folded: Set<String>
    let mask: SecretMask

    /// The maximum number of rows for a query's parameters. If there are more parameters, an additional row has the number of the others.
    static let parameterLimit = 5_000

    func lines() -> [DetailLine] {
        // At most two findings, the worst ones, come before the link, because more would fill a small screen.
        let worst = inspection.findings.prefix(2).filter { $0.severity != .note }
        let others = inspection.findings.dropFirst(worst.count).filter { $0.severity != .note || $0.code == .secret }
        var lines = worst.map(row)
        guard let link = inspection.link else {
            return lines + [whole("text").overflowing(.rows(3))] + circumstances() + others.map(row) + layersAndNotes()
        }
        lines.append(opened(link))
        lines.append(target(of: link))
        if link.isAppLink { lines.append(referer(of: link)) }
        lines += circumstances() + others.map(row)
        lines += data(of: link)
        lines += parameters(link.inputQueryParameters, title: "Query of the link", path: "query", mask)
        if link.targetURL != link.inputURL {
            let targetMask = mask.parts(of: Array(link.targetURL.text.utf8))
            lines += parameters(link.targetQueryParameters, title: "Query of the target", path: "targetQuery", targetMask)
        }
        lines += layersAndNotes()
        return link.dataRange == nil ? lines : lines + [.blank, whole("raw")]
    }

    private func row(of finding: Finding) -> DetailLine { DetailLine(finding, mask: mask).with(\.indent, 0) }

    // MARK: What opens

    /// Returns the row of the link as it arrived.
    private func whole(_ label: String) -> DetailLine {
        let input = String(decoding: mask.bytes(inspection.bytes), as: UTF8.self)
        var line = DetailLine(label, input, indent: 0, path: "input")
        if let text = String(validating: inspection.bytes, as: UTF8.self) { line.source = .text(text) }
        return line
    }

    /// Returns the row of the link that an app opens, without the data for the app.
    private func opened(_ link: IncomingLink) -> DetailLine {
        guard let data = link.dataRange else { return whole("open").overflowing(.rows(3)) }
        let text = String(decoding: LinkSummary.text(inspection.bytes, without: data), as: UTF8.self)
        let line = DetailLine("open", mask.text(text), indent: 0, path: "open").overflowing(.rows(2)).copying(text)
        return line.at(.input(0..<min(data.lowerBound, inspection.bytes.count)))
    }

    private func target(of link: IncomingLink) -> DetailLine {
        let text = link.targetURL.text
        guard link.targetURL != link.inputURL else {
            return DetailLine("target", "the link itself", indent: 0, valueRole: .dim, path: "target").copying(text)
        }
        let line = DetailLine("target", mask.text(text), indent: 0, path: "target").at(place(of: "target_url", in: link))
        return line.overflowing(.rows(2)).copying(text)
    }

    /// Returns the row of the referer: its name and its URL, such as `Shop (shop://back/cart)`.
    private func referer(of link: IncomingLink) -> DetailLine {
        let path = "al_applink_data.referer_app_link"
        let node = link.document?.root?["referer_app_link"]
        let name = link.refererAppName.flatMap { $0.isEmpty ? nil : mask.text($0) }
        let key = link.refererURL == nil ? "app_name" : "url"
        let line: DetailLine
        switch (name, link.refererURL) {
        case (nil, nil): return DetailLine("referer", "none: there is no app to return to", indent: 0, valueRole: .dim)
        case (let name?, nil): line = DetailLine("referer", "\(name) (no URL)", indent: 0, path: "\(path).\(key)").copying(name)
        case (nil, let url?):
            line = DetailLine("referer", "no name (\(mask.text(url)))", indent: 0, path: "\(path).\(key)").copying(url)
                .with(\.opened, mask.text(url))
        case (let name?, let url?):
            line = DetailLine("referer", "\(name) (\(mask.text(url)))", indent: 0, path: "\(path).\(key)").copying(url)
                .with(\.opened, mask.text(url))
        }
        return line.overflowing(.rows(2)).at(node?[key].map { .data($0.range) })
    }

    /// Returns the rows about the arrival of the link: the app that sent it, the app that received it, an earlier arrival, whether it
    /// started its app, when it arrived, and its page.
    private func circumstances() -> [DetailLine] {
        let source = inspection.sourceApplication.map { text in
            DetailLine("sent by", mask.text(text), indent: 0, path: "sourceApplication").copying(text)
        }
        let rows = [
            reception.map { DetailLine("received", $0, indent: 0, valueRole: .accent) },
            repeats.map { DetailLine("repeat", $0, indent: 0, valueRole: .warning, path: "repeat") },
            start.map { DetailLine("start", $0, indent: 0, valueRole: .text, path: "start") },
            arrived.map { DetailLine("arrived", $0, indent: 0, valueRole: .text, path: "arrived") },
            page.map { DetailLine("page", $0, indent: 0, valueRole: .dim) },
        ]
        return [source].compactMap(\.self) + rows.compactMap { $0?.overflowing(.words) }
    }

    private func place(of field: String, in link: IncomingLink) -> LinkPlace? {
        link.document?.root?[field].map { .data($0.range) }
    }

    // MARK: al_applink_data

    private func data(of link: IncomingLink) -> [DetailLine] {
        guard let document = link.document, let root = document.root else {
            return [.blank, .heading("No al_applink_data: not an App Link")]
        }
        // If the data is not JSON, for example because it was encoded twice, the parser keeps only a meaningless word.
        if !document.isValid, root.kind != .object, root.kind != .array {
            return [.blank, .heading("al_applink_data is not JSON: not an App Link")]
        }
        var lines: [DetailLine] = [.blank]
        if link.isAppLink { lines += extras(root["extras"]) + [.blank] }
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

    private func extras(_ node: JSONDocument.Node?) -> [DetailLine] {
        guard let node else { return [DetailLine("extras", "none", indent: 0, valueRole: .dim)] }
        let path = "al_applink_data.extras"
        guard node.kind == .object else {
            return [DetailLine("extras", "not an object: \(mask.text(node.text))", indent: 0, valueRole: .warning, path: path)]
        }
        let title = "extras"
        let isFolded = folded.contains(title)
        let heading = DetailLine.heading("Extras (\(node.count))", fold: node.count > 0 ? (isFolded ? .closed : .open) : nil, path: title)
        let rows = isFolded ? [] : tree.lines(below: node, path: title, indent: 1)
        // The same values also have rows in the tree of the whole data. Each of them can be folded separately, so their paths differ.
        let lines = [heading.with(\.source, .node(node))] + rows
        return lines.map { $0.with(\.rootPath, "al_applink_data.\($0.path)") }
    }

    // MARK: Parameters

    private func parameters(_ parameters: QueryParameters, title: String, path: String, _ mask: SecretMask) -> [DetailLine] {
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
            let line = DetailLine(name, text.isEmpty ? "\"\"" : mask.parameter(text, name: entry.name), path: path)
            lines.append(line.at(place).copying(text))
        }
        if parameters.count > Self.parameterLimit {
            lines.append(
                DetailLine("", "\(parameters.count - Self.parameterLimit) more: the tab Raw has them all", valueRole: .dim))
        }
        return lines
    }
}

/// The last rows of a link: its layers, its notes, and the repairs that R applies.
extension LinkLines {
    func layersAndNotes() -> [DetailLine] {
        // Notes about secrets are shown above, with the problems.
        let notes = inspection.findings.filter { $0.severity == .note && $0.code != .secret }
        return layers() + section("Notes", path: "notes", notes.map { DetailLine($0, mask: mask) })
            + section("Repairs (R applies all)", path: "repairs", repairs())
    }

    private func layers() -> [DetailLine] {
        section(
            "Layers", path: "layers",
            inspection.layers.map { layer in
                let isHidden = !mask.isOff && inspection.isSecret(layer)
                let value =
                    isHidden
                    ? mask.whole(layer.text.string)
                    : String(decoding: mask.bytes(layer.text.bytes, knowing: layer.secrets), as: UTF8.self)
                let name = layer.service.map { "\(layer.kind.words) (\($0.name))" } ?? layer.kind.words
                return DetailLine(name, value, indent: layer.depth, path: mask.text(layer.path)).at(.input(layer.range))
            })
    }

    private func repairs() -> [DetailLine] {
        inspection.findings.compactMap { finding in
            finding.repair.map { repair in
                DetailLine(finding.code.rawValue, repair.summary, valueRole: .ok, path: finding.code.rawValue)
                    .overflowing(.words).at(repair.edits.first.map { .input($0.range) })
            }
        }
    }

    private func section(_ title: String, path: String, _ rows: [DetailLine]) -> [DetailLine] {
        guard !rows.isEmpty else { return [] }
        let isFolded = folded.contains(path)
        return [.blank, .heading("\(title) (\(rows.count))", fold: isFolded ? .closed : .open, path: path)] + (isFolded ? [] : rows)
    }
}
