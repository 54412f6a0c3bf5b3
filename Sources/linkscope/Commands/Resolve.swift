import AppLinks
import ArgumentParser
import Fetching
import Foundation
import LinkLayers
import Reports
import Tasks

/// `linkscope resolve`: from a page to its App Links.
struct Resolve: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fetch the page of a link, and tell which apps it opens on which device.",
        discussion: """
            Redirects are followed hop by hop. Nothing of yours is sent: no cookies, no passwords, no referer. Addresses that are not on the \
            public Internet are refused unless --allow-private says otherwise. Exit code 3 when there is no page to read.

            Examples:
              linkscope resolve https://www.example.com/item/7
              linkscope resolve --json https://www.example.com/item/7 | jq '.idioms.phone.targets'
              linkscope resolve --allow-private http://localhost:8080/
            """
    )

    @Argument(help: ArgumentHelp("An http, https or data link.", valueName: "LINK"))
    var link: String

    @Flag(help: "One JSON object.")
    var json = false

    @Flag(help: "Ask the servers, also for what they allow to be used again.")
    var fresh = false

    @Flag(help: "Connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    @MainActor func execute() async throws {
        guard let url = LinkURL(link), url.scheme != nil else {
            let shown = Secrets.masked(link)
            throw CommandFailure("\(shown): this is no link; give one with its scheme, as in https://example.com/", code: Exit.usage)
        }
        let environment = ProcessInfo.processInfo.environment
        var resolver = PageAppLinkResolver(fetcher: Fetcher(settings: .user(environment)), allowsPrivate: allowPrivate)
        resolver.isFresh = fresh
        let progress = ProgressLine(environment: environment)
        let showsSecrets = showSecrets
        progress.show("asking \(url.host ?? "")")
        let outcome = await resolver.resolution(of: url) { hop in
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }.settled()
        progress.clear()
        try print(outcome, of: url)
    }

    private func print(_ outcome: Outcome<PageResolution>, of url: LinkURL) throws {
        let result: Result<PageResolution, FetchFailure>
        switch outcome {
        case .success(let resolution): result = .success(resolution)
        case .failure(let error as FetchFailure): result = .failure(error)
        case .failure(let error): throw CommandFailure("\(error)")
        // Nobody has the means to.
        case .cancelled: throw CommandFailure("given up")
        }
        let report = ResolutionReport(url, result, showsSecrets: showSecrets)
        if json { Output.line(report.json()) } else { Output.bytes(Array(report.text().utf8)) }
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }
}
