package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// The lookups of this session: the one that is running, and the last answers.
package struct Lookups: Sendable {
    package private(set) var running: Lookup?
    package private(set) var progress = LookupProgress()
    private var count = 0
    private var pages = RecentAnswers(most: 32)
    /// A verdict holds its files, which may be megabytes.
    private var verdicts = RecentAnswers(most: 4)

    let rows = Memo<LookupSource, LookupRows>()

    /// Returns the page that was found for a link; nil if it was not looked up or could not be fetched.
    package func page(of url: LinkURL) -> PageAnswer? { if case .page(let page)? = answer(.page, url)?.outcome { page } else { nil } }

    package func answer(_ kind: Lookup.Kind, _ url: LinkURL) -> LookupAnswer? {
        switch kind {
        case .page: pages[url]
        case .verdict: verdicts[url]
        }
    }

    package func isRunning(_ kind: Lookup.Kind, _ url: LinkURL) -> Bool { running?.kind == kind && running?.url == url }

    mutating func start(_ kind: Lookup.Kind, _ url: LinkURL, isFresh: Bool, runsScripts: Bool = false) -> Lookup {
        count += 1
        let lookup = Lookup(kind: kind, url: url, number: count, isFresh: isFresh, runsScripts: runsScripts)
        running = lookup
        progress = LookupProgress()
        return lookup
    }

    /// Ends the running lookup and keeps what it found, unless there is an earlier answer. Returns whether something was kept.
    @discardableResult
    mutating func stop(now: Int64) -> Bool {
        guard let stopped = running else { return false }
        running = nil
        guard progress.hasFound, answer(stopped.kind, stopped.url)?.isFound != true else { return false }
        progress.stop()
        keep(progress.page.map { .page($0) } ?? .stopped(progress), of: stopped, now: now)
        return true
    }

    /// Records news of the running lookup. Returns whether it has ended.
    mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) -> Bool {
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

    private mutating func keep(_ outcome: LookupAnswer.Outcome, of lookup: Lookup, now: Int64) {
        let answer = LookupAnswer(outcome, endedAt: now)
        switch lookup.kind {
        case .page: pages[lookup.url] = answer
        case .verdict: verdicts[lookup.url] = answer
        }
    }
}

/// How a lookup ended, and when. Its identity stands for its content, so that comparing two of them does not compare their files.
package final class LookupAnswer: Sendable, Equatable {
    package enum Outcome: Sendable {
        case page(PageAnswer)
        case verdict(VerdictAnswer)
        /// `claims` says for each hop that was reached which apps claim its link.
        case failed(FetchFailure, claims: [LinkClaims?])
        /// Stopped before there was an answer; the hops and files found until then are kept.
        case stopped(LookupProgress)
    }

    package let outcome: Outcome
    /// Milliseconds since 1970.
    package let endedAt: Int64

    init(_ outcome: Outcome, endedAt: Int64) {
        self.outcome = outcome
        self.endedAt = endedAt
    }

    package static func == (left: LookupAnswer, right: LookupAnswer) -> Bool { left === right }

    /// Whether the lookup found what it was started for.
    var isFound: Bool {
        switch outcome {
        case .page, .verdict: true
        case .failed, .stopped: false
        }
    }

    var isStopped: Bool { if case .stopped = outcome { true } else { false } }
}

/// The answers to the most recent lookups of one kind.
private struct RecentAnswers: Sendable {
    let most: Int
    private var answers: [LinkURL: LookupAnswer] = [:]
    /// Oldest first.
    private var order: [LinkURL] = []

    init(most: Int) { self.most = most }

    subscript(url: LinkURL) -> LookupAnswer? {
        get { answers[url] }
        set {
            order.removeAll { $0 == url }
            answers[url] = newValue
            guard newValue != nil else { return }
            order.append(url)
            if order.count > most { answers[order.removeFirst()] = nil }
        }
    }
}
