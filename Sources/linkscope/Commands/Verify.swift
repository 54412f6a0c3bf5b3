import AppLinks
import ArgumentParser
import Deciding
import DeviceTools
import Devices
import HTTPTransport
import Reports
import Secrets
import Tasks
import Web

/// `linkscope verify`: fetches the association files of a site, and reports whether links open in their apps.
struct Verify: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether a link opens in its app, using the site's association files and Apple's copy.",
        discussion: """
            Fetches apple-app-site-association and assetlinks.json from the link's host. It also fetches Apple's copy of the first file, because \
            iOS devices read that copy. Apple therefore learns the name of the host. Like devices, linkscope does not follow redirects for these files.

            With --on adb, linkscope also asks a connected Android device (Android 12 or later) whether it has verified the link's host, for the \
            app that --app names or for each app that declares the host. It compares the certificates of the installed apps with those in \
            assetlinks.json. A variant of the app has its own package, so name it: --app com.example.shop.debug.

            With --json, the answer is one object. Unknown values are null. Ranges count bytes from 0; lines and columns count from 1:
              asked, domain, opensInApp, verdict, masked
              unless   cases in which the link opens in the browser although
                       the files allow an app to open it
              causes   the most severe first: code, severity, message, advice,
                       platform (ios, android), place (file, range, line, column)
              files    kind (aasa, aasa-legacy, aasa-cdn, assetlinks,
                       assetlinks-include), url, status, location, contentType,
                       size, remoteAddress, tls, milliseconds, age (seconds; null
                       unless from the cache), unchanged (the server confirmed
                       the cached copy), headers (the relevant ones), problem,
                       findings (code, severity, message, range)
              ios      opensInApp, decidedBy (the kind of a file), apps: appId,
                       decision (match, exclude, no_match), reason, component,
                       otherScheme, steps (component, range, outcome, part,
                       parameter, pattern, patternOffset, urlOffset, reason,
                       nearest)
              android  opensInApp, apps: package, statement, include,
                       fingerprints, getsLink, reason, steps (as for ios, about
                       dynamic_app_link_components)
              device   null without --on; id, name, system, getsLinks (null if the
                       device cannot report it), trouble, apps: package, state
                       (as Android prints it, such as verified, none or 1024),
                       getsLinks, allowed, selected (by the user), fingerprints
                       (of the installed app), named (whether the site's files
                       list one of these fingerprints), verifiedAgain

            An http link is checked as if it used https. decision and getsLink then describe the https link; opensInApp is false.

            Examples:
              linkscope verify www.example.com
              linkscope verify https://www.example.com/item/7
              linkscope verify --only android --package com.example.shop \\
                --fingerprint AB:CD:… www.example.com
              linkscope verify --on adb https://www.example.com/item/7
              linkscope verify --on adb --app com.example.shop --verify-again \\
                https://www.example.com/item/7
              linkscope verify --json https://www.example.com/item/7 | jq '.causes[0]'

            Exit codes: 0 the link opens in the app, also on the device with --on (for a domain: no file has an error); 1 it does not; \
            2 wrong usage; 3 no server could be reached, or the device could not be asked or cannot report its links.
            """
    )

    @Argument(help: ArgumentHelp("A host, such as www.example.com, or an http or https link.", valueName: "DOMAIN|LINK"))
    var subject: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var fetching: FetchOptions

    @Option(help: ArgumentHelp("Check only this platform: ios or android.", valueName: "PLATFORM"))
    var only: AppPlatform?

    @OptionGroup var chosen: AppOptions

    @Option(
        help: ArgumentHelp("Also ask a connected Android device or emulator: adb.", valueName: "WHERE"),
        completion: .list([DeviceTool.adb.rawValue]))
    var on: String?

    @Option(
        help: ArgumentHelp(
            "With --on adb: the device, a serial number or name (default: the only connected one).", valueName: "NAME"),
        completion: .realDevice)
    var device: String?

    @Option(
        help: ArgumentHelp(
            "With --on adb: check only this app, both in assetlinks.json and on the device, such as com.example.shop.", valueName: "ID"))
    var app: String?

    @Flag(help: "With --on adb: let the device verify the hosts of the apps again, and wait for the result.")
    var verifyAgain = false

    @Flag(help: "Show why each rule did not match, not only the rule that came nearest to matching.")
    var trace = false

    @OptionGroup var mask: MaskingOptions

    func check(in console: Console) throws(CommandFailure) {
        if subject == nil { throw .usage("no input: give a domain or a link") }
        try fetching.check()
        if let only, let option = idleOption(only) {
            let other = only == .ios ? AppPlatform.android : .ios
            throw .usage("\(option) is for \(other.name) and cannot be combined with --only \(only.rawValue)")
        }
        try chosen.check(package: package)
        try checkDevice()
    }

    /// Checks the options about a device.
    private func checkDevice() throws(CommandFailure) {
        guard let on else {
            let option = device != nil ? "--device" : app != nil ? "--app" : verifyAgain ? "--verify-again" : nil
            if let option { throw .usage("\(option) needs --on adb") }
            return
        }
        guard DeviceTool(rawValue: on) == .adb else {
            let reason = "only Android devices can be asked which hosts they have verified: --on adb"
            throw .usage("--on \(Secrets.masked(on)): \(reason)")
        }
        if only == .ios { throw .usage("--on adb is for Android and cannot be combined with --only ios") }
        if let app, let package = chosen.package, app != package { throw .usage("--app and --package name different apps") }
        if let problem = VerificationRequest("", app: package).problem { throw .usage("--on adb: \(problem)") }
    }

    /// The Android app. The options that name it agree.
    private var package: String? { app ?? chosen.package }

    /// Returns the name of an option that has no effect because `--only` excludes its platform. Returns nil if there is no such option.
    private func idleOption(_ only: AppPlatform) -> String? {
        switch only {
        case .ios: chosen.package != nil ? "--package" : chosen.fingerprint != nil ? "--fingerprint" : nil
        case .android: chosen.appID != nil ? "--app-id" : nil
        }
    }

    @MainActor func execute(in console: Console) async throws {
        let asked = try VerifySubject(subject ?? "")
        let source = CancellationTokenSource()
        let fetcher = Fetcher(settings: fetching.settings(console.environment))
        let lookups = SiteLookups(fetcher: fetcher, rules: fetching.rules(), token: source.token)
        let platforms = only.map { [$0] } ?? Set(AppPlatform.allCases)
        let progress = ProgressLine(console)
        // This makes Ctrl-C erase the progress line and end the tool before the program ends.
        let interruption = progress.isShown || on != nil ? Interruption(console) { source.cancel() } : nil
        let known = on == nil ? nil : try await ask(about: asked.site.host, console.environment, progress, source.token)
        let waiting = Locked(lookups.kinds(of: asked.site, for: platforms))
        progress.show(VerdictReport.progress(asked.site, waitingFor: waiting.withLock { $0 }))
        let question = Verdict.Question(
            link: asked.link, appID: chosen.appID, package: package, fingerprint: chosen.fingerprint, platforms: platforms)
        let lookup = lookups.start(asked.site, on: platforms, questions: [question]) { event in
            guard case .file(let file) = event else { return }
            let left = waiting.withLock { waiting in
                waiting.removeAll { $0 == file.kind }
                return waiting
            }
            progress.show(VerdictReport.progress(asked.site, waitingFor: left))
        }
        let found = try await lookup.found.value
        progress.clear()
        interruption?.end()
        var verdict: Verdict
        switch found.verdicts {
        case .success(let verdicts): verdict = verdicts[0]
        case .failure(let failure): throw CommandFailure("\(failure)")
        }
        if let known { verdict = verdict.joined(with: known) }
        let report = VerdictReport(verdict, isTraced: trace, showsSecrets: mask.showSecrets)
        if json { console.line(report.json()) } else { console.bytes(Array(report.text().utf8)) }
        if report.verdict.isUnknown { throw CommandFailure(json ? "\(asked.site): no server could be reached" : "") }
        if report.verdict.isNo { throw CommandFailure("", code: Exit.no) }
        if let trouble = report.verdict.device?.trouble {
            throw CommandFailure("--on adb: \(Secrets.masked(trouble.reason))", advice: trouble.advice)
        }
    }

    /// Asks the device what it knows about a host. If the device could not be asked, returns the reason.
    @MainActor private func ask(
        about host: String, _ environment: [String: String], _ progress: ProgressLine, _ token: CancellationToken
    ) async throws -> Result<DeviceVerification, DeviceTrouble> {
        let request = VerificationRequest(host, device: device, app: package, verifiesAgain: verifyAgain)
        let devices = Devices(ToolRunner(environment: environment, token: token))
        return try await devices.answer { devices throws(DeviceTrouble) in try devices.verify(request, tell: { progress.show($0) }) }.value
    }
}

/// The subject of `verify`: a site and, if the user gave a link, that link.
nonisolated struct VerifySubject {
    let site: WebSite
    let link: LinkURL?

    /// - Throws: `CommandFailure` if the text is neither a site nor a link.
    init(_ text: String) throws {
        let isDomain = !text.contains { "/?#".contains($0) }
        let isWhole = text.contains("://")
        var hint = "not a valid host or link: give a host, such as www.example.com, or an http or https link"
        var url = LinkURL(isWhole ? text : "https://" + text)
        // In `mailto:a@b.example` and `applinks:b.example`, the part before the colon is a scheme, although it looks like a user or a host.
        if !isWhole, let authority = text.split(whereSeparator: { "/?#".contains($0) }).first, authority.contains("@") { url = nil }
        if url?.host?.hasPrefix("*.") == true {
            hint = "a wildcard is not a host: give one host, such as www.example.com"
            url = nil
        }
        guard let url, let site = WebSite(of: url) else { throw CommandFailure.usage("'\(Secrets.masked(text, name: "host"))': \(hint)") }
        self.site = site
        link = isDomain ? nil : url
    }
}

extension AppPlatform: ExpressibleByArgument {}
