package import AppLinks
import Bytes
package import Deciding
package import JSONDocument
package import LinkLayers
import Records
import Screen
package import Secrets

/// The rows of a link: a sentence that says what it is, its worst finding, its way through the apps, then its facts, each once. Last come
/// the parts that are folded, because the facts have said most of them. The most important rows come first, because a small screen shows
/// only the first rows.
struct LinkLines {
    let inspection: LinkInspection
    /// What is known of the link beside its record; nil for the link of an event.
    var source: DetailSource.LinkSource?
    /// What all rows of the pane are made from.
    let detail: DetailSource
    let mask: SecretMask

    /// The maximum number of rows for a query's parameters. If there are more parameters, an additional row has the number of the others.
    private static let parameterLimit = 5_000

    func lines() -> [DetailLine] {
        // One finding, the worst, comes before the facts.
        let worst = inspection.findings.prefix(1).filter { $0.severity != .note }
        let others = inspection.findings.dropFirst(worst.count).filter { $0.severity != .note || $0.code == .secret }
        var lines =
            sentence
            + worst.map { finding in
                var line = row(of: finding)
                if finding.repair != nil, inspection.hasRepairs, source != nil {
                    line.say("\(line.value) \(.repair) repairs it.", detail.display.keys)
                }
                return line
            }
        // A high screen has room for an empty row between the parts.
        lines += lane + (detail.display.size.rows >= 30 ? [.blank] : [])
        guard let link = inspection.link else {
            return lines + [whole("text").overflowing(.rows(3))] + circumstances() + others.map(row) + layersAndNotes()
        }
        lines.append(opened(link))
        let tree = JSONTreeLines(folded: detail.folded, mask: mask, dataOf: inspection)
        lines += inspection.code?.fields.map { row(of: $0) } ?? []
        if link.isAppLink {
            lines += [target(of: link), referer(of: link)] + extras(of: link, tree)
        }
        lines += circumstances() + others.map(row)
        lines += data(of: link, tree)
        // Some wrappers have the link inside as it is, and the query is the query of that link.
        let sign = inspection.bytes.firstIndex(of: UInt8(ascii: "?")) ?? 0
        let isInside = inspection.layers.contains { $0.outer == nil && $0.range.dropFirst().contains(sign) }
        let own = isInside ? [] : inspection.ownParameters
        lines += section("Query of the link", path: "query", count: own.count, parameters(own, path: "query"))
        return lines + targetQuery(of: link) + layersAndNotes()
    }

    private func row(of finding: Finding) -> DetailLine { DetailLine(finding, mask: mask).with(\.indent, 0) }

    private func row(of field: CodeText.Field) -> DetailLine {
        let value = SearchedText(inspection.bytes[field.place], inspection.secrets(in: field).parts(in: field.place))
        return DetailLine(field.label, mask.text(value), indent: 0, path: "code.\(field.label)").at(field.place).copying(value)
    }

    // MARK: What it is, and where it went

    /// The sentence about the link, over the whole width of the pane.
    private var sentence: [DetailLine] {
        var page = SentenceText(mask: mask, apps: source?.apps ?? [:], referer: source?.referer)
        inspection.writeSentence(to: &page)
        let text = mask.words(page.text + ".")
        let rows = detail.display.words(text, width: max(detail.columns - 2, 8))
        return paragraph(rows.map { StyledLine(($0, .title)) }, text: text, path: "sentence")
    }

    private var lane: [DetailLine] {
        guard let lines = source?.lane, !lines.isEmpty else { return [] }
        return paragraph(lines, text: lines.map(\.text).joined(separator: "\n"), path: DetailLine.lanePath)
    }

    /// Returns rows of one text, which are selected together.
    private func paragraph(_ rows: [StyledLine], text: String, path: String) -> [DetailLine] {
        rows.enumerated().map { index, row in
            var styled = StyledText(" ")
            let sanitizer = detail.display.glyphs.sanitizer
            for span in row.spans { styled.append(sanitizer.text(span.text, columns: detail.columns), Style(span.role)) }
            return DetailLine("", row.text, indent: 0, path: path).with(\.styled, styled).with(\.isContinuation, index > 0)
                .with(\.whole, text)
        }
    }

    // MARK: What opens

    /// Returns the row of the link as it arrived.
    private func whole(_ label: String) -> DetailLine {
        let input = inspection.text
        return DetailLine(label, mask.text(input), indent: 0, path: "input").copying(input)
    }

