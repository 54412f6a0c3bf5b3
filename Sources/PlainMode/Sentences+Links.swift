import AppLinks
import Bytes
import Deciding
import Inspector
import JSONDocument
import LinkLayers
import Panes
import Records

// Sentences about a link of the list.

extension Sentences {
    /// Returns what a link is and where it leads, as `linkscope inspect` says it; nil for a record that is no link.
    func headline(of record: RecordID) -> String? {
        guard let inspection = state.memory.read(record)?.link else { return nil }
        var text = SentenceText(
            mask: mask, apps: device.appsByScheme(name), referer: state.sender(of: record, name))
        inspection.writeSentence(to: &text)
        return "#\(lists.number(of: record) ?? 0): \(mask.words(text.text))."
    }

    /// Returns the worst finding of a record, with the command that repairs it; nil if there are only notes.
    func worstFinding(of record: RecordID) -> String? {
        guard let worst = state.memory.read(record)?.content.findings.first, worst.severity != .note else { return nil }
        let repair = worst.repair == nil ? "" : " Type \(command(.repair, lists.number(of: record) ?? 0)) to repair it."
        return "\(worst.severity.rawValue.atSentenceStart): \(ended(mask.words(worst.message)))\(repair)"
    }

    /// Returns a link of a list: `#41 from Shop to Nieuws: news://article/42, received.`
    func sentence(about row: LinkRow) -> String {
        let inspection = state.memory.read(row.record)?.link
        let referer = referer(inspection?.link?.refererAppName, inspection?.link?.refererURL, of: row.record)
        let from = (referer ?? inspection?.sourceApplication.map(mask.text)).map { " from \($0)" } ?? ""
        let to = row.flags.contains(.wasReceived) ? " to \(name(ofApp: row.app))" : ""
        return "#\(lists.number(of: row.record) ?? 0)\(from)\(to): \(arrival(of: row))"
    }

    /// Returns `news://article/42, received.`, or why no app received the link.
    private func arrival(of row: LinkRow, namesApp: Bool = false) -> String {
        let number = lists.number(of: row.record) ?? 0
        let read = state.memory.read(row.record)
        if case .unreadable? = state.memory.row(row.record), read == nil { return "this record can no longer be read." }
        if let read, case .object = read.content { return "a JSON record without a link." }
        let bytes = state.memory.row(row.record)?.text?.link
        let link = read?.link.map(short) ?? bytes.map { short(String(decoding: $0, as: UTF8.self)) } ?? "a long record"
        if row.flags.contains(.wasReceived) { return "\(link), received\(namesApp ? " by \(name(ofApp: row.app))" : "")." }
        if row.flags.contains(.isWebPage) { return "\(link), a web page. Type \(command(.resolve, number)) to look up its app." }
        guard read != nil else { return "\(link), no app received it." }
        let reception = state.reception(of: row, read?.link?.link?.inputURL, name: name)
        let words = mask.text(reception.sentenceEnd)
        let hint = reception.opening == nil ? reception.remedy.map { " \(advice($0, number))" } ?? "" : ""
        return "\(link), \(words.last == ":" ? String(words.dropLast()) : words).\(hint)"
    }

    /// Returns the command that helps a link which no app received.
    private func advice(_ remedy: Reception.Remedy, _ number: Int) -> String {
        switch remedy {
        case .declare(let scheme): "Type \"\(Command.declare.name) \(mask.text(scheme))\" to add an app."
        case .install(let app): "Type \"\(Command.install.name) \(mask.text(app))\" to install it."
        case .open: "Type \(command(.open, number)) to open it now."
        }
    }

