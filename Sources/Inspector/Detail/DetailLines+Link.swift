import AppLinks
import JSONDocument
import LinkLayers
import Screen

/// The rows of a link: what came, what is wrong with it, where it points, and all it carries.
struct LinkLines {
    let inspection: LinkInspection
    /// Who received it, as one sentence.
    let reception: String?
    let folded: Set<String>
    let showsSecrets: Bool

    func lines() -> [DetailLine] {
        let input = String(decoding: masked(inspection.bytes), as: UTF8.self)
        var lines = [DetailLine.heading("Link"), DetailLine("input", input, path: "input").overflowing(.rows(3))]
        if let link = inspection.link {
            if link.targetURL != link.inputURL {
                lines.append(DetailLine("target", masked(link.targetURL.text), path: "target").overflowing(.rows(2)))
            } else {
                lines.append(DetailLine("target", "the link itself", valueRole: .dim, path: "target"))
            }
        }
        if let source = inspection.sourceApplication { lines.append(DetailLine("sent by", source)) }
        if let reception { lines.append(DetailLine("received", reception, valueRole: .accent).overflowing(.words)) }
        lines += findings()
        guard let link = inspection.link else { return lines }
        lines += data(of: link)
        lines += parameters(link.inputQueryParameters, title: "Query of the link", path: "query")
        if link.targetURL != link.inputURL {
            lines += parameters(link.targetQueryParameters, title: "Query of the target", path: "targetQuery")
        }
        return lines
    }

    private func findings() -> [DetailLine] {
        guard !inspection.findings.isEmpty else { return [] }
        let lines = inspection.findings.map(DetailLine.init)
        return [.blank, .heading("Problems (\(lines.count))")] + lines
    }

    // MARK: al_applink_data

    private func data(of link: IncomingLink) -> [DetailLine] {
        guard let root = link.document?.root else {
            return [.blank, .heading("No al_applink_data: a plain link")]
        }
        var lines: [DetailLine] = [.blank]
        if link.isAppLink {
            lines += referer(of: link)
            lines.append(DetailLine("version", link.version ?? "", valueRole: .accent, path: "al_applink_data.version"))
            lines.append(agent(of: link))
            lines += extras(root["extras"])
            lines.append(.blank)
        }
        let path = "al_applink_data"
        let isFolded = folded.contains(path)
        let title = link.isAppLink ? path : "\(path) (no App Link: what could be read of it)"
        lines.append(.heading(title, fold: root.count > 0 ? (isFolded ? .closed : .open) : nil, path: path))
        if root.count == 0 { lines.append(DetailLine("", masked(root.stringValue ?? root.text), path: path)) }
        if !isFolded { lines += tree.lines(below: root, path: path, indent: 1) }
        return lines
    }

    private var tree: JSONTreeLines { JSONTreeLines(folded: folded, showsSecrets: showsSecrets) }

    private func referer(of link: IncomingLink) -> [DetailLine] {
        guard link.refererURL != nil || link.refererAppName != nil else {
            return [.heading("Referer"), DetailLine("", "none: there is no way back", valueRole: .dim)]
        }
        var lines = [DetailLine.heading("Referer")]
        lines.append(DetailLine("app name", link.refererAppName ?? "(none)", path: "al_applink_data.referer_app_link.app_name"))
        lines.append(DetailLine("url", masked(link.refererURL ?? "(none)"), path: "al_applink_data.referer_app_link.url"))
        return lines
    }

    private func agent(of link: IncomingLink) -> DetailLine {
        guard let agent = link.userAgent else { return DetailLine("user agent", "(none)", valueRole: .dim) }
        return DetailLine("user agent", masked(agent), path: "al_applink_data.user_agent")
    }

    private func extras(_ node: JSONDocument.Node?) -> [DetailLine] {
        guard let node else { return [.blank, .heading("Extras"), DetailLine("", "none", valueRole: .dim)] }
        let path = "al_applink_data.extras"
        guard node.kind == .object else {
            return [.blank, .heading("Extras"), DetailLine("", "not an object: \(masked(node.text))", valueRole: .warning, path: path)]
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
        let heading = DetailLine.heading("\(title) (\(parameters.count))", fold: isFolded ? .closed : .open, path: path)
        guard !isFolded else { return [.blank, heading] }
        return [.blank, heading]
            + parameters.entries.map { entry in
                let name = entry.name.isEmpty ? "(no name)" : entry.name
                guard let text = entry.value.text else {
                    return DetailLine(name, "(no value)", valueRole: .dim, path: "\(path).\(entry.name)")
                }
                return DetailLine(name, value(text, name: entry.name), path: "\(path).\(entry.name)")
            }
    }

    private func value(_ text: String, name: String) -> String {
        guard !text.isEmpty else { return "\"\"" }
        if showsSecrets { return text }
        return Secrets.isSecret(name: name) ? Secrets.bullets(for: text) : Secrets.masked(text)
    }

    private func masked(_ text: String) -> String { showsSecrets ? text : Secrets.masked(text) }
    private func masked(_ bytes: [UInt8]) -> [UInt8] { showsSecrets ? bytes : Secrets.masked(bytes) }
}
