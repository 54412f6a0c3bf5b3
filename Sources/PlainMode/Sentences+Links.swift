import AppLinks
import Deciding
import Inspector
import JSONDocument
import LinkLayers
import Panes
import Records

// Sentences about a link of the list.

extension Sentences {
    /// Returns `#41 from Shop to Nieuws: news://article/42, received.`
    func sentence(about row: LinkRow) -> String {
        let number = lists.number(of: row.record) ?? 0
        let read = state.memory.read(row.record)
        if case .unreadable? = state.memory.row(row.record), read == nil { return "#\(number): this record can no longer be read." }
        if let read, case .object = read.content { return "#\(number): a JSON record without a link." }
        let url = read?.link?.link?.inputURL
        let bytes = read?.link?.bytes ?? state.memory.row(row.record)?.text?.link
        let link = bytes.map(short) ?? "a long record"
        let from = read?.link.flatMap(origin).map { " from \($0)" } ?? ""
        if row.flags.contains(.wasReceived) { return "#\(number)\(from) to \(name(ofApp: row.app)): \(link), received." }
        if row.flags.contains(.isWebPage) {
            return "#\(number)\(from): \(link), a web page. Type \(command(.resolve, number)) to look up its app."
        }
        guard read != nil else { return "#\(number)\(from): \(link), received by no app." }
        let reception = state.reception(of: row, url, name: name)
        if case .declare(let scheme)? = reception.remedy, reception.opening == nil {
            let advice = "Type \"declare \(mask.text(scheme))\" to add one."
            return "#\(number)\(from): \(link), received \(mask.text(String(reception.words.dropLast()))). \(advice)"
        }
        return "#\(number)\(from): \(link), received \(plain(mask.text(reception.text), of: number))."
    }

    /// Returns the app that sent a link; nil if the link does not tell.
    private func origin(of inspection: LinkInspection) -> String? {
        let link = inspection.link
        if let name = link?.refererAppName, !name.isEmpty { return mask.text(name) }
        if let app = device.simulated.app(of: link?.refererURL) { return name(of: .app(app.id)) }
        return inspection.sourceApplication.map(mask.text)
    }

    /// Returns `Findings: 1 error, 2 warnings. Type "show findings".`; nil if nothing was found. There is no hint if there are only notes,
    /// because most links with a scheme of their own have one.
    func findings(of row: LinkRow) -> String? {
        let number = lists.number(of: row.record) ?? 0
        let hint = "Type \"show \(number == current ? "" : "\(number) ")findings\"."
        guard let findings = state.memory.read(row.record)?.content.findings else {
            guard row.hasProblem else { return nil }
            return "#\(number) has \(row.flags.contains(.hasError) ? "an error" : "a warning"). \(hint)"
        }
        let counts = [Finding.Severity.error, .warning, .note].compactMap { severity in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : count(number, severity.rawValue)
        }
        guard !counts.isEmpty else { return nil }
        return "Findings: \(counts.joined(separator: ", "))." + (row.hasProblem ? " \(hint)" : "")
    }

    /// Returns `Banner: Touch to return to Shop. Type "return".`, or when the user returned; nil if the link has no banner.
    func banner(of record: RecordID) -> String? {
        let inspection: LinkInspection? =
            if case .link(let inspection)? = state.memory.read(record)?.content { inspection } else { nil }
        guard let way = state.wayBack(from: record, inspection), let number = lists.number(of: record),
            let text = device.simulated.banner(of: way.app, for: way.referer)?.text
        else { return nil }
        let typed = "Type \(command(.goBack, number))"
        guard let use = state.journey.ways[record]?.bannerUse else { return "Banner: \(mask.text(text)). \(typed)." }
        let time = state.display.clock(use.time)
        if use.hasFailed { return "Banner: the return at \(time) opened nothing. \(typed) to try again." }
        return "Banner: returned at \(time) to \(mask.text(way.referer.targets.first?.appName ?? "")). \(typed) to return again."
    }

    /// Returns `412 links arrived, #44 to #455; 3 have problems.`
    func burst(_ rows: ArraySlice<LinkRow>) -> String {
        let problems = rows.count(where: \.hasProblem)
        let tail = problems == 0 ? "none has a problem" : problems == 1 ? "1 has a problem" : "\(problems) have problems"
        return "\(count(rows.count, "link")) arrived, #\(rows.startIndex + 1) to #\(rows.endIndex); \(tail)."
    }

