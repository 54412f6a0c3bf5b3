package import AppLinks
package import Associations
package import Pages

/// What was asked of the network in this session: the inquiry that goes on, and the last answers.
package struct Inquiries: Sendable {
    /// What came of an inquiry, be it nothing, and when.
    package struct Answer<Found: Sendable>: Sendable {
        package var result: Result<Found, FetchFailure>
        /// Milliseconds since 1970.
        package var askedAt: Int64
        /// Of a failure: who claims the link of each hop that was reached.
        package var claims: [LinkClaims?] = []
    }

    package private(set) var running: Inquiry?
    package private(set) var progress = InquiryProgress()
    private var count = 0
    private var pages = RecentAnswers<Answer<PageAnswer>>(most: 32)
    /// Each has its files with it, and they may be megabytes.
    private var verdicts = RecentAnswers<Answer<VerdictAnswer>>(most: 4)

    /// The page that was found for a link; nil where nobody has asked, and where there was none.
    package func page(of url: LinkURL) -> PageAnswer? { try? pages[url]?.result.get() }

    package func pageAnswer(of url: LinkURL) -> Answer<PageAnswer>? { pages[url] }
    package func verdictAnswer(of url: LinkURL) -> Answer<VerdictAnswer>? { verdicts[url] }

    func isAnswered(_ kind: Inquiry.Kind, _ url: LinkURL) -> Bool {
        switch kind {
        case .page: page(of: url) != nil
        case .verdict: (try? verdicts[url]?.result.get()) != nil
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

    mutating func stop() { running = nil }

    /// Answers whether this was the end of it.
    mutating func take(_ news: InquiryNews, of inquiry: Inquiry, now: Int64) -> Bool {
        progress.take(news)
        switch news {
        case .planned, .started, .finished, .broke, .hop, .file: return false
        case .page(let answer): pages[inquiry.url] = Answer(result: .success(answer), askedAt: now)
        case .verdict(let answer): verdicts[inquiry.url] = Answer(result: .success(answer), askedAt: now)
        case .failed(let failure, let claims):
            switch inquiry.kind {
            case .page: pages[inquiry.url] = Answer(result: .failure(failure), askedAt: now, claims: claims)
            case .verdict: verdicts[inquiry.url] = Answer(result: .failure(failure), askedAt: now)
            }
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
