import AppLinks
import ArgumentParser
import HTTPTransport
import Reports
import Secrets
import Store
import Tasks
import Web

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

    @OptionGroup var fetching: FetchOptions

    @Flag(inversion: .prefixedNo, help: "Fetch the association files of each https hop and show which apps claim it.")
    var claims = true

    @Flag(help: "Run the page's scripts in Chromium before reading it. Takes only one link.")
    var runScripts = false

    @OptionGroup var browser: BrowserOptions

    @OptionGroup var mask: MaskingOptions

    func check(in console: Console) throws(CommandFailure) {
        try checkInputs(canBeEmpty: false)
        try fetching.check()
        if browser.chromium != nil, !runScripts { throw .usage("--chromium needs --run-scripts") }
    }

    @MainActor func execute(in console: Console) async throws {
        let settings = fetching.settings(console.environment)
        let progress = ProgressLine(console)
        let source = CancellationTokenSource()
        let isOne = if inputs.count == 1, case .link = try InputArgument(inputs[0]) { true } else { false }
        guard isOne || !runScripts else { throw CommandFailure.usage("--run-scripts takes only one link") }
        let scripts = runScripts ? scripts(settings, progress) : nil
        let lookups = PageLookups(
            fetcher: Fetcher(settings: settings), rules: fetching.rules(asksForClaims: claims), scripts: scripts, token: source.token)
        if isOne { return try await resolve(link(inputs[0]), with: lookups, scripts, progress, source, console) }
        let interruption = Interruption(console) { source.cancel() }
        defer { interruption.end() }
        var run = ResolveRun(options: self, console: console, lookups: lookups, interruption: interruption)
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
        let showsSecrets = mask.showSecrets
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
        let report = ResolutionReport(found.url, found.page, claims: found.claims, showsSecrets: showsSecrets)
        if found.ending != .stopped || !found.isEmpty {
            if json { console.line(report.json()) } else { console.bytes(Array(report.text().utf8)) }
        }
        interruption.end()
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.lacksScripts || found.ending != .finished { throw CommandFailure("") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private func scripts(_ settings: FetchSettings, _ progress: ProgressLine) -> ScriptRunner {
        var scripts = ScriptRunner(finding: browser.chromium, settings: settings)
        scripts.onStart = { progress.show("running the page's scripts in Chromium") }
        return scripts
    }
}

/// `linkscope resolve` for many links: fetches their pages concurrently and reports them in the order of the links.
///
/// The run blocks its thread while it waits for input and pages, because nothing else runs on this thread. A task that awaits would be
/// resumed through two other threads for each page.
private struct ResolveRun {
    /// The maximum number of links that are being looked up or whose reports have not been printed. The fetcher runs fewer transfers at
    /// once.
    private static let most = 256
    /// The number of reports to wait for when that maximum is reached. Waiting for one report at a time would be slow, because waking up
    /// for each page costs as much as parsing it. The wait for the later reports takes no longer than `patience`.
    private static let batch = 32
    private static let patience = Duration.milliseconds(20)

    let options: Resolve
    let console: Console
    let lookups: PageLookups
    /// The handler of Ctrl-C, which stops the lookups. Lookups that have already finished are still reported.
    let interruption: Interruption

    /// The reports on the links, in order. A report is nil if its lookup was stopped.
    var waiting: [Future<ResolutionReport?>] = []
    /// The index of the first element of `waiting` that has not been reported.
    var next = 0
    var hasFailed = false
    var hasErrors = false
    /// The text of the reports that has not been printed yet.
    var output: [UInt8] = []

    /// - Throws: `CommandFailure`, without a message if the output already contains the reason. The exit code is 3 if a page could not be
    ///   fetched, otherwise 1 if a page has a finding of severity error.
    mutating func run() throws {
        for input in options.inputs where !interruption.hasCome {
            let argument = try InputArgument(warningAbout: input, in: console)
            do throws(SystemError) {
                switch argument {
                case .link(let bytes): take(bytes)
                case .file(let path):
                    // All finished reports are printed first, because opening a named pipe waits until a program writes to it.
                    reportFinished()
                    try takeAll(try interruption.whileIdle { () throws(SystemError) in try LineReader(path: path) })
                case .standardInput: try takeAll(LineReader(descriptor: console.standardInput))
                }
            } catch {
                reportAll()
                throw CommandFailure(input, error)
            }
        }
        reportAll()
        if hasFailed { throw CommandFailure("") }
        if hasErrors { throw CommandFailure("", code: Exit.no) }
    }

    private mutating func takeAll(_ reader: consuming LineReader) throws(SystemError) {
        var isMore = true
        while isMore {
            while let line = reader.next() {
                take(line.bytes)
                if interruption.hasCome { return }
            }
            // All reports are printed before more input is awaited, because the sender may wait for them before it sends the next link.
            while next < waiting.count, !reader.isReadable() { report() }
            if next < waiting.count {
                isMore = try reader.fill()
            } else {
                isMore = try interruption.whileIdle { () throws(SystemError) in try reader.fill() }
            }
        }
    }

    private mutating func take(_ line: [UInt8]) {
        let text = String(decoding: line, as: UTF8.self).trimmingBlanks
        guard !text.isEmpty else { return }
        if waiting.count - next >= Self.most { report(Self.batch) }
        guard let url = LinkURL(text), url.scheme != nil else {
            return waiting.append(Future(ResolutionReport(ofNoLink: text, showsSecrets: options.mask.showSecrets)))
        }
        let report = lookups.start(url).found.continueOnSuccessWith(.immediate) { [showsSecrets = options.mask.showSecrets] found in
            found.ending == .stopped
                ? nil : ResolutionReport(found.url, found.page, claims: found.claims, showsSecrets: showsSecrets)
        }
        waiting.append(report)
    }

    private mutating func reportAll() {
        while next < waiting.count { report(Self.batch) }
    }

    /// Waits for the next report and, if `count` is greater than 1, for a moment for the following ones. Then prints all reports that have
    /// finished.
    private mutating func report(_ count: Int = 1) {
        waiting[next].wait()
        if count > 1 { waiting[min(next + count, waiting.count) - 1].wait(atMost: Self.patience) }
        reportFinished()
    }

    /// Prints the reports in order, up to the first one that has not finished.
    private mutating func reportFinished() {
        while next < waiting.count, let outcome = waiting[next].outcome {
            next += 1
            if let report = outcome.value ?? nil { add(report) }
        }
        if next >= Self.most {
            waiting.removeFirst(next)
            next = 0
        }
        console.bytes(output)
        output.removeAll(keepingCapacity: true)
    }

    private mutating func add(_ report: ResolutionReport) {
        hasFailed = hasFailed || report.problem != nil
        hasErrors = hasErrors || report.hasErrors
        output += (options.json ? report.json() : report.text()).utf8
        output.append(UInt8(ascii: "\n"))
    }
}