    // MARK: Reading a link out

    func show(_ part: DetailPart, of record: RecordID) -> [String] {
        let number = lists.number(of: record) ?? 0
        guard let row = lists.row(of: record), let read = state.detail.reading, read.record.id == record else {
            return ["#\(number): this record can no longer be read."]
        }
        switch part {
        case .events: return events(of: record)
        case .journey: return journey(of: record)
        case .page: return lookup(.page)
        case .verdict: return lookup(.verdict)
        case .raw: return [String(decoding: mask.bytes(read.link?.bytes ?? read.record.bytes), as: UTF8.self)]
        case .findings: return findings(in: read.content)
        case .summary: break
        case .extras, .target, .referer: guard read.link?.link != nil else { return ["#\(number) is not a URL."] }
        }
        guard case .link(let inspection) = read.content, let link = inspection.link else {
            return [sentence(about: row)] + [findings(of: row)].compactMap(\.self) + document(of: read.content)
        }
        switch part {
        case .target: return [target(of: link)]
        case .referer: return referer(of: link)
        case .extras: return extras(of: link)
        default: return summary(of: row, inspection, link)
        }
    }

    private func summary(of row: LinkRow, _ inspection: LinkInspection, _ link: IncomingLink) -> [String] {
        var lines = [sentence(about: row), target(of: link)] + referer(of: link)
        if let source = inspection.sourceApplication { lines.append("Sent by: \(mask.text(source))") }
        if let extras = link.document?.root?["extras"], extras.count > 0 {
            lines.append("Extras: \(extras.count). Type \"show extras\".")
        }
        let parts = mask.parts(of: inspection.bytes)
        for entry in link.inputQueryParameters.entries.prefix(50) where entry.name != "al_applink_data" {
            let value = entry.value.text.map { short(parts.parameter($0, name: entry.name)) } ?? "no value"
            lines.append("Parameter \(mask.text(entry.name)): \(value)")
        }
        if let findings = findings(of: row) { lines.append(findings) }
        if let banner = banner(of: row.record) { lines.append(banner) }
        return lines
    }

    private func target(of link: IncomingLink) -> String {
        link.targetURL == link.inputURL ? "Target: the link itself." : "Target: \(mask.text(link.targetURL.text))"
    }

    private func referer(of link: IncomingLink) -> [String] {
        guard link.refererURL != nil || link.refererAppName != nil else { return ["Referer: none, so there is no app to return to."] }
        return ["Referer: \(mask.text(link.refererAppName ?? "no name")), \(mask.text(link.refererURL ?? "no URL"))"]
    }

    private func extras(of link: IncomingLink) -> [String] {
        guard let extras = link.document?.root?["extras"], link.isAppLink else { return ["Extras: none."] }
        guard extras.kind == .object else { return ["Extras: not an object: \(mask.text(extras.text))"] }
        let lines = JSONTreeLines(folded: [], mask: mask.parts(of: Array(link.inputURL.text.utf8))).lines(
            below: extras, path: "", indent: 0)
        return ["Extras: \(extras.count)."] + lines.map { "\($0.path.drop { $0 == "." }): \(counted($0))" }
    }

    /// Returns the value of a row of a tree. An object or array is described by its size.
    private func counted(_ line: DetailLine) -> String {
        guard case .node(let node)? = line.source, line.fold != nil else { return line.value }
        return node.kind == .object ? "object with \(count(node.count, "member"))" : "list of \(node.count)"
    }

    private func findings(in content: RecordContent) -> [String] {
        guard !content.findings.isEmpty else { return ["Findings: none."] }
        return content.findings.flatMap { finding in
            let repair = finding.repair.map { ["  Repair: \(ended(mask.words($0.summary))) Type \"repair\"."] } ?? []
            return ["\(finding.severity.rawValue): \(mask.words(finding.message))"] + repair
        }
    }

    /// Returns a sentence with a full stop at its end.
    private func ended(_ sentence: String) -> String { sentence.last == "." ? sentence : sentence + "." }

