package import AppLinks
package import Associations
package import LinkLayers

/// What was asked of the network in this session: the inquiry that goes on, and the last answers.
package struct Inquiries: Sendable {
    /// How an inquiry ended, and when.
    package struct Answer<Found: Sendable>: Sendable {
        package enum Outcome: Sendable {
            case found(Found)
            /// `claims` says for each hop that was reached which apps claim its link.
            case failed(FetchFailure, claims: [LinkClaims?])
            /// Stopped before there was an answer; the hops and files found until then are kept.
            case stopped(InquiryProgress)
        }

        package var outcome: Outcome
        /// Milliseconds since 1970.
        package var askedAt: Int64

        var found: Found? { if case .found(let found) = outcome { found } else { nil } }
    }

    package private(set) var running: Inquiry?
    package private(set) var progress = InquiryProgress()
    private var count = 0
    private var pages = RecentAnswers<Answer<PageAnswer>>(most: 32)
    /// Each has its files with it, and they may be megabytes.
    private var verdicts = RecentAnswers<Answer<VerdictAnswer>>(most: 4)

    /// The page that was found for a link; nil where nobody has asked, and where there was none.
    package func page(of url: LinkURL) -> PageAnswer? { pages[url]?.found }

    package func pageAnswer(of url: LinkURL) -> Answer<PageAnswer>? { pages[url] }
    package func verdictAnswer(of url: LinkURL) -> Answer<VerdictAnswer>? { verdicts[url] }

    func isAnswered(_ kind: Inquiry.Kind, _ url: LinkURL) -> Bool {
        switch kind {
        case .page: pages[url]?.found != nil
        case .verdict: verdicts[url]?.found != nil
        }
    }

    /// Whether a stopped inquiry left something to show.
    func isStopped(_ kind: Inquiry.Kind, _ url: LinkURL) -> Bool {
        switch kind {
        case .page: if case .stopped? = pages[url]?.outcome { true } else { false }
        case .verdict: if case .stopped? = verdicts[url]?.outcome { true } else { false }
        }
    }

    package func isRunning(_ kind: Inquiry.Kind, _ url: LinkURL) -> Bool { running?.kind == kind && running?.url == url }

    mutating func start(_ kind: Inquiry.Kind, _ url: LinkURL, isFresh: Bool, runsScripts: Bool = false) -> Inquiry {
        count += 1
        let inquiry = Inquiry(kind: kind, url: url, number: count, isFresh: isFresh, runsScripts: runsScripts)
        running = inquiry
        progress = InquiryProgress()
        return inquiry
    }

    /// Ends the running inquiry and keeps what it found, unless there is an earlier answer.
    mutating func stop(now: Int64) {
        guard let stopped = running else { return }
        running = nil
        guard progress.hasFound, !isAnswered(stopped.kind, stopped.url) else { return }
        progress.stop()
        switch stopped.kind {
        case .page: pages[stopped.url] = Answer(outcome: .stopped(progress), askedAt: now)
        case .verdict: verdicts[stopped.url] = Answer(outcome: .stopped(progress), askedAt: now)
        }
    }

    /// Records news of the running inquiry. Returns whether it has ended.
    mutating func record(_ news: InquiryNews, of inquiry: Inquiry, now: Int64) -> Bool {
        progress.record(news)
        switch news {
        case .planned, .started, .finished, .broke, .hop, .file: return false
        case .page(let answer): pages[inquiry.url] = Answer(outcome: .found(answer), askedAt: now)
        case .verdict(let answer): verdicts[inquiry.url] = Answer(outcome: .found(answer), askedAt: now)
        case .failed(let failure, let claims):
            switch inquiry.kind {
            case .page: pages[inquiry.url] = Answer(outcome: .failed(failure, claims: claims), askedAt: now)
            case .verdict: verdicts[inquiry.url] = Answer(outcome: .failed(failure, claims: claims), askedAt: now)
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
