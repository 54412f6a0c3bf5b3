package import AppLinks
package import Associations
package import Pages

/// What was asked of the network in this session: the lookup that goes on, and the last answers.
package struct Lookups: Sendable {
    /// How an lookup ended, and when.
    package struct Answer<Found: Sendable>: Sendable {
        package enum Outcome: Sendable {
            case found(Found)
            /// `claims` says for each hop that was reached which apps claim its link.
            case failed(FetchFailure, claims: [LinkClaims?])
            /// Stopped before there was an answer; the hops and files found until then are kept.
            case stopped(LookupProgress)
        }

        package var outcome: Outcome
        /// Milliseconds since 1970.
        package var askedAt: Int64

        var found: Found? { if case .found(let found) = outcome { found } else { nil } }
    }

    package private(set) var running: Lookup?
    package private(set) var progress = LookupProgress()
    private var count = 0
    private var pages = RecentAnswers<Answer<PageAnswer>>(most: 32)
    /// Each has its files with it, and they may be megabytes.
    private var verdicts = RecentAnswers<Answer<VerdictAnswer>>(most: 4)

    /// The page that was found for a link; nil where nobody has asked, and where there was none.
    package func page(of url: LinkURL) -> PageAnswer? { pages[url]?.found }

    package func pageAnswer(of url: LinkURL) -> Answer<PageAnswer>? { pages[url] }
    package func verdictAnswer(of url: LinkURL) -> Answer<VerdictAnswer>? { verdicts[url] }

    func isAnswered(_ kind: Lookup.Kind, _ url: LinkURL) -> Bool {
        switch kind {
        case .page: pages[url]?.found != nil
        case .verdict: verdicts[url]?.found != nil
        }
    }

    /// Whether a stopped lookup left something to show.
    func isStopped(_ kind: Lookup.Kind, _ url: LinkURL) -> Bool {
        switch kind {
        case .page: if case .stopped? = pages[url]?.outcome { true } else { false }
        case .verdict: if case .stopped? = verdicts[url]?.outcome { true } else { false }
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

    /// Ends the running lookup and keeps what it found, unless there is an earlier answer. Returns whether it kept anything.
    @discardableResult
    mutating func stop(now: Int64) -> Bool {
        guard let stopped = running else { return false }
        running = nil
        guard progress.hasFound, !isAnswered(stopped.kind, stopped.url) else { return false }
        if let page = progress.page {
            pages[stopped.url] = Answer(outcome: .found(page), askedAt: now)
            return true
        }
        progress.stop()
        switch stopped.kind {
        case .page: pages[stopped.url] = Answer(outcome: .stopped(progress), askedAt: now)
        case .verdict: verdicts[stopped.url] = Answer(outcome: .stopped(progress), askedAt: now)
        }
        return true
    }

    /// Records news of the running lookup. Returns whether it has ended.
    mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) -> Bool {
        progress.record(news)
        switch news {
        case .planned, .started, .finished, .broke, .hop, .file, .pageSoFar: return false
        case .page(let answer): pages[lookup.url] = Answer(outcome: .found(answer), askedAt: now)
        case .verdict(let answer): verdicts[lookup.url] = Answer(outcome: .found(answer), askedAt: now)
        case .failed(let failure, let claims):
            switch lookup.kind {
            case .page: pages[lookup.url] = Answer(outcome: .failed(failure, claims: claims), askedAt: now)
            case .verdict: verdicts[lookup.url] = Answer(outcome: .failed(failure, claims: claims), askedAt: now)
            }
        case .stopped: stop(now: now)
        }
        running = nil
        return true
    }
}

/// The answers to the last so many questions.
struct RecentAnswers<Answer: Sendable>: Sendable {
    let most: Int
    private var answers: [LinkURL: Answer] = [:]
    /// Oldest first.
    private var order: [LinkURL] = []

    init(most: Int) { self.most = most }

    subscript(url: LinkURL) -> Answer? {
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