    /// Returns the row of the link that an app opens, without the data for the app.
    private func opened(_ link: IncomingLink) -> DetailLine {
        guard link.isAppLink else { return whole("open").overflowing(.rows(3)) }
        let (bytes, secrets) = LinkSummary.withoutData(inspection)
        let text = SearchedText(bytes[...], secrets)
        let line = DetailLine("open", mask.text(text), indent: 0, path: "open").overflowing(.rows(2)).copying(text)
        return line.at(0..<min(link.dataRange?.lowerBound ?? 0, inspection.bytes.count))
    }

    private func target(of link: IncomingLink) -> DetailLine {
        guard link.targetURL != link.inputURL else {
            return DetailLine("target", "the link itself", indent: 0, valueRole: .dim, path: "target").copying(inspection.text)
        }
        let node = link.document?.root?["target_url"]
        let text = inspection.target
        return DetailLine("target", mask.text(text), indent: 0, path: "target").overflowing(.rows(2)).copying(text)
            .at(link.place(of: node))
    }

    /// Returns the row of the referer: its name and its URL, such as `Shop (shop://back/cart)`.
    private func referer(of link: IncomingLink) -> DetailLine {
        let name = link.refererAppName.flatMap { $0.isEmpty ? nil : source?.referer ?? Referer(name: $0) }
        let url = link.refererURL
        guard let copied = (url ?? name?.name).map(inspection.searched) else {
            return DetailLine("referer", "none: there is no app to return to", indent: 0, valueRole: .dim)
        }
        let text =
            switch (name, url) {
            case (let name?, let url?): mask.text(inspection.searched(name.text(with: url)))
            case (let name?, nil): "\(mask.text(name.name)) (no URL)"
            case (nil, _): "no name (\(mask.text(copied)))"
            }
        let key = url == nil ? "app_name" : "url"
        let node = link.document?.root?["referer_app_link"]?[key]
        return DetailLine("referer", text, indent: 0, path: "al_applink_data.referer_app_link.\(key)").overflowing(.rows(2))
            .copying(copied).with(\.opened, url == nil ? nil : mask.text(copied)).at(link.place(of: node))
    }

    /// Returns the rows about the arrival of the link: the app that sent it, an app that was assumed for it, an earlier arrival, whether it
    /// started its app, when it arrived, and its page.
    private func circumstances() -> [DetailLine] {
        let sender = inspection.sourceApplication.map { text in
            let text = inspection.searched(text)
            return DetailLine("sent by", mask.text(text), indent: 0, path: "sourceApplication").copying(text)
        }
        let record = source == nil ? nil : detail.reading?.record
        let rows = [
            source?.reception.map { DetailLine("received", $0, indent: 0, valueRole: .accent) },
            source?.repeats.map { DetailLine("repeat", $0, indent: 0, valueRole: .warning, path: "repeat") },
            record.flatMap { AppStart(of: $0.bytes) }.map { DetailLine("start", $0.words, indent: 0, valueRole: .text, path: "start") },
            record.map { DetailLine("arrived", detail.display.fullTime($0.arrivedAt), indent: 0, valueRole: .text, path: "arrived") },
            source?.page.map { DetailLine("page", said: $0, valueRole: .dim).with(\.indent, 0) },
        ]
        return [sender].compactMap(\.self) + rows.compactMap { $0?.overflowing(.words) }
    }

    // MARK: al_applink_data

    /// Returns the rows of the data that no other row has shown: unknown keys, the version, the user agent, and repeated keys.
    private func data(of link: IncomingLink, _ tree: JSONTreeLines) -> [DetailLine] {
        // If the data is not JSON, for example because it was encoded twice, the parser keeps only a meaningless word.
        guard let document = link.document, let root = document.root, document.isValid || root.kind == .object || root.kind == .array else {
            return []
        }
        let path = "al_applink_data"
        let said = link.isAppLink ? said(root).compactMap(link.inputRange) : []
        let source = DetailLine.Source.container(root, among: tree.secrets)
        let rest = tree.lines(below: root, path: path, indent: 1).filter { line in
            guard let place = line.place else { return true }
            return !said.contains { $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound }
        }
        if root.count == 0 {
            let text = inspection.text(of: root)
            let title = link.isAppLink ? path : "\(path) (not an App Link)"
            return [.blank, .heading(title, path: path).copying(text), DetailLine("", mask.text(text), path: path).copying(text)]
        }
        guard !rest.isEmpty else { return [] }
        let count = rest.count { $0.indent == 1 }
        let title =
            link.isAppLink
            ? "\(path) (\(count.counted("more key")))" : "\(path) (not an App Link; the readable part)"
        let heading = folding(title, path: path, isSaid: link.isAppLink)
        return [.blank, heading.with(\.source, source).with(\.rootPath, path)] + (heading.fold == .closed ? [] : rest)
    }

