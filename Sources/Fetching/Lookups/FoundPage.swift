package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// The results of a page lookup so far: the hops to the page, the apps that claim the link at each hop, and the content of the page.
package struct FoundPage: LookupFindings {
    /// The link that the lookup is about.
    package let url: LinkURL
    /// How the lookup ended; nil while it runs.
    package private(set) var ending: LookupEnding?
    /// For each hop, the apps that claim the hop's link. Nil if no app can claim the link, if its host could not be asked, or if no answer
    /// has come yet.
    package private(set) var claims: [LinkClaims?] = []
    private var answers: [RedirectHop] = []
    private var answer: Result<PageResolution, FetchFailure>?
    /// Whether the page may still change, because it is being fetched or its scripts are running.
    private var isPageOpen = true
    /// The number of hops for which the answer about claims has not come yet.
    private var openClaims = 0

    init(_ url: LinkURL) {
        self.url = url
    }

    /// The page, or the error that ended the lookup without a page.
    package var page: Result<PageResolution, FetchFailure> {
        answer ?? .failure(FetchFailure(ending?.problem ?? .stopped, hops: answers))
    }

    /// The hops to the page.
    package var hops: [RedirectHop] {
        switch page {
        case .success(let resolution): resolution.page.hops
        case .failure(let failure): failure.hops
        }
    }

    /// Whether there is neither a hop nor a result for the page.
    package var isEmpty: Bool { hops.isEmpty && answer == nil }

    /// Whether the page and all claims are known.
    var isComplete: Bool { !isPageOpen && openClaims == 0 }

    // MARK: Answers

    /// Adds a server's answer as the last hop.
    mutating func add(_ hop: RedirectHop, asksForClaims: Bool) {
        answers.append(hop)
        claims.append(nil)
        if asksForClaims { openClaims += 1 }
    }

    /// Adds the apps that claim the link of a hop. Pass nil if the host of the hop could not be asked.
    mutating func add(_ found: LinkClaims?, ofHop index: Int) {
        claims[index] = found
        openClaims -= 1
    }

    /// Adds the page as the server sent it. Its scripts run next.
    mutating func add(withoutScripts page: PageResolution) { answer = .success(page) }

    /// Adds the final page, or the error that ended the lookup without a page.
    mutating func conclude(_ result: Result<PageResolution, FetchFailure>) {
        answer = result
        isPageOpen = false
    }

    package mutating func close(_ ending: LookupEnding) {
        self.ending = ending
        guard let problem = ending.problem, case .success(let page)? = answer else { return }
        let missing = isPageOpen ? "the page's scripts did not run" : "some hosts did not answer which apps claim the link"
        let finding = PageFinding(problem.code, .warning, "\(problem.description) The result is incomplete: \(missing).")
        answer = .success(page.adding(finding))
    }
}

extension LookupEnding {
    /// The problem to report for missing results; nil for a lookup that finished.
    var problem: FetchProblem? {
        switch self {
        case .finished: nil
        case .stopped: .stopped
        case .unanswered(let patience): .tooSlow(seconds: patience.seconds, bytes: nil)
        }
    }
}
