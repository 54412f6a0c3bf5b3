package import AppLinks
package import Deciding
import Screen

extension DetailTab {
    /// The kind of lookup that the tab shows; nil if it shows none.
    package var lookup: Lookup.Kind? { Lookup.Kind.allCases.first { $0.tab == self } }
}

/// All values from which the rows of a lookup are made. Equal sources have equal rows, so the source is the key of their cache.
struct LookupSource: Sendable, Equatable {
    let kind: Lookup.Kind
    let url: LinkURL
    /// The last answer; nil if there is none.
    let answer: Dated<LookupOutcome>?
    /// What the devices do with the link.
    let decisions: DecisionLines
    /// Whether the verdict about the whole site is folded.
    let isSiteFolded: Bool
    /// The simulated device. The app that a page opens depends on it.
    let device: SimulatedDevice
    let display: Display
    let columns: Int

    fileprivate func lines(of answer: Dated<LookupOutcome>) -> [DetailLine] {
        let time = display.clock(answer.time)
        switch answer.value {
        case .page(let page): return PageLines(answer: page, asked: time, device: device, mask: mask).lines()
        case .verdict(let verdict):
            let site = VerdictLines(verdict: verdict.site, asked: time, mask: mask)
            return VerdictLines(verdict: verdict.link, asked: time, mask: mask).lines(site: site, isSiteFolded: isSiteFolded)
        case .failed(let failure, let claims): return lines(of: failure, claims: claims)
        case .stopped(let progress): return lines(ofStopped: progress, at: time)
        }
    }

    // The rows of a lookup that has not started, is running, was stopped, or failed.

    private var mask: SecretMask { display.mask }

    /// Returns the rows before there was a lookup.
    ///
    /// - Parameter earlier: An earlier lookup, whose answer is not kept: it was made before the session was continued, or later answers have
    ///   replaced it.
    fileprivate func lines(before earlier: Dated<LookupSummary>?) -> [DetailLine] {
        let words: HintedText =
            kind == .page
            ? "not fetched yet; \(.resolve) shows which app the page opens"
            : "not checked yet; \(.verify) asks the site and Apple if the link opens its app"
        let lines = [DetailLine(kind == .page ? "page" : "verdict", said: words, valueRole: .accent), link]
        guard let earlier else { return lines }
        let time = DetailLine("earlier", "result of \(display.date(earlier.time))", valueRole: .dim)
        let found = [earlier.value.result] + earlier.value.details
        return lines + [.blank, time] + found.map { .message("", mask.said($0)) }
    }

    fileprivate func lines(of progress: LookupProgress) -> [DetailLine] {
        let files = mask.lines(of: progress.files.map { $0.fact() })
        return progress.steps.map(line) + [.blank, link] + hops(progress.hops) + (files.isEmpty ? [] : [.blank, .heading("Files")] + files)
    }

    /// Returns the rows of a lookup that was stopped at `time`, with the results until then.
    private func lines(ofStopped progress: LookupProgress, at time: String) -> [DetailLine] {
        let words: HintedText = "at \(time), with the results below; \(kind.command) starts again"
        return [DetailLine("stopped", said: words, labelRole: .warning, valueRole: .text)] + lines(of: progress)
    }

    /// - Parameter claims: For each hop, the apps that claim its link; empty if the claims were not looked up.
    private func lines(of failure: FetchFailure, claims: [LinkClaims?]) -> [DetailLine] {
        let message = DetailLine.message("! error", mask.said(failure.problem.description), label: .error)
        let question = failure.problem.missingPermission == nil ? "" : " and asks whether to connect"
        let advice = DetailLine(
            "next", said: "\(kind.command) tries again\(onScreen: "\(question); \(.write) edits a copy of the link").", valueRole: .dim)
        return [message, advice, link] + hops(failure.hops, claims)
    }

    private var link: DetailLine { .url("link", url.text, mask) }

