package import AppLinks
import Bytes
package import Deciding
package import Records

/// The lookups of this session: the running lookup and the last answers.
package struct Lookups: Sendable {
    package private(set) var running: Lookup?
    private var last: Lookup?
    package private(set) var progress = LookupProgress()
    private var count = 0
    /// The number of times that the badge of a link may have changed.
    package private(set) var changes = 0
    /// The last answers of each kind, with the oldest first.
    private var answers: [Lookup.Kind: [(url: LinkURL, answer: Dated<LookupOutcome>)]] = [:]
    /// The web link that was last looked up for each link of the list. It is the link itself, its target, or another link inside it. When
    /// an answer is added, the links without an answer are removed.
    private var subjects: [RecordID: LinkURL] = [:]
    /// The summaries of the last lookups, with the oldest first, also from before the session was continued. They outlast the answers.
    private var earlier: [Dated<LookupSummary>] = []

    /// The Android device that verdicts ask too; nil if they ask none.
    package var device: VerdictDevice?

    /// What the user allows lookups of links, by the host of the links. A page that redirects to another host needs a permission of its own.
    private var permissions: [String: Set<FetchPermissions.Place>] = [:]

    let rows = Memo<LookupSource, DetailRows>()

    package init() {}

    /// Returns the page that was found for a link; nil if it was not looked up or could not be fetched.
    package func page(of url: LinkURL) -> PageAnswer? { if case .page(let page)? = answer(.page, url)?.value { page } else { nil } }

    package func answer(_ kind: Lookup.Kind, _ url: LinkURL) -> Dated<LookupOutcome>? { answers[kind]?.first { $0.url == url }?.answer }

    package func isRunning(_ kind: Lookup.Kind, _ url: LinkURL) -> Bool { running?.kind == kind && running?.url == url }

    /// Returns the web link that was last looked up for a link of the list; nil if there was none, or its answers are no longer kept.
    package func subject(of link: RecordID) -> LinkURL? { subjects[link] }

    /// Returns the summary of the last lookup of this kind; nil if there was none.
    func earlier(_ kind: Lookup.Kind, _ url: LinkURL) -> Dated<LookupSummary>? {
        earlier.last { $0.value.kind == kind && $0.value.url == url }
    }

    /// Notes what a lookup found, now or before the session was continued.
    package mutating func note(_ summary: LookupSummary, at time: Int64) {
        earlier.removeAll { $0.value.kind == summary.kind && $0.value.url == summary.url }
        earlier = earlier.suffix(Self.mostEarlier - 1) + [Dated(summary, at: time)]
    }

    private static let mostEarlier = 100

    /// The requests of all lookups of pages that are kept and their answers, with the oldest first. The time is that of the lookup's end.
    package var fetchedHops: [Dated<[RedirectHop]>] {
        (answers[.page] ?? []).compactMap { _, answer in
            let hops =
                switch answer.value {
                case .page(let page): page.hops
                case .failed(let failure, _): failure.hops
                case .stopped(let progress): progress.hops
                case .verdict: [RedirectHop]()
                }
            return hops.isEmpty ? nil : Dated(hops, at: answer.time)
        }
    }

    /// Notes that a web link is the one that is looked up for a link of the list.
    package mutating func note(_ url: LinkURL, asSubjectOf link: RecordID) { subjects[link] = url }

    package mutating func start(
        _ kind: Lookup.Kind, _ url: LinkURL, of link: RecordID, isFresh: Bool, runsScripts: Bool = false
    ) -> Lookup {
        count += 1
        changes += 1
        var lookup = Lookup(kind: kind, url: url, link: link, number: count, isFresh: isFresh, runsScripts: runsScripts)
        lookup.permissions = permissions[url.host?.lowercased() ?? ""] ?? []
        if kind == .verdict { lookup.device = url.host.flatMap { device?.request(about: $0) } }
        (running, last) = (lookup, lookup)
        progress = LookupProgress()
        return lookup
    }

    /// Lets lookups of links to the host of `url` connect to a place, until the session ends.
    package mutating func allow(_ place: FetchPermissions.Place, for url: LinkURL) {
        permissions[url.host?.lowercased() ?? "", default: []].insert(place)
    }

    /// The last lookup, if it has ended with a problem for which the user can give a permission, with the first such problem.
    package var refusal: (lookup: Lookup, problem: FetchProblem, place: FetchPermissions.Place)? {
        guard running == nil, let last else { return nil }
        let outcome = answer(last.kind, last.url)?.value
        let problems = if case .failed(let failure, _) = outcome { [failure.problem] } else { progress.files.compactMap(\.problem) }
        return problems.firstResult { problem in problem.missingPermission.map { (last, problem, $0) } }
    }

    /// Ends the running lookup and keeps its results, unless an earlier lookup found an answer. Returns whether results were kept.
    @discardableResult
    package mutating func stop(now: Int64) -> Bool {
        guard let stopped = running else { return false }
        running = nil
        changes += 1
        guard progress.hasFound, answer(stopped.kind, stopped.url)?.value.isFound != true else { return false }
        progress.stop()
        keep(progress.page.map { .page($0) } ?? .stopped(progress), of: stopped, now: now)
        return true
    }

    /// Records news of the running lookup. Returns whether the lookup has ended.
    package mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) -> Bool {
        progress.record(news)
        switch news {
        case .planned, .started, .finished, .broke, .hop, .file, .pageSoFar: return false
        case .page(let answer): keep(.page(answer), of: lookup, now: now)
        case .verdict(let answer): keep(.verdict(answer), of: lookup, now: now)
        case .failed(let failure, let claims): keep(.failed(failure, claims: claims), of: lookup, now: now)
        case .stopped: stop(now: now)
        }
        running = nil
        return true
    }

    private mutating func keep(_ outcome: LookupOutcome, of lookup: Lookup, now: Int64) {
        changes += 1
        let others = answers[lookup.kind, default: []].filter { $0.url != lookup.url }
        answers[lookup.kind] = others.suffix(lookup.kind.mostAnswers - 1) + [(lookup.url, Dated(outcome, at: now))]
        let known = Set(answers.values.joined().map(\.url))
        subjects = subjects.filter { known.contains($0.value) }
    }

    /// Returns what was looked up about a row's link, in at most five columns: `F V?`. The letter is the key that starts the lookup, and
    /// the sign after it is its state: none if it succeeded.
    package func badges(of row: LinkRow) -> String {
        let signs = Lookup.Kind.allCases.compactMap { kind in sign(kind, of: row.record).map { (kind == .page ? "F" : "V") + $0 } }
        return signs.joined(separator: " ")
    }

    /// Returns the sign for the state of the latest lookup of this kind for a link. Returns nil if it was never looked up in this way.
    private func sign(_ kind: Lookup.Kind, of link: RecordID) -> String? {
        guard let url = subject(of: link) else { return nil }
        if isRunning(kind, url) { return "~" }
        return switch answer(kind, url)?.value {
        case .page, .verdict: ""
        case .failed: "!"
        case .stopped: "?"
        case nil: nil
        }
    }
}

package enum LookupOutcome: Sendable {
    case page(PageAnswer)
    case verdict(VerdictAnswer)
    /// The lookup failed. `claims` has, for each hop, the apps that claim its link. It is empty if the claims were not looked up.
    case failed(FetchFailure, claims: [LinkClaims?])
    /// The lookup was stopped before there was an answer. The hops and files until then are kept.
    case stopped(LookupProgress)

    /// Whether the lookup found what it was started for.
    package var isFound: Bool {
        switch self {
        case .page, .verdict: true
        case .failed, .stopped: false
        }
    }

    package var isStopped: Bool { if case .stopped = self { true } else { false } }
}