    /// Returns the places of the values that the rows of the target, the extras and the referer have shown. If a key is repeated, the rows
    /// have shown only one of its values.
    private func said(_ root: JSONDocument.Node) -> [Range<Int>] {
        func only(_ key: String, in node: JSONDocument.Node?) -> JSONDocument.Node? {
            let values = node?.members.filter { $0.key.stringValue == key }.map(\.value) ?? []
            return values.count == 1 ? values[0] : nil
        }
        let extras = only("extras", in: root)
        let referer = only("referer_app_link", in: root)
        let shown = [
            only("target_url", in: root), extras?.kind == .object ? extras : nil, only("url", in: referer), only("app_name", in: referer),
        ]
        let said = shown.compactMap { $0?.range }
        guard let referer, referer.members.allSatisfy({ said.contains($0.value.range) }) else { return said }
        return said + [referer.range]
    }

    /// Returns the heading of a part that can be folded.
    ///
    /// - Parameter isSaid: Whether other rows have said what is in the part. It is folded until the user unfolds it.
    private func folding(_ title: String, path: String, isSaid: Bool) -> DetailLine {
        let path = isSaid ? DetailFold.said(path) : path
        return .heading(title, fold: detail.folded.contains(path) ? .closed : .open, path: path)
    }

    private func extras(of link: IncomingLink, _ tree: JSONTreeLines) -> [DetailLine] {
        guard let node = link.extrasNode else { return [] }
        let path = "al_applink_data.extras"
        guard node.kind == .object else {
            let text = inspection.text(of: node)
            return [DetailLine("extras", "not an object: \(mask.text(text))", indent: 0, valueRole: .warning, path: path)]
        }
        let title = "extras"
        let isFolded = detail.folded.contains(title)
        let heading = DetailLine.heading("Extras (\(node.count))", fold: node.count > 0 ? (isFolded ? .closed : .open) : nil, path: title)
        let rows = isFolded ? [] : tree.lines(below: node, path: title, indent: 1)
        let lines = [heading.with(\.source, .container(node, among: tree.secrets))] + rows
        return lines.map { $0.with(\.rootPath, "al_applink_data.\($0.path)") }
    }

    // MARK: Parameters

    private func parameters(_ parameters: [LinkParameter], path: String) -> [DetailLine] {
        var lines = parameters.prefix(Self.parameterLimit).map { parameter in
            let name = mask.text(parameter.name)
            let value = parameter.value.map { $0.text.isEmpty ? "\"\"" : mask.text($0) } ?? "(no value)"
            return DetailLine(
                name.isEmpty ? "(no name)" : name, value, valueRole: parameter.value == nil ? .dim : .value,
                path: JSONTreeLines.path(path, ".", name)
            ).at(parameter.place).with(\.source, parameter.value.map { .text($0) })
        }
        let left = parameters.count - lines.count
        if left > 0 { lines.append(DetailLine("", "\(left) more: the tab Raw has them all", valueRole: .dim)) }
        return lines
    }

    /// Returns the parameters of the target. They are folded if the target, which is shown above, has their values in clear.
    private func targetQuery(of link: IncomingLink) -> [DetailLine] {
        guard link.targetURL != link.inputURL else { return [] }
        let target = link.targetURL.text
        let layer = inspection.layers.first { $0.outer == nil && $0.path == "al_applink_data.target_url" }
        let secrets = inspection.target.secrets.map { link.reading.targetQuery.decoded.decoded($0) }
        let all = LinkParameter.all(in: link.reading.targetQuery, secrets: secrets) { layer?.text.original($0) }
        return section(
            "Query of the target", path: "targetQuery",
            isSaid: all.count <= 50 && all.allSatisfy { $0.value.map { target.contains($0.text) } ?? true }, count: all.count,
            parameters(all, path: "targetQuery"))
    }
}

/// The last rows of a link: its layers, its notes, and the repairs that R applies.
extension LinkLines {
    func layersAndNotes() -> [DetailLine] {
        // Notes about secrets are shown above, with the problems.
        let notes = inspection.findings.filter { $0.severity == .note && $0.code != .secret }
        return layers() + section("Notes", path: "notes", notes.map { DetailLine($0, mask: mask) })
            + section("Repairs (\(detail.display.keys[.repair] ?? ":repair") applies all)", path: "repairs", repairs())
    }

