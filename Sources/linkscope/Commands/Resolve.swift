import AppLinks
import ArgumentParser
import Fetching
import Foundation
import PageScripts
import Reports
import Secrets
import Tasks

/// `linkscope resolve`: fetches the pages of links, and reports which apps open them.
struct Resolve: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Fetch the page of a link, and tell which apps it opens on which device.",
        discussion: """
            Redirects are followed hop by hop. The host of each https hop is asked for its association files, too, once for all links: whether \
            an app would have claimed the link there (verify also asks Apple, whose copy is what its devices read). Nothing of yours is sent: \
            no cookies, no passwords, no referer. Addresses that are not on the public Internet are refused unless --allow-private says \
            otherwise. Exit code 3 when there is no page to read.

            Of many links the pages are fetched side by side and told in the order of the links.

            --run-scripts lets Chromium, where it is installed, run the page's scripts first: headless, with a fresh profile, and with no way \
            out but through linkscope, which refuses the same addresses and ends what takes too long. Chromium loads what a browser loads and \
            says who it is; cookies are kept for that one page view. Exit code 3 when that could not be done.

            With --json, one object a link. What is not known is null:
              requested final encoding proxy masked
              hops        url status location remoteAddress tls (version cipher)
                          milliseconds age unchanged, claims: ios and android (claimed
                          reason, apps: appId or package, rule) sameHost
              idioms      phone pad other android web, each: targets (url appName
                          appStoreId package class) webURL
              otherLinks  kind platform url appId appName
              findings    code severity message
              scripts     ran browser sandboxed settled url requests bytes
                          milliseconds openings, refused (host address kind)

            Examples:
              linkscope resolve https://www.example.com/item/7
              linkscope resolve --json https://www.example.com/item/7 | jq '.idioms.phone.targets'
              linkscope resolve --json --no-claims - <links.txt
              linkscope resolve --allow-private http://localhost:8080/
              linkscope resolve --run-scripts https://www.example.com/item/7
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

    @Flag(help: "Read the page after Chromium has run its scripts.")
    var runScripts = false

    @Option(
        help: ArgumentHelp("The Chromium for --run-scripts, before LINKSCOPE_CHROMIUM and the usual places.", valueName: "PATH"))
    var chromium: String?

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws {
        guard !inputs.isEmpty else { throw ValidationError("Give a link, a file, or - for standard input.") }
        guard inputs.count(where: { $0 == "-" }) <= 1 else { throw ValidationError("Standard input (-) can be read once only.") }
        if chromium != nil, !runScripts { throw ValidationError("--chromium is for --run-scripts.") }
    }

    @MainActor func execute() async throws {
        let environment = ProcessInfo.processInfo.environment
        let settings = FetchSettings.user(environment)
        let progress = ProgressLine(environment: environment)
        let source = CancellationTokenSource()
        let isOne = if inputs.count == 1, case .link = try InputArgument(inputs[0]) { true } else { false }
        guard isOne || !runScripts else { throw CommandFailure("--run-scripts reads one page: give one link.", code: Exit.usage) }
        let scripts = runScripts ? scripts(settings, progress) : nil
        let rules = LookupRules(allowsPrivate: allowPrivate, isFresh: fresh, asksForClaims: claims)
        let lookups = PageLookups(fetcher: Fetcher(settings: settings), rules: rules, scripts: scripts, token: source.token)
        if isOne { return try await resolve(link(inputs[0]), with: lookups, scripts, progress, source) }
        let interruption = Interruption { source.cancel() }
        defer { interruption.end() }
        var run = ResolveRun(inputs: inputs, lookups: lookups, isJSON: json, showsSecrets: showSecrets, interruption: interruption)
        try run.run()
    }

    private func link(_ text: String) throws -> LinkURL {
        if let url = LinkURL(text), url.scheme != nil { return url }
        let what = InputArgument.doubt(about: text) == nil ? "this is no link" : "this is no link, and there is no such file"
        throw CommandFailure(
            "\(Secrets.masked(text)): \(what); give a link with its scheme, as in https://example.com/, or the path of a file",
            code: Exit.usage)
    }

    private func resolve(
        _ url: LinkURL, with lookups: PageLookups, _ scripts: ScriptRunner?, _ progress: ProgressLine, _ source: CancellationTokenSource
    ) async throws {
        let showsSecrets = showSecrets
        // A browser is ended, its folder removed, and what was found is reported.
        let interruption = Interruption { source.cancel() }
        progress.show("asking \(url.host ?? "")")
        let lookup = lookups.start(url) { event in
            guard case .hop(let hop) = event else { return }
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }
        let found = try await lookup.found.value
        _ = await scripts?.drained().settled()
        progress.clear()
        let report = ResolutionReport(found, showsSecrets: showsSecrets)
        if found.ending != .stopped || !found.isEmpty {
            if json { Output.line(report.json()) } else { Output.bytes(Array(report.text().utf8)) }
        }
        interruption.end()
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.lacksScripts || found.ending != .finished { throw CommandFailure("") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private func scripts(_ settings: FetchSettings, _ progress: ProgressLine) -> ScriptRunner {
        var scripts = ScriptRunner(finding: chromium, settings: settings)
        scripts.onStart = { progress.show("running the page's scripts in Chromium") }
        return scripts
    }
}