    /// Returns `Findings: 1 error, 2 warnings. Type "show findings".`; nil if nothing was found but what ``worstFinding(of:)`` says. There is
    /// no hint if there are only notes, because most links with a scheme of their own have one.
    func findings(of row: LinkRow) -> String? {
        let number = lists.number(of: row.record) ?? 0
        let hint = "Type \"show \(number == current ? "" : "\(number) ")findings\"."
        guard let findings = state.memory.read(row.record)?.content.findings else {
            guard row.hasProblem else { return nil }
            return "#\(number) has \(row.flags.contains(.hasError) ? "an error" : "a warning"). \(hint)"
        }
        let counts = [Finding.Severity.error, .warning, .note].compactMap { severity in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : number.counted(severity.rawValue)
        }
        guard findings.count > 1 || findings.first?.severity == .note else { return nil }
        return "Findings: \(counts.joined(separator: ", "))." + (row.hasProblem ? " \(hint)" : "")
    }

    /// Returns `Banner: Touch to return to Shop. Type "return".`, or when the user returned; nil if the link has no banner.
    func banner(of record: RecordID) -> String? {
        let inspection: LinkInspection? =
            if case .link(let inspection)? = state.memory.read(record)?.content { inspection } else { nil }
        guard let way = state.wayBack(from: record, inspection), let number = lists.number(of: record),
            let text = device.simulated.banner(of: way.app, for: way.referer).flatMap({ device.simulated.text(of: $0) })
        else { return nil }
        let typed = "Type \(command(.goBack, number))"
        let shown = mask.text(inspection?.searched(text) ?? mask.searched(text))
        guard let use = state.journey.ways[record]?.bannerUse else { return "Banner: \(shown). \(typed)." }
        let time = state.display.clock(use.time)
        if use.hasFailed { return "Banner: the return at \(time) opened nothing. \(typed) to try again." }
        let name = mask.text(device.simulated.referer(way.referer)?.text ?? "")
        return "Banner: returned at \(time) to \(name). \(typed) to return again."
    }

    /// Returns `412 links arrived, #44 to #455; 3 have problems.`
    func burst(_ rows: ArraySlice<LinkRow>) -> String {
        let problems = rows.count(where: \.hasProblem)
        let tail = problems == 0 ? "none has a problem" : problems == 1 ? "1 has a problem" : "\(problems) have problems"
        return "\(rows.count.counted("link")) arrived, #\(rows.startIndex + 1) to #\(rows.endIndex); \(tail)."
    }

    // MARK: Reading a link out

    /// Returns what is said first about a link: what it is, what is wrong with it, and where it went.
    private func beginning(of row: LinkRow) -> [String] {
        guard let headline = headline(of: row.record) else { return [sentence(about: row)] }
        return [headline, worstFinding(of: row.record), "Link: \(arrival(of: row, namesApp: true))"].compactMap(\.self)
    }

    /// Returns what is said about a link that arrived.
    ///
    /// - Parameter events: The sentences about the events that the link caused.
    func story(of row: LinkRow, events: [String] = []) -> [String] {
        beginning(of: row) + events + [findings(of: row), banner(of: row.record)].compactMap(\.self)
    }

    func show(_ part: DetailPart, of record: RecordID) -> [String] {
        let number = lists.number(of: record) ?? 0
        guard let row = lists.row(of: record), let read = state.detail.reading, read.record.id == record else {
            return ["#\(number): this record can no longer be read."]
        }
        var url: (inspection: LinkInspection, link: IncomingLink)?
        if case .link(let inspection) = read.content { url = inspection.link.map { (inspection, $0) } }
        switch (part, url) {
        case (.events, _):
            let found = lists.events(of: record)
            return found.isEmpty ? ["Events: none."] : found.suffix(50).map { sentence(aboutEvent: $0) }
        case (.journey, _): return journey(of: record)
        case (.page, _): return lookup(.page)
        case (.verdict, _): return lookup(.verdict)
        case (.raw, _): return [mask.text(read.link?.text ?? mask.searched(String(decoding: read.record.bytes, as: UTF8.self)))]
        case (.findings, _): return findings(in: read.content)
        case (.target, let url?): return [target(of: url.inspection, url.link)]
        case (.referer, let url?): return referer(of: url.inspection, url.link, record)
        case (.extras, let url?): return extras(of: url.inspection, url.link)
        case (.summary, let url?): return summary(of: row, url.inspection, url.link)
        case (.summary, nil): return story(of: row) + document(of: read.content)
        case (.target, nil), (.referer, nil), (.extras, nil):
            return read.link?.link == nil ? ["#\(number) is not a URL."] : story(of: row) + document(of: read.content)
        }
    }

