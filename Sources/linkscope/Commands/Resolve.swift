import AppLinks
import ArgumentParser
import Fetching
import Foundation
import LinkLayers
import PageScripts
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
        var resolver = LinkResolver(
            fetcher: Fetcher(settings: settings), allowsPrivate: allowPrivate, isFresh: fresh, asksClaims: claims, showsSecrets: showSecrets
        )
        guard inputs.count == 1, case .link = try Given(inputs[0]) else {
            guard !runScripts else { throw CommandFailure("--run-scripts reads one page: give one link.", code: Exit.usage) }
            var run = ResolveRun(inputs: inputs, resolver: resolver, isJSON: json)
            return try run.run()
        }
        if runScripts { resolver.pages.scripts = scripts(settings, progress) }
        try await resolve(inputs[0], with: resolver, progress)
    }

    private func resolve(_ link: String, with resolver: LinkResolver, _ progress: ProgressLine) async throws {
        guard let url = LinkURL(link), url.scheme != nil else {
            let shown = Secrets.masked(link)
            let what = Given.doubt(about: link) == nil ? "this is no link" : "this is no link, and there is no such file"
            throw CommandFailure(
                "\(shown): \(what); give a link with its scheme, as in https://example.com/, or the path of a file", code: Exit.usage)
        }
        let showsSecrets = showSecrets
        let source = CancellationTokenSource()
        // A browser is not left behind, nor its folder, and no half line on a terminal.
        let interruption = runScripts || progress.isShown ? Interruption { source.cancel() } : nil
        progress.show("asking \(url.host ?? "")")
        let outcome = await resolver.report(on: url, token: source.token) { hop in
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }.settled()
        _ = await resolver.pages.scripts?.rest().settled()
        progress.clear()
        interruption?.end()
        let report: ResolutionReport
        switch outcome {
        case .success(let made): report = made
        case .failure(let error): throw CommandFailure("\(error)")
        case .cancelled: throw CommandFailure("given up")
        }
        if json { Output.line(report.json()) } else { Output.bytes(Array(report.text().utf8)) }
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.lacksScripts { throw CommandFailure("") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private func scripts(_ settings: FetchSettings, _ progress: ProgressLine) -> ScriptRunner {
        var scripts = ScriptRunner(finding: chromium, settings: settings)
        scripts.onStart = { progress.show("running the page's scripts in Chromium") }
        return scripts
    }
}
