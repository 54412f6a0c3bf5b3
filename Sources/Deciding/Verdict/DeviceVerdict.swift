import Bytes
package import DeviceTools
import LinkLayers

/// What an Android device knows about the links of a site's host, and what follows from it together with the site's files.
package struct DeviceVerdict: Sendable {
    package struct App: Sendable {
        package var package: String
        /// Android's word for the state of the host, such as `verified` or `1024`. Nil if the app does not declare the host with
        /// autoVerify.
        package var state: String?
        /// What the device knows about the host and the app, one sentence each without its period. A sentence may quote the device.
        package var sentences: [String]
        package var getsLinks: Bool
        /// Whether the user lets the app open verified links. Nil if the device does not report it.
        package var isAllowed: Bool?
        /// Whether the user has chosen the app for the links of the host.
        package var isSelected: Bool
        /// The fingerprints of the certificates that sign the installed app.
        package var fingerprints: [String]
        /// Whether the site's files name the app with one of its certificates. Nil if the files or the certificates are not known.
        package var isNamed: Bool?
        /// Whether the device has verified the host again. Nil if it was not asked to. False means that it had not finished in time.
        package var isVerifiedAgain: Bool?
    }

    package let host: String
    /// The device that was asked. Nil if none could be asked.
    package let device: RealDevice?
    package let apps: [App]
    /// Whether an app of the device gets the links of the host. Nil if the device could not be asked or cannot report it.
    package let opens: Bool?
    /// Why the device gave no answer. Nil if it gave one.
    package let trouble: DeviceTrouble?
    let causes: [VerdictCause]

    init(_ answer: Result<DeviceVerification, DeviceTrouble>, _ verdict: Verdict) {
        host = verdict.files.site.host
        switch answer {
        case .failure(let trouble):
            (device, apps, opens) = (nil, [], nil)
            self.trouble = trouble
            let message = "The device could not be asked: \(trouble.reason)."
            causes = [VerdictCause("device-not-asked", .warning, .android, message, trouble.advice)]
        case .success(let answer):
            device = answer.device
            let judge = DeviceJudge(device: answer.device, host: host, verdict: verdict)
            switch answer.knowledge {
            case .tooOld:
                (apps, opens) = ([], nil)
                trouble = DeviceTrouble(
                    "\(answer.device.words) cannot report its verified hosts (pm get-app-links needs Android 12)",
                    advice: "Use a device with Android 12 or later.")
                let message = "\(answer.device.words) cannot report which hosts it has verified; that needs Android 12 or later."
                let advice = "Use a device with Android 12 or later, or try the link: linkscope open --on adb LINK"
                causes = [judge.cause("device-too-old", isError: false, message, advice)]
            case .notInstalled(let package):
                (apps, opens, trouble) = ([], false, nil)
                let message = "\(package) is not installed on \(answer.device.name)."
                causes = [judge.cause("device-app-missing", message, "Install the app, or check the package name.")]
            case .apps(let found):
                let apps = found.map(judge.app)
                let opens = apps.contains(where: \.getsLinks)
                (self.apps, self.opens, trouble) = (apps, opens, nil)
                let none = judge.cause(
                    "device-no-app", "No app on \(answer.device.name) declares the host \(host).",
                    "Install the app, or add an intent filter for the host with android:autoVerify=\"true\" to its manifest.")
                causes = apps.isEmpty ? [none] : apps.flatMap { judge.causes($0, isError: !opens) }
            }
        }
    }

    /// The name of the device for a sentence.
    package var name: String { device?.name ?? "the device" }
}

/// Finds the reasons why the apps of a device do not get the links of a host.
struct DeviceJudge {
    let device: RealDevice
    let host: String
    let verdict: Verdict

    func cause(_ code: String, isError: Bool = true, _ message: String, _ advice: String, at place: VerdictCause.Place? = nil)
        -> VerdictCause
    {
        VerdictCause(code, isError ? .error : .warning, .android, message, advice, at: place)
    }

    func app(_ found: AndroidApp) -> DeviceVerdict.App {
        let states = found.states
        var sentences = found.sentences(about: host)
        switch found.isVerifiedAgain {
        case true? where states.domain(for: host)?.isVerified == true: sentences.append("the device has just verified it again")
        case true?: sentences.append("the device has just tried to verify it again")
        case false?: sentences.append("the device was asked to verify it again and has not finished")
        case nil: break
        }
        return DeviceVerdict.App(
            package: found.package, state: states.domain(for: host)?.state, sentences: sentences,
            getsLinks: states.opensLinks(of: host), isAllowed: states.isAllowed, isSelected: states.isSelected(host),
            fingerprints: certificates(of: states), isNamed: isNamed(found), isVerifiedAgain: found.isVerifiedAgain)
    }

