import AppLinks
import ArgumentParser
import Fetching
import PageScripts
import Reports
import Secrets
import Tasks

/// `linkscope resolve`: fetches the pages of links, and reports which apps open them.
struct Resolve: ProgramCommand, TakesInputs {
    static let configuration = CommandConfiguration(
        abstract: "Fetch a link's page and show which app it opens on each device.",
        discussion: """
            Follows redirects hop by hop, then reads the page's App Link tags. For each https hop, it also fetches the host's association \
            files (once per host) and shows which apps claim the link at that hop. It does not fetch Apple's copy of the file for iOS, \
            which is the copy that iOS devices read; linkscope verify does.

            linkscope sends no cookies, passwords or referer, and connects only to addresses on the public Internet unless you pass \
            --allow-private. It fetches the pages of many links in parallel and prints the results in the order of the links.

            --run-scripts runs the page's scripts in Chromium first, if it is installed. Chromium runs headless with a fresh profile. All \
            requests of Chromium go through linkscope, which also refuses private addresses here and stops pages that take too long. \
            Chromium loads images and frames too, sends its own User-Agent, and keeps cookies only for this page view.

            With --json, each link is one object; unknown values are null:
              requested, final, encoding, proxy, masked
              hops        url, status, location, remoteAddress, tls (version,
                          cipher), milliseconds, age (seconds; null unless from the
                          cache), unchanged (the server confirmed the cached
                          copy), claims: sameHost, ios and android (claimed,
                          reason, apps: appId or package, rule)
              idioms      phone, pad, other, android and web; each: targets (url,
                          appName, appStoreId, package, class), webURL
              otherLinks  kind, platform, url, appId, appName
              findings    code, severity, message
              scripts     ran, browser, sandboxed, settled, url, requests, bytes,
                          milliseconds, openings, refused (host, address, kind)

            Examples:
              linkscope resolve https://www.example.com/item/7
              linkscope resolve --json https://www.example.com/item/7 \\
                | jq '.idioms.phone.targets'
              linkscope resolve --json --no-claims - <links.txt
              linkscope resolve --allow-private http://localhost:8080/
              linkscope resolve --run-scripts https://www.example.com/item/7

            Exit codes: 0 success, 1 a finding of severity error, 2 wrong usage, 3 a page could not be fetched or its scripts could not be run.
            """
    )

    @Argument(
        help: ArgumentHelp("http, https or data links, files with one link per line, or - for standard input.", valueName: "LINK|FILE|-"),
        completion: .file())
    var inputs: [String] = []

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Flag(help: "Ignore the cache.")
    var fresh = false

    @Flag(help: "Connect to private, loopback and link-local addresses too.")
    var allowPrivate = false

    @Flag(inversion: .prefixedNo, help: "Fetch the association files of each https hop and show which apps claim it.")
    var claims = true

    @Flag(help: "Run the page's scripts in Chromium before reading it. Takes only one link.")
    var runScripts = false

    @Option(
        help: ArgumentHelp(
            "The Chromium program for --run-scripts (default: the variable LINKSCOPE_CHROMIUM, otherwise found in PATH and the usual "
                + "folders).", valueName: "PATH"),
        completion: .file())
    var chromium: String?

    @Flag(help: "Do not mask tokens and passwords.")
    var showSecrets = false

    func check(in console: Console) throws(CommandFailure) {
        try checkInputs(canBeEmpty: false)
        if chromium != nil, !runScripts { throw CommandFailure("--chromium needs --run-scripts", code: Exit.usage) }
    }

    @MainActor func execute(in console: Console) async throws {
        let settings = FetchSettings.user(console.environment)
        let progress = ProgressLine(console)
        let source = CancellationTokenSource()
        let isOne = if inputs.count == 1, case .link = try InputArgument(inputs[0]) { true } else { false }
        guard isOne || !runScripts else { throw CommandFailure("--run-scripts takes only one link", code: Exit.usage) }
        let scripts = runScripts ? scripts(settings, progress) : nil
        let rules = LookupRules(allowsPrivate: allowPrivate, isFresh: fresh, asksForClaims: claims)
        let lookups = PageLookups(fetcher: Fetcher(settings: settings), rules: rules, scripts: scripts, token: source.token)
        if isOne { return try await resolve(link(inputs[0]), with: lookups, scripts, progress, source, console) }
        let interruption = Interruption(console) { source.cancel() }
        defer { interruption.end() }
        var run = ResolveRun(
            console: console, inputs: inputs, lookups: lookups, isJSON: json, showsSecrets: showSecrets, interruption: interruption)
        try run.run()
    }

    private func link(_ text: String) throws -> LinkURL {
        if let url = LinkURL(text), url.scheme != nil { return url }
        let what = InputArgument.doubt(about: text) == nil ? "not a link" : "not a link, and there is no such file"
        throw CommandFailure(
            "\(Secrets.masked(text)): \(what); give a link with its scheme, such as https://example.com/, or the path of a file",
            code: Exit.usage)
    }

    private func resolve(
        _ url: LinkURL, with lookups: PageLookups, _ scripts: ScriptRunner?, _ progress: ProgressLine, _ source: CancellationTokenSource,
        _ console: Console
    ) async throws {
        let showsSecrets = showSecrets
        // Ctrl-C stops the lookup. The lookup then ends its browser and removes the browser's folder, and linkscope reports the results so
        // far.
        let interruption = Interruption(console) { source.cancel() }
        progress.show("fetching \(url.host ?? "")")
        let lookup = lookups.start(url) { event in
            guard case .hop(let hop) = event else { return }
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }
        let found = try await lookup.found.value
        _ = await scripts?.drained().settled()
        progress.clear()
        let report = ResolutionReport(found, showsSecrets: showsSecrets)
        if found.ending != .stopped || !found.isEmpty {
            if json { console.line(report.json()) } else { console.bytes(Array(report.text().utf8)) }
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