    private func line(_ step: LookupProgress.Step) -> DetailLine {
        let role: Role =
            switch step.state {
            case .waiting: .dim
            case .working: .accent
            case .done: .ok
            case .failed: .error
            case .stopped: .warning
            }
        return DetailLine(step.state.rawValue, step.name, labelRole: role, valueRole: step.state == .waiting ? .dim : .text)
    }

    private func hops(_ hops: [RedirectHop], _ claims: [LinkClaims?] = []) -> [DetailLine] {
        hops.isEmpty ? [] : [.blank, .heading("Hops (\(hops.count))")] + hops.lines(claims, mask)
    }
}

extension Lookups {
    /// Returns the rows of the last lookup of a web link: its progress while it runs, then its answer. The rows of an answer are cached.
    /// The rows of a running lookup are not cached, because they are few and change often.
    package func rows(
        of kind: Lookup.Kind, _ url: LinkURL, decisions: DecisionLines, isSiteFolded: Bool, device: SimulatedDevice, display: Display,
        columns: Int
    ) -> DetailRows {
        let source = LookupSource(
            kind: kind, url: url, answer: answer(kind, url), decisions: decisions, isSiteFolded: isSiteFolded, device: device,
            display: display, columns: columns)
        if isRunning(kind, url) { return display.rows(decisions.lines + source.lines(of: progress), columns: columns) }
        guard let answer = source.answer else {
            return display.rows(decisions.lines + source.lines(before: earlier(kind, url)), columns: columns)
        }
        return rows.value(for: source) { display.rows(decisions.lines + source.lines(of: answer), columns: columns) }
    }
}

extension [RedirectHop] {
    /// Returns the rows of the requests that were made: the URL, the status, and the URL to which the server redirected.
    ///
    /// - Parameter claims: For each hop, the apps that claim its link; empty if that was not looked up.
    func lines(_ claims: [LinkClaims?], _ mask: SecretMask) -> [DetailLine] {
        let mask = mask.redirected(by: flatMap { [$0.url.text, $0.location ?? ""] })
        return indices.flatMap { lines(ofHop: $0, claims, mask) }
    }

    private func lines(ofHop index: Int, _ claims: [LinkClaims?], _ mask: SecretMask) -> [DetailLine] {
        let hop = self[index]
        let status = hop.status.map { "  \($0)" } ?? ""
        let role: Role = hop.status.map { $0 >= 400 ? .warning : $0 >= 300 ? .accent : .ok } ?? .error
        let lines: [DetailLine] = [
            .url("hop \(index + 1)\(status)", hop.url.text, mask, label: role), .message("", hop.facts().joined(separator: ", "), .dim),
        ]
        // Whether an app of the hop's host claims the link, on a device that has the app.
        let facts = claims.indices.contains(index) ? claims[index]?.facts(fromSameHost: isFromSameHost(at: index)) : nil
        return lines + (facts ?? []).map { .message("", mask.said($0.text), $0.isClaimed ? .ok : .dim) }
            + (hop.location.map { [.redirect(to: $0, mask)] } ?? [])
    }
}

extension Lookup.Kind {
    /// The tab of the detail pane that shows lookups of this kind.
    package var tab: DetailTab { self == .page ? .page : .verdict }

    /// Returns a text that tells whether an answer came from servers or from the cache, and its age.
    ///
    /// - Parameters:
    ///   - ages: The age of each part in seconds; nil for a part that came from a server.
    ///   - time: The time of the lookup.
    func freshness(_ ages: [Int?], _ time: String) -> HintedText {
        let cached = ages.compactMap(\.self)
        guard let oldest = cached.max() else { return "at \(time); \(command, "again") \(self == .page ? "fetches" : "checks") again" }
        let part = cached.count == ages.count ? "" : "partly "
        return "at \(time), \(part)from the cache, \(oldest) s old; \(command, "again") ignores the cache"
    }
}

extension SecretMask {
    /// Masks and shortens a message that may quote a server.
    func said(_ sentence: String) -> String {
        let masked = words(beginning(of: sentence, columns: 400))
        return masked.count > 1_200 ? masked.prefix(1_200) + "..." : masked
    }
}