    /// Returns what a lookup about the current link has found so far.
    func lookup(_ kind: Lookup.Kind) -> [String] {
        let decisions = kind == .verdict ? state.decisions : .none
        guard let (_, url) = state.lookupSubject else {
            return decisions.isEmpty ? ["This link is not a web link."] : decisions.lines.compactMap { sentence($0).map(plain) }
        }
        let rows = state.lookups.rows(
            of: kind, url, decisions: decisions, isSiteFolded: false, device: device.simulated,
            display: state.display, columns: state.tabColumns
        ).lines.filter { !$0.isContinuation }
        return rows.compactMap { sentence($0).map(plain) }
    }

    private func document(of content: RecordContent) -> [String] {
        switch content {
        case .link: []
        case .event(_, let document, _), .object(let document, _):
            document.root.map { JSONTreeLines(folded: [], mask: mask.parts(of: document.source)).lines(below: $0, path: "", indent: 0) }?
                .map { "\($0.path.drop { $0 == "." }): \(counted($0))" } ?? []
        }
    }

    /// Replaces the hints that name keys of the screen with typed commands about the current link.
    func plain(_ text: String) -> String { plain(text, of: current) }

    /// Replaces the hints that name keys of the screen with typed commands.
    ///
    /// - Parameter number: The number of the link that the text is about; nil if it is about no link.
    private func plain(_ text: String, of number: Int?) -> String {
        // Such as `open 3`.
        let typed = { (command: String) in number.map { "\(command) \($0)" } ?? command }
        let subject = number.map { "Link #\($0)" } ?? "The selection"
        let hints = [
            ("(press d)", "(\"device\" lists the apps, \"install\" installs one)"),
            (Reception.opensNow, ". Type \"\(typed("open"))\" to open it now"), ("o opens it", "\"open\" opens it"),
            ("; F shows which app the page opens", "; type \"\(typed("fetch"))\" to see which app the page opens"),
            (
                "; V asks the site and Apple if the link opens its app",
                "; type \"\(typed("verdict"))\" to ask the site and Apple if the link opens its app"
            ),
            (", type :write! ", ", type write! "), (", type :suite! ", ", type suite! "),
            ("o opens #", "\"open\" opens #"),
            ("(a adds an app)", "(\"declare\" and the scheme adds an app)"),
            (". a opens what you typed", ""),
            (
                "The selection contains no web link.",
                number.map { "Neither link #\($0) nor its target is a web link, so there is nothing to fetch." }
                    ?? "The selection has no web link."
            ),
            ("The selection contains no link to repair.", "\(subject) has no link to repair."),
            ("U does it again.", "\"redo\" does it again."), ("u undoes it", "\"undo\" undoes it"),
            ("Paste one, or press i or s.", "Paste one, or type \"samples\"."),
            ("Paste a link, press i to type one, or s to choose a sample.", "Paste a link, or type \"samples\" to choose a sample."),
            ("To reopen it, press d, then f on the app.", "\"front\" and the name of the app reopens it."),
            (" Esc cancels.", ""), ("until you press Space again", "until you type \"resume\""),
            (" Esc stops it.", " \"stop\" stops it."), ("m marks a link to compare with.", "Name another one: \"diff N M\"."),
            ("m marks the selected one.", "\"mark\" marks the current one."),
            ("F fetches the page of a web link", "\"fetch\" fetches the page of a web link"),
            ("F fetches the page, V checks the association files", "\"fetch\" fetches the page, \"verdict\" checks the association files"),
            ("press i or s", "type \"samples\""), ("Space installs it", "\"install\" installs it"),
            (" i edits a copy of the link.", ""), ("F fetches again", "\"fetch again\" ignores the cache"),
            ("; V asks it", "; \"verdict\" asks it"),
            ("F starts again", "\"fetch\" starts again"), ("V starts again", "\"verdict\" starts again"),
            ("J starts again", "\"scripts\" starts again"), ("F tries again;", "\"fetch\" tries again."),
            ("V tries again;", "\"verdict\" tries again."), (": press o to open it", ""),
        ]
        return hints.reduce(declaring(text)) { $0.replacing($1.0, with: $1.1) }
    }

    /// Replaces the hints at the key that adds an app with the command that adds one for the scheme.
    private func declaring(_ text: String) -> String {
        text.replacing(#/the scheme (\S+)\. Press a to add one\./#) { "the scheme \($0.1). Type \"declare \($0.1)\" to add one." }
            .replacing(#/claims (\S+): \(a adds an app\)/#) { "claims \($0.1): (type \"declare \($0.1)\" to add an app)" }
    }
}
