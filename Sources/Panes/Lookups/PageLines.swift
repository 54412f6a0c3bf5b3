import AppLinks
import Deciding
import LinkLayers
import Screen

/// The rows of a fetched page: what its link opens on the simulated device and why, its findings, its hops, and its targets for other
/// devices. The most important rows come first, because a small screen shows only the first rows.
struct PageLines {
    let answer: PageAnswer
    /// The time of the lookup, e.g. `12:04:11`.
    let asked: String
    let device: SimulatedDevice
    let mask: SecretMask

    /// The maximum number of targets that are shown, and of other links.
    private static let mostShown = 50

    func lines() -> [DetailLine] {
        var lines = [result, .url("link", answer.url.text, mask)]
        if answer.final != answer.url { lines.append(.url("page", answer.final.text, mask)) }
        lines.append(DetailLine("fetched", said: Lookup.Kind.page.freshness(answer.hops.map(\.age), asked), valueRole: .dim))
        lines += scripts
        lines += answer.findings.map { finding in
            let severity = finding.severity
            return .message("! \(severity.rawValue)", "\(mask.said(finding.message)) [\(finding.code)]", label: severity.role)
        }
        lines += [.blank, .heading("On \(device.name)")] + departure.lines(mask)
        lines += [.message("without app", fallback), .blank, .heading("Hops (\(answer.hops.count))")]
        return lines + answer.hops.lines(answer.claims, mask) + devices + others
    }

    private func shown(_ url: LinkURL) -> String { mask.beginning(of: url.text, columns: 400) }
    private func shown(_ text: String) -> String { mask.beginning(of: text, columns: 200) }

    // MARK: On the simulated device

    /// The departure that opening the App Link of the page would cause.
    private var departure: Departure {
        var device = device
        return device.open(answer.appLink(for: device.pageIdiom))
    }

    private var result: DetailLine {
        let departure = departure
        switch (departure.outcome.type, departure.frontAfter) {
        case (.app, .app(let id)):
            return .message("opens", "\(device.app(id)?.name ?? id) on \(device.name)", .ok)
        case (.app, _), (.browser, _):
            return .message("opens", "\(device.browserName) on \(device.name): no app opens it", .warning)
        case (.failure, _): return .message("opens", "nothing on \(device.name)", .error)
        }
    }

    private var fallback: String {
        guard let web = answer.appLink(for: device.pageIdiom).webURL else {
            return "nothing opens: the page forbids the browser (al:web:should_fallback)"
        }
        return web == answer.url ? "the browser opens the link itself" : "the browser opens another page (al:web:url): \(shown(web))"
    }

    // MARK: On all devices

    private var devices: [DetailLine] {
        var lines: [DetailLine] = [.blank, .heading("On each kind of device")]
        for idiom in PageTags.Idiom.allCases {
            let targets = answer.appLink(for: idiom).targets
            if targets.isEmpty { lines.append(DetailLine(idiom.rawValue, "no app", valueRole: .dim)) }
            for (index, target) in targets.prefix(Self.mostShown).enumerated() {
                let facts = ([target.url?.text ?? "(no URL)"] + target.facts).map(shown)
                lines.append(DetailLine(index == 0 ? idiom.rawValue : "", facts.joined(separator: "  ")).overflowing(.rows(2)))
            }
            if targets.count > Self.mostShown { lines.append(DetailLine("", "\(targets.count - Self.mostShown) more", valueRole: .dim)) }
        }
        let web = answer.appLink(for: .other).webURL
        lines.append(DetailLine("web", web.map(shown) ?? "none: the page forbids the browser").overflowing(.rows(2)))
        return lines
    }

    private var others: [DetailLine] {
        guard !answer.otherLinks.isEmpty else { return [] }
        var lines: [DetailLine] = [.blank, .heading("Other app links on the page (\(answer.otherLinks.count))")]
        lines += answer.otherLinks.prefix(Self.mostShown).map { link in
            DetailLine(link.kind.words, link.facts.map(shown).joined(separator: "  ")).overflowing(.rows(2))
        }
        if answer.otherLinks.count > Self.mostShown {
            lines.append(DetailLine("", "\(answer.otherLinks.count - Self.mostShown) more: linkscope resolve lists them", valueRole: .dim))
        }
        return lines
    }

    /// The rows about the scripts of the page: the result of running them, or how to run them.
    private var scripts: [DetailLine] {
        switch answer.scripts {
        case nil where answer.needsScripts:
            let words: HintedText = "not run; \(.runScripts) runs them in Chromium and reads the page again"
            return [DetailLine("scripts", said: words, valueRole: .accent)]
        case nil: return []
        case .failure:
            return [DetailLine("scripts", said: "not run (see below); \(.runScripts) tries again", valueRole: .warning)]
        case .success(let run):
            let result = DetailLine.message("scripts", "run by \(mask.said(run.browser)): \(run.facts.joined(separator: ", "))", .ok)
            return run.url == answer.final.text ? [result] : [result, .redirect(to: run.url, mask)]
        }
    }
}