    private func layers() -> [DetailLine] {
        let entries = inspection.link?.inputQueryParameters.entries.prefix(Self.parameterLimit) ?? []
        let isShown = { (layer: Layer) in
            layer.outer == nil
                && entries.contains { $0.name == layer.path && $0.value.text.map { layer.text.bytes.elementsEqual($0.utf8) } == true }
        }
        return section(
            "Layers", path: "layers",
            isSaid: inspection.link?.isAppLink == true && inspection.layers.allSatisfy { Self.saidLayers.contains($0.path) },
            inspection.layers.filter { !isShown($0) }.map { layer in
                let text = layer.text.bytes
                let value = mask.text(SearchedText(text[...], inspection.isSecret(layer) && !text.isEmpty ? [text.indices] : layer.secrets))
                let name = layer.service.map { "\(layer.words) (\($0.name))" } ?? layer.words
                return DetailLine(name, value, indent: layer.depth, path: mask.text(layer.path)).at(layer.range)
            })
    }

    private func repairs() -> [DetailLine] {
        inspection.findings.compactMap { finding in
            finding.repair.map { repair in
                DetailLine(finding.code.rawValue, repair.summary, valueRole: .ok, path: finding.code.rawValue)
                    .overflowing(.words).at(repair.edits.first?.place)
            }
        }
    }

    /// The layers whose texts other rows show.
    private static let saidLayers: Set<String> = [
        "al_applink_data", "al_applink_data.target_url", "al_applink_data.referer_app_link.url",
    ]

    /// - Parameter count: The number in the heading; nil for the number of rows.
    private func section(_ title: String, path: String, isSaid: Bool = false, count: Int? = nil, _ rows: [DetailLine]) -> [DetailLine] {
        guard !rows.isEmpty else { return [] }
        let heading = folding("\(title) (\(count ?? rows.count))", path: path, isSaid: isSaid)
        return [.blank, heading] + (heading.fold == .closed ? [] : rows)
    }
}

/// A parameter that counts in the query of a link or of its target, and its place in the link.
package struct LinkParameter {
    package let name: SearchedText
    /// The value; nil for a name without `=`.
    package let value: SearchedText?
    let place: Range<Int>?

    /// - Parameters:
    ///   - secrets: The secrets of the decoded query.
    ///   - data: The place of the App Link data, which is left out.
    ///   - place: Returns where bytes of the text that has the query came from in the link.
    static func all(
        in query: LinkQuery, secrets: [Range<Int>], besides data: Range<Int>? = nil, at place: (Range<Int>) -> Range<Int>? = { $0 }
    ) -> [LinkParameter] {
        let text = { (part: Range<Int>) in SearchedText(query.decoded.bytes(part)[...], secrets.parts(in: part)) }
        return query.parameters.filter { $0.isThere && ($0.value == nil || $0.value != data) }.map { parameter in
            LinkParameter(
                name: text(parameter.name), value: parameter.value.map(text), place: place(query.components[parameter.component].item.range)
            )
        }
    }
}

extension LinkInspection {
    /// The parameters of the link without the App Link data.
    package var ownParameters: [LinkParameter] {
        reading.map { LinkParameter.all(in: $0.query, secrets: querySecrets, besides: $0.data) } ?? []
    }
}

extension IncomingLink {
    /// Returns the bytes of the link that have a value of its App Link data; nil if there is no value.
    func place(of node: JSONDocument.Node?) -> Range<Int>? { node.flatMap { inputRange(ofData: $0.range) } }

    /// The extras as they were written; nil if this is not an App Link, or has none. They may be no object.
    package var extrasNode: JSONDocument.Node? { isAppLink ? document?.root?["extras"] : nil }
}

/// The sentence about a link as one text, whose secrets are masked.
package struct SentenceText: SentencePage {
    let mask: SecretMask
    /// The names of the apps of the device, by scheme.
    let apps: [String: String]
    /// The name of the referer; nil for the one that the link gives.
    let referer: Referer?
    package private(set) var text = ""

    package init(mask: SecretMask, apps: [String: String], referer: Referer?) {
        (self.mask, self.apps, self.referer) = (mask, apps, referer)
    }

    package mutating func own(_ text: String) { self.text += text }
    package mutating func outside(_ text: Span<UInt8>) { self.text += mask.text(text.string) }
    package func app(handling scheme: Span<UInt8>) -> String? { apps[scheme.string.lowercased()] }
    package mutating func referer(_ name: Span<UInt8>) { text += mask.text(referer?.text.beginning(200) ?? name.string) }
}