    /// Returns the fingerprints that are in the usual form, because some devices may print something else.
    private func certificates(of states: AppLinkStates) -> [String] { states.signatures.filter(Fingerprint.isWellFormed) }

    private func isNamed(_ app: AndroidApp) -> Bool? {
        let certificates = certificates(of: app.states)
        guard let android = verdict.android, android.file?.isUsable == true, !certificates.isEmpty else { return nil }
        return android.naming(of: app.package).contains { !$0.fingerprints.allSatisfy { !certificates.contains($0) } }
    }

    /// - Parameter isError: Whether no app of the device gets the links. If another app gets the links, the reasons are only warnings.
    func causes(_ app: DeviceVerdict.App, isError: Bool) -> [VerdictCause] {
        var causes: [VerdictCause] = []
        if app.isNamed == false, app.state != nil, let cause = unnamed(app, isError: isError) { causes.append(cause) }
        guard !app.getsLinks else { return causes }
        let words = app.sentences.first ?? ""
        guard let state = app.state else {
            let advice =
                "Add an intent filter for \(host) with android:autoVerify=\"true\" to the manifest of the app, or check the package."
            return [cause("device-not-declared", isError: isError, "On \(device.name), \(words).", advice)]
        }
        if app.isAllowed == false {
            let message = "On \(device.name), the user has switched off \"Open supported links\" for \(app.package)."
            let advice =
                "Switch it on in the settings of the device: Apps, the app, Open by default. Until then, the browser opens the links."
            causes.append(cause("device-links-off", isError: isError, message, advice))
        }
        guard !AppLinkStates.Domain(host: host, state: state).isVerified else { return causes }
        let code = state == "denied" ? "device-denied" : "device-not-verified"
        let message = "On \(device.name), \(app.package) does not get the links of \(host): \(words)."
        return causes + [cause(code, isError: isError, message, advice(app, state))]
    }

    private func advice(_ app: DeviceVerdict.App, _ state: String) -> String {
        let command = command(["pm", "verify-app-links", "--re-verify", app.package])
        if state == "denied" {
            let reset = self.command(["pm", "set-app-links", "--package", app.package, "0", "all"])
            return "Reset the link verification of the app: \(reset). Then run: \(command)"
        }
        if app.isVerifiedAgain == false { return "Check that the device is online, and verify again in a minute." }
        switch app.isNamed {
        case false?: return "Correct assetlinks.json first. Then run: \(command)"
        case true? where app.isVerifiedAgain == true:
            return "The file names the app and its certificate. Check that the device gets the same file (network, proxy, clock)."
        case true?: return "The file names the app and its certificate. Let the device verify again: \(command)"
        case nil: return "Let the device verify again: \(command)"
        }
    }

    private func command(_ words: [String]) -> String { LaunchCommand.line(AndroidShell(device: device.id).arguments(words)) }

    // MARK: Certificates

    /// Returns the cause if the files do not name an app with its certificate. This is the most frequent reason why a verification fails:
    /// the file lists the certificate of the published app but the device has a debug build, or vice versa.
    private func unnamed(_ app: DeviceVerdict.App, isError: Bool) -> VerdictCause? {
        let signed = list(app.fingerprints)
        let later = app.getsLinks ? " The device has verified the host before, but the next verification will fail." : ""
        let isError = isError && !app.getsLinks
        guard let (source, statement, fingerprints) = verdict.android?.naming(of: app.package).first else {
            // The verdict from the files already reports this for the app in question.
            guard verdict.question.package != app.package else { return nil }
            return cause(
                "device-no-statement", isError: isError, "No statement of assetlinks.json lets \(app.package) open the links.\(later)",
                "Add a statement for \(app.package) with the fingerprint \(signed). Each variant of an app has a package of its own.")
        }
        let place = VerdictCause.Place(source.kind, statement.range, in: source.file.source)
        let sameLetters = app.fingerprints.first { mine in fingerprints.contains { $0.uppercased() == mine.uppercased() } }
        if let sameLetters {
            return cause(
                "device-fingerprint", isError: isError,
                "assetlinks.json names \(app.package) with the certificate \(sameLetters), but not in capital letters, which devices require.\(later)",
                "Write the fingerprint in capital letters.", at: place)
        }
        return cause(
            "device-fingerprint", isError: isError,
            "\(app.package) on \(device.name) is signed with the certificate \(signed), which is missing from statement [\(statement.index)] of assetlinks.json. The statement names \(list(fingerprints)).\(later)",
            "Add \(signed) to sha256_cert_fingerprints. A debug build and an app from Google Play have different certificates.",
            at: place)
    }

    private func list(_ fingerprints: [String]) -> String {
        fingerprints.map { String($0.prefix(100)) }.listed(most: 3)
    }
}
