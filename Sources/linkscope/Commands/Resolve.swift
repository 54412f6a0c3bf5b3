import AppLinks
import ArgumentParser
import Fetching
import Foundation
import LinkLayers
import Reports
import Tasks

/// `linkscope resolve`: from a page to its App Links.
struct Resolve: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Fetch the page of a link, and tell which apps it opens on which device.",
        discussion: """
            Redirects are followed hop by hop. The host of each https hop is asked for its association files, too, once for all links: whether \
            an app would have claimed the link there (verify also asks Apple, whose copy is what its devices read). Nothing of yours is sent: \
            no cookies, no passwords, no referer. Addresses that are not on the public Internet are refused unless --allow-private says \
            otherwise. Exit code 3 when there is no page to read.

            Of many links the pages are fetched side by side and told in the order of the links.

            Examples:
              linkscope resolve https://www.example.com/item/7
              linkscope resolve --json https://www.example.com/item/7 | jq '.idioms.phone.targets'
              linkscope resolve --json --no-claims - <links.txt
              linkscope resolve --allow-private http://localhost:8080/
            """
    )

    @Argument(help: ArgumentHelp("An http, https or data link; a file with one a line, or - for standard input.", valueName: "LINK|FILE|-"))
    var inputs: [String] = []

    @Flag(help: "One JSON object a line.")
    var json = false

    @Flag(help: "Ask the servers, also for what they allow to be used again.")
    var fresh = false

    @Flag(help: "Connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Flag(inversion: .prefixedNo, help: "Ask the host of each https hop which apps claim its links.")
    var claims = true

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Give a link, a file, or - for standard input.") }
        guard inputs.count(where: { $0 == "-" }) <= 1 else { throw ValidationError("Standard input (-) can be read once only.") }
    }

    @MainActor func execute() async throws {
        let environment = ProcessInfo.processInfo.environment
        let resolver = LinkResolver(
            fetcher: Fetcher(settings: .user(environment)), allowsPrivate: allowPrivate, isFresh: fresh, asksClaims: claims,
            showsSecrets: showSecrets)
        guard inputs.count == 1, case .link = try Given(inputs[0]) else {
            var run = ResolveRun(inputs: inputs, resolver: resolver, isJSON: json)
            return try await run.run()
        }
        try await resolve(inputs[0], with: resolver, ProgressLine(environment: environment))
    }

    private func resolve(_ link: String, with resolver: LinkResolver, _ progress: ProgressLine) async throws {
        guard let url = LinkURL(link), url.scheme != nil else {
            throw CommandFailure("\(link): this is no link; give one with its scheme, as in https://example.com/", code: Exit.usage)
        }
        let showsSecrets = showSecrets
        progress.show("asking \(url.host ?? "")")
        let outcome = await resolver.report(on: url) { hop in
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }.settled()
        progress.clear()
        // It does not fail, and nobody has the means to cancel it.
        guard let report = outcome.value else { throw CommandFailure(outcome.error.map { "\($0)" } ?? "given up") }
        if json { Output.line(report.json()) } else { Output.bytes(Array(report.text().utf8)) }
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }
}
