import AppLinks
import ArgumentParser
import Deciding
import DeviceTools
import Devices
import HTTPTransport
import Projects
import Reports
import Secrets
import Tasks
import Web

/// `linkscope open`: opens a link on a device, and reports what opened.
struct Open: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Open a link on a real or simulated device, and report what opened.",
        discussion: """
            Without --on, or with --on simulator, linkscope opens the link on a simulated device. For a web link, linkscope first fetches \
            the page, as linkscope resolve does, because the page's tags name the app. With --project, the device has the project's \
            apps with the links that they declare. If one of these apps opens a web link, linkscope does not fetch the page.

            With any other value of --on, linkscope opens the link on a real device or on this desktop:
              adb         on an Android device or emulator
              simctl      on the running iOS Simulator, which does not report the app
              devicectl   on an iPhone or iPad, in the app that --app names
              desktop     on this desktop, with xdg-open or open
            Except on the desktop, the report also compares the result with the simulated device.

            With --on adb, linkscope reports the activity that was shown, or that the browser, a chooser or nothing opened. For a web \
            link, it also reports whether the device has verified the app's hosts. If a chooser came up, linkscope lists its apps; --app \
            opens the link in one of them. A variant of an app has its own package, so name it: --app com.example.shop.debug.

            With --json, linkscope prints one object with these keys. Unknown values are null.
              link, tool, device (id, name, system), app, inApp, masked
              opened      kind (app, browser, chooser, nothing, unreported), app,
                          activity, manner (started, brought-to-front, delivered),
                          reason
              command     the command that was run, quoted for a shell
              appLinks    package, allowed, host, state, domains (host, state,
                          verified), selected
              simulated   device, kind, app, assumed, reason
              agrees, difference, remarks
            On the simulated device, opened has only kind, app, apps (of a chooser), assumed and reason. The members app, command, appLinks, \
            simulated, agrees, difference and remarks are missing; instead there are:
              openedURL, banner
              decision    what the device decided: reason, place, screen, site, rules
                          (text, place)
              steps       destination, url, app, installed, state, reason
              events      event, app, arguments

            Examples:
              linkscope open 'shop://item/7?x=1'
              linkscope open --project . --device Android https://www.example.com/item/7
              linkscope open --on adb https://www.example.com/item/7
              linkscope open --on adb --device emulator-5554 --app com.example.shop \\
                'shop://item/7'
              linkscope open --on devicectl --app com.example.shop 'shop://item/7'
              linkscope open --on adb --json https://www.example.com/item/7 \\
                | jq .opened

            Exit codes: 0 an app opened the link, or the tool does not report the app; 1 the browser, a chooser or nothing opened it; \
            2 wrong usage; 3 the device or the page could not be reached.
            """
    )

    /// Where the link is opened.
    enum Place: String, ExpressibleByArgument, CaseIterable {
        case simulator, adb, simctl, devicectl, desktop

        /// The tool; nil for the simulated device.
        var tool: DeviceTool? { DeviceTool(rawValue: rawValue) }
    }

    @Argument(help: ArgumentHelp("The link.", valueName: "LINK"))
    var link: String?

    @Option(
        help: ArgumentHelp(
            "Where to open the link.", valueName: "WHERE"))
    var on = Place.simulator

    @Option(
        help: ArgumentHelp(
            "With --on adb, simctl or devicectl: the device, by its serial number, UDID or name (default: the only connected one). "
                + "Otherwise, the simulated device: iPhone, iPad, Android or a JSON file (default: iPhone).",
            valueName: "NAME|FILE"),
        completion: .device)
    var device: String?

    @OptionGroup var own: ProjectOptions

    @Option(help: ArgumentHelp("Open the link in this app only, given by its package (adb) or bundle ID (devicectl).", valueName: "ID"))
    var app: String?

    @Flag(help: "With --on adb and --app: let the device verify the app's hosts again before it opens the link.")
    var verifyAgain = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Print a JSON schema of device files, for editors, and exit.")
    var deviceSchema = false

    @OptionGroup var fetching: FetchOptions

    @OptionGroup var mask: MaskingOptions

    func check(in console: Console) throws(CommandFailure) {
        guard link != nil || deviceSchema else { throw .usage("no input: give a link") }
        try fetching.check()
        if verifyAgain, on != .adb || app == nil { throw .usage("--verify-again needs --on adb and --app") }
        if app != nil, on == .simulator { throw .usage("--app needs --on adb or --on devicectl") }
        try own.check()
        if on != .simulator { try fetching.checkUnused("is for the simulated device") }
    }

    @MainActor func execute(in console: Console) async throws {
        if deviceSchema { return console.bytes(ResourceFile("device.schema.json")?.bytes ?? []) }
        let text = link ?? ""
        let command: CommandLink
        do throws(CommandRefusal) {
            command = try CommandLink(Array(text.utf8))
        } catch {
            throw CommandFailure("\(Secrets.masked(text)): \(error.reason)", code: Exit.usage, isMasked: true)
        }
        guard let url = LinkURL(text), url.scheme != nil else {
            let advice = "give a link with its scheme, such as shop://item/7"
            throw CommandFailure("\(Secrets.masked(text)): not a link; \(advice)", code: Exit.usage, isMasked: true)
        }
        if let tool = on.tool { try await open(command, url, with: tool, in: console) } else { try await simulate(url, text, in: console) }
    }

    // MARK: Real devices

    @MainActor private func open(_ link: CommandLink, _ url: LinkURL, with tool: DeviceTool, in console: Console) async throws {
        let request = DeviceRequest(link, on: tool, device: device, app: app, verifiesAgain: verifyAgain)
        if let problem = request.problem { throw CommandFailure("--on \(tool.rawValue): \(problem)", code: Exit.usage, isMasked: true) }
        let session = DeviceSession(tool, device: device, in: console)
        let answer = try await session.open(request)
        session.end()
        let report = DeviceReport(answer, simulated: try simulatedEnd(of: url, for: tool, in: console), showsSecrets: mask.showSecrets)
        if json { console.line(report.json()) } else { console.bytes(Array(report.text().utf8)) }
        if report.isNo { throw CommandFailure("", code: Exit.no) }
    }

    /// Returns where the link ends on the simulated device of the same platform; nil for the desktop.
    @MainActor private func simulatedEnd(
        of url: LinkURL, for tool: DeviceTool, in console: Console
    ) throws(CommandFailure) -> SimulatedEnd? {
        let platform: AppPlatform
        switch tool {
        case .adb: platform = .android
        case .simctl, .devicectl: platform = .ios
        case .desktop: return nil
        }
        let files = DeviceFiles(embedded: Library.devices, environment: console.environment)
        guard var device = files.devices.first(where: { $0.platform == platform }) else { return nil }
        try own.reading(in: console)?.project.install(on: &device)
        return SimulatedOpening(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: device).end
    }

    // MARK: The simulated device

    @MainActor private func simulate(_ url: LinkURL, _ text: String, in console: Console) async throws {
        var files = DeviceFiles(embedded: Library.devices, environment: console.environment)
        var simulated = try files.device(device ?? "iPhone")
        let project = try own.reading(in: console)?.project
        if let project, project.hasApp(on: simulated.platform) {
            project.install(on: &simulated)
            // An app that is only assumed would hide a mistake in the scheme of the project's app.
            simulated.assumesApps = false
        }
        var report =
            url.isWeb && !simulated.hasApp(for: url)
            ? SimulatedReport(
                try await appLinkOfPage(url, for: simulated, in: console), of: text, on: simulated, showsSecrets: mask.showSecrets)
            : SimulatedReport(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: simulated, showsSecrets: mask.showSecrets)
        let platform = simulated.platform
        report.screen = { project?.screen(of: $0, in: $1, on: platform)?.words }
        report.site = { project?.words(ofSiteOf: $0, on: platform) }
        if json { console.line(report.json()) } else { console.bytes(Array(report.text().utf8)) }
        if report.isNo { throw CommandFailure("", code: Exit.no) }
    }

    @MainActor private func appLinkOfPage(_ url: LinkURL, for device: SimulatedDevice, in console: Console) async throws -> AppLink {
        let source = CancellationTokenSource()
        let fetcher = Fetcher(settings: fetching.settings(console.environment))
        let lookups = PageLookups(fetcher: fetcher, rules: fetching.rules(asksForClaims: false), scripts: nil, token: source.token)
        let progress = ProgressLine(console)
        let interruption = Interruption(console) { source.cancel() }
        progress.show("fetching \(url.host ?? "")")
        let found = try await lookups.start(url) { _ in }.found.value
        progress.clear()
        interruption.end()
        switch found.page {
        case .success(let page): return page.appLink(for: device.pageIdiom)
        case .failure(let failure): throw CommandFailure(Secrets.masked("\(failure)"))
        }
    }
}
