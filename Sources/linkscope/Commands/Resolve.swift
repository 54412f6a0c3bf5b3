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

            --run-scripts lets Chromium, where it is installed, run the page's scripts first: headless, with a fresh profile, and with no way \
            out but through linkscope, which refuses the same addresses and ends what takes too long. Chromium loads what a browser loads and \
            says who it is; cookies are kept for that one page view. Exit code 3 when that could not be done.

            Examples:
              linkscope resolve https://www.example.com/item/7
              linkscope resolve --json https://www.example.com/item/7 | jq '.idioms.phone.targets'
              linkscope resolve --allow-private http://localhost:8080/
              linkscope resolve --run-scripts https://www.example.com/item/7
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

    @Flag(help: "Read the page after Chromium has run its scripts.")
    var runScripts = false

    @Option(
        help: ArgumentHelp("The Chromium for --run-scripts, before LINKSCOPE_CHROMIUM and the usual places.", valueName: "PATH"))
    var chromium: String?

    @Flag(help: "Show tokens and passwords instead of masking them.")
    var showSecrets = false

    func validate() throws {
        if chromium != nil, !runScripts { throw ValidationError("--chromium is for --run-scripts.") }
    }

    @MainActor func execute() async throws {
        guard let url = LinkURL(link), url.scheme != nil else {
            throw CommandFailure("\(link): this is no link; give one with its scheme, as in https://example.com/", code: Exit.usage)
        }
        let environment = ProcessInfo.processInfo.environment
        let settings = FetchSettings.user(environment)
        var resolver = PageAppLinkResolver(fetcher: Fetcher(settings: settings), allowsPrivate: allowPrivate)
        resolver.isFresh = fresh
        let progress = ProgressLine(environment: environment)
        let showsSecrets = showSecrets
        let source = CancellationTokenSource()
        var interruption: Interruption?
        if runScripts {
            // A browser is not left behind, nor its folder.
            interruption = Interruption { source.cancel() }
            resolver.scripts = scripts(settings, progress)
        }
        progress.show("asking \(url.host ?? "")")
        let outcome = await resolver.resolution(of: url, token: source.token) { hop in
            progress.show(ResolutionReport.progress(of: hop, showsSecrets: showsSecrets))
        }.settled()
        _ = await resolver.scripts?.rest().settled()
        progress.clear()
        interruption?.end()
        try print(outcome, of: url)
    }

    private func scripts(_ settings: FetchSettings, _ progress: ProgressLine) -> PageScripts {
        let found: Result<Browser, ScriptProblem>
        do throws(ScriptProblem) {
            found = .success(try Browser.find(chromium, environment: settings.environment))
        } catch {
            found = .failure(error)
        }
        var scripts = PageScripts(found, settings: settings)
        scripts.onStart = { progress.show("running the page's scripts in Chromium") }
        return scripts
    }

    private func print(_ outcome: Outcome<PageResolution>, of url: LinkURL) throws {
        let result: Result<PageResolution, FetchFailure>
        switch outcome {
        case .success(let resolution): result = .success(resolution)
        case .failure(let error as FetchFailure): result = .failure(error)
        case .failure(let error): throw CommandFailure("\(error)")
        case .cancelled: throw CommandFailure("given up")
        }
        let report = ResolutionReport(url, result, showsSecrets: showSecrets)
        if json { Output.line(report.json()) } else { Output.bytes(Array(report.text().utf8)) }
        if let problem = report.problem { throw CommandFailure(json ? problem : "") }
        if report.lacksScripts { throw CommandFailure("") }
        if report.hasErrors { throw CommandFailure("", code: Exit.no) }
    }
}