    private func summary(of row: LinkRow, _ inspection: LinkInspection, _ link: IncomingLink) -> [String] {
        var lines = beginning(of: row) + [trail(of: row.record)].compactMap(\.self)
        lines += [target(of: inspection, link)] + referer(of: inspection, link, row.record)
        if let source = inspection.sourceApplication { lines.append("Sent by: \(mask.text(source))") }
        if let extras = link.extrasNode, extras.count > 0 {
            lines.append("Extras: \(extras.count). Type \"show extras\".")
        }
        for parameter in inspection.ownParameters.prefix(50) {
            let value = parameter.value.map(short) ?? "no value"
            lines.append("Parameter \(mask.text(parameter.name)): \(value)")
        }
        if let findings = findings(of: row) { lines.append(findings) }
        if let banner = banner(of: row.record) { lines.append(banner) }
        return lines
    }

    private func target(of inspection: LinkInspection, _ link: IncomingLink) -> String {
        link.targetURL == link.inputURL ? "Target: the link itself." : "Target: \(short(inspection.target))"
    }

    private func referer(of inspection: LinkInspection, _ link: IncomingLink, _ record: RecordID) -> [String] {
        guard link.refererURL != nil || link.refererAppName != nil else { return ["Referer: none, so there is no app to return to."] }
        let name = link.refererAppName.flatMap { referer($0, link.refererURL, of: record) } ?? "no name"
        return ["Referer: \(name), \(link.refererURL.map { short(inspection.searched($0)) } ?? "no URL")"]
    }

    private func extras(of inspection: LinkInspection, _ link: IncomingLink) -> [String] {
        guard let extras = link.extrasNode else { return ["Extras: none."] }
        guard extras.kind == .object else { return ["Extras: not an object: \(calm(mask.text(inspection.text(of: extras))))"] }
        return ["Extras: \(extras.count)."] + values(in: extras, JSONTreeLines(folded: [], mask: mask, dataOf: inspection))
    }

    /// Returns a sentence for each value in an object or array, with its path.
    private func values(in node: JSONDocument.Node, _ tree: JSONTreeLines) -> [String] {
        tree.lines(below: node, path: "", indent: 0).map { line in
            "\(line.path.drop { $0 == "." }): \(counted(line))"
        }
    }

    /// Returns the value of a row of a tree. An object or array is described by its size.
    private func counted(_ line: DetailLine) -> String {
        guard case .container(let node, _)? = line.source, line.fold != nil else { return calm(line.value) }
        return node.kind == .object ? "object with \(node.count.counted("member"))" : "list of \(node.count)"
    }

    private func findings(in content: RecordContent) -> [String] {
        guard !content.findings.isEmpty else { return ["Findings: none."] }
        return content.findings.flatMap { finding in
            let repair = finding.repair.map { ["  Repair: \(ended(mask.words($0.summary))) Type \(command(.repair, current ?? 0))."] } ?? []
            return ["\(finding.severity.rawValue): \(mask.words(finding.message))"] + repair
        }
    }

    private func ended(_ sentence: String) -> String { sentence.last == "." ? sentence : sentence + "." }

    /// Returns what a lookup about the current link has found so far.
    func lookup(_ kind: Lookup.Kind) -> [String] {
        if state.lookupSubject == nil, kind == .page || state.decisions.lines.isEmpty { return ["This link is not a web link."] }
        return state.lookupRows(kind, unfoldsSite: true).lines.filter { !$0.isContinuation }.compactMap(sentence)
    }

    private func document(of content: RecordContent) -> [String] {
        switch content {
        case .link: []
        case .event(_, let document, _), .object(let document, _):
            document.root.map { values(in: $0, JSONTreeLines(folded: [], mask: mask, of: document)) } ?? []
        }
    }
}
