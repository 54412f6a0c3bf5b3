import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

// The parts of the link, decoded.

extension LinkReport {
    /// Returns the target, the referer, and whether the link is an App Link.
    func parts(of inspection: LinkInspection) -> String {
        guard let link = inspection.link else { return "" }
        var lines = ["App Link: \(link.isAppLink ? "yes" : "no")"]
        lines.append(link.targetURL == link.inputURL ? "Target: the link itself" : "Target: \(Markdown.code(link.targetURL.text))")
        if link.refererAppName != nil || link.refererURL != nil {
            let name = link.refererAppName.map(Markdown.text) ?? "no name"
            lines.append("Referer: \(name), \(link.refererURL.map { Markdown.code($0) } ?? "no URL")")
        } else if link.isAppLink {
            lines.append("Referer: none, so there is no app to return to")
        }
        if let source = inspection.sourceApplication { lines.append("Sent by: \(Markdown.code(source))") }
        return "\n" + lines.map { "- \($0)\n" }.joined()
    }

    /// Returns the extras, the whole data and the parameters.
    func data(of inspection: LinkInspection) -> String {
        guard let link = inspection.link else { return "" }
        var text = ""
        let contexts = Secrets.contexts(of: inspection.bytes.span)
        if let root = link.document?.root {
            if link.isAppLink, let extras = root["extras"], extras.count > 0 {
                text += "\n## Extras\n\n" + Self.json(Array(extras.text.utf8), carriedBy: contexts)
            }
            let data = Self.json(link.document?.source ?? [], carriedBy: contexts)
            text += "\n## Data\n\n" + Markdown.folded("al_applink_data, decoded", data)
        }
        text += parameters(link.inputQueryParameters, of: "link", link.inputURL)
        if link.targetURL != link.inputURL { text += parameters(link.targetQueryParameters, of: "target", link.targetURL) }
        return text
    }

    /// The maximum number of parameters in a table.
    private static let mostParameters = 200

    /// Returns the parameters, without the data, which has a part of its own.
    private func parameters(_ parameters: QueryParameters, of owner: String, _ url: LinkURL) -> String {
        let entries = parameters.entries.filter { $0.name != AppLinkKeys.parameter }
        guard !entries.isEmpty else { return "" }
        let contexts = url.text.withBytes { Secrets.contexts(ofParametersIn: $0) }
        let rows = entries.prefix(Self.mostParameters).map { entry in
            let isPublic = Secrets.isPublic(name: entry.name, in: contexts)
            let shown = entry.value.text.map { value in
                let isSecret = Secrets.isSecret(value, name: entry.name, in: contexts)
                return Markdown.code(isSecret ? Secrets.bullets(for: value) : value, isPublic: isPublic)
            }
            return [Markdown.code(entry.name), shown ?? "(no value)"]
        }
        let left = entries.count - rows.count
        let rest = left > 0 ? "\nand \(left) more\n" : ""
        return "\n## Parameters of the \(owner)\n\n" + Markdown.table(["name", "value"], rows) + rest
    }

    /// Returns JSON with its secrets masked, on a line for each member if it is valid.
    private static func json(_ source: [UInt8], carriedBy carrier: SecretContext) -> String {
        let lines = Secrets.masked(JSONDocument(source).indented() ?? source, carriedBy: carrier).split(separator: UInt8(ascii: "\n"))
        return Markdown.fenced(lines.map { PlainText.safe(Array($0)) }, language: "json")
    }
}
