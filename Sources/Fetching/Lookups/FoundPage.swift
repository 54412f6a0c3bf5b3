package import AppLinks
package import Associations
import LinkLayers
package import Pages

/// What is known of the page of a link: the answers on the way to it, which apps claim the link at each, and what the page says.
package struct FoundPage: LookupFindings {
    /// The link that the lookup is about.
    package let url: LinkURL
    /// How the lookup ended; nil while it runs.
    package private(set) var ending: LookupEnding?
    /// For each hop which apps claim its link; nil where no app could, and where no answer has come.
    package private(set) var claims: [LinkClaims?] = []
    private var answers: [RedirectHop] = []
    private var answer: Result<PageResolution, FetchFailure>?
    /// Whether the page may still change: it is being fetched, or its scripts run.
    private var isPageOpen = true
    /// The hosts of hops that have not said yet which apps claim their links.
    private var openClaims = 0

    init(_ url: LinkURL) {
        self.url = url
    }

    /// The page, or why there is none.
    package var page: Result<PageResolution, FetchFailure> {
        answer ?? .failure(FetchFailure(ending?.problem ?? .stopped, hops: answers))
    }

    /// The requests that were made on the way to the page.
    package var hops: [RedirectHop] {
        switch page {
        case .success(let resolution): resolution.page.hops
        case .failure(let failure): failure.hops
        }
    }

    /// Whether nothing was found, however the lookup ended.
    package var isEmpty: Bool { hops.isEmpty && answer == nil }

    /// Whether page and claims are all there.
    var isComplete: Bool { !isPageOpen && openClaims == 0 }

    // MARK: Answers

    /// Adds a server's answer as the last hop.
    mutating func add(_ hop: RedirectHop, asksForClaims: Bool) {
        answers.append(hop)
        claims.append(nil)
        if asksForClaims { openClaims += 1 }
    }

    /// Adds which apps claim the link of a hop; nil when nobody could be asked.
    mutating func add(_ found: LinkClaims?, ofHop index: Int) {
        claims[index] = found
        openClaims -= 1
    }

    /// Adds the page as it came, whose scripts are to run next.
    mutating func add(withoutScripts page: PageResolution) { answer = .success(page) }

    /// Adds the page as it stays, or why there is none.
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
    /// Why there is nothing where nothing was found; nil for a lookup that finished.
    var problem: FetchProblem? {
        switch self {
        case .finished: nil
        case .stopped: .stopped
        case .unanswered(let patience): .tooSlow(seconds: patience.seconds, bytes: nil)
        }
    }
}
