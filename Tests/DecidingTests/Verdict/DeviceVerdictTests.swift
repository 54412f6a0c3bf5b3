import AppLinks
import Deciding
import DeviceTools
import LinkLayers
import Testing

/// What a device knows joins the verdict by the site's files.
@Suite("The verdict together with what an Android device knows")
struct DeviceVerdictTests {
    private static let pixel = RealDevice(.adb, id: "P8", name: "Pixel 8", system: "Android 14")
    private static let host = "www.example.com"
    private static let ours = VerdictTests.certificate
    private static let debug = Array(repeating: "0D", count: 32).joined(separator: ":")

    private func verdict(
        _ link: String? = "https://www.example.com/buy/7", certificate: String = ours, app: String? = nil,
        file: VerdictTests.Served? = nil
    ) throws -> Verdict {
        let served = file ?? .json(VerdictTests.assetLinks(certificate: certificate))
        let question = Verdict.Question(link: try link.map { try #require(LinkURL($0)) }, package: app, platforms: [.android])
        let links = served.file(.assetLinks, "https://www.example.com/.well-known/assetlinks.json")
        return Verdict(question, ServedFiles(site: try #require(VerdictTests.site), [links]))
    }

    private func app(
        _ package: String = "com.example.shop", _ state: String? = "verified", signed: [String] = [ours], isAllowed: Bool = true,
        selected: Bool = false, isVerifiedAgain: Bool? = nil
    ) -> AndroidApp {
        var states = AppLinkStates()
        states.signatures = signed
        states.domains = state.map { [AppLinkStates.Domain(host: Self.host, state: $0)] } ?? []
        states.isAllowed = isAllowed
        states.selected = selected ? [Self.host] : []
        var app = AndroidApp(package: package, states: states)
        app.isVerifiedAgain = isVerifiedAgain
        return app
    }

    private func joined(_ verdict: Verdict, _ apps: AndroidApp...) -> Verdict {
        joined(verdict, .apps(apps))
    }

    private func joined(_ verdict: Verdict, _ knowledge: DeviceVerification.Knowledge) -> Verdict {
        verdict.joined(with: .success(DeviceVerification(Self.pixel, knowledge)))
    }

    @Test("a device that has verified the host agrees with the files")
    func agrees() throws {
        let verdict = joined(try verdict(), app())
        #expect(verdict.causes.isEmpty && verdict.opensInApp == true && !verdict.isNo && verdict.device?.trouble == nil)
        #expect(verdict.sentence == "yes: the link opens in the app on Android; on Pixel 8, an app gets it")
        #expect(verdict.exceptions == ["on Android, the manifest of the app names only other paths of the host"])
        #expect(verdict.device?.apps.first?.isNamed == true)
    }

    @Test(
        "a link that the files give to the app does not open if the device has not verified the host",
        arguments: [
            ("none", "device-not-verified"), ("1024", "device-not-verified"), ("legacy_failure", "device-not-verified"),
            ("denied", "device-denied"), ("some_new_state", "device-not-verified"),
        ])
    func unverified(_ state: String, _ code: String) throws {
        let verdict = joined(try verdict(), app("com.example.shop", state))
        #expect(verdict.causes.map(\.code) == [code])
        #expect(verdict.opensInApp == false && verdict.isNo)
        #expect(verdict.sentence == "no: the link opens in the app on Android by the files; on Pixel 8, no app gets it")
        #expect(verdict.exceptions.isEmpty)
        #expect(
            verdict.causes.first?.advice.hasSuffix(": adb -s P8 shell pm verify-app-links --re-verify com.example.shop") == true,
            "\(verdict.causes)")
    }

    @Test("the certificate of the installed app that is missing in the file is named, at the place of the statement")
    func fingerprint() throws {
        let verdict = joined(try verdict(), app("com.example.shop", "1024", signed: [Self.debug]))
        #expect(verdict.causes.map(\.code) == ["device-fingerprint", "device-not-verified"])
        let cause = try #require(verdict.causes.first)
        #expect(cause.severity == .error && cause.place?.line == 1)
        #expect(
            cause.message
                == "com.example.shop on Pixel 8 is signed with the certificate \(Self.debug), which is missing from statement [0] of assetlinks.json. The statement names \(Self.ours)."
        )
        #expect(cause.advice.hasPrefix("Add \(Self.debug) to sha256_cert_fingerprints."))
        #expect(verdict.causes.last?.advice.hasPrefix("Correct assetlinks.json first.") == true)
    }

    @Test("an app with several certificates needs only one of them in the file")
    func rotated() throws {
        #expect(joined(try verdict(), app(signed: [Self.debug, Self.ours])).causes.isEmpty)
    }

    @Test("a host that was verified before keeps working, with a warning that the next verification will fail")
    func stale() throws {
        let verdict = joined(try verdict(), app(signed: [Self.debug]))
        #expect(verdict.causes.map(\.code) == ["device-fingerprint"] && verdict.causes.first?.severity == .warning)
        #expect(verdict.causes.first?.message.hasSuffix("but the next verification will fail.") == true)
        #expect(verdict.opensInApp == true)
    }

    @Test("a fingerprint in lowercase differs only in its letters")
    func lowercase() throws {
        let verdict = joined(try verdict(certificate: Self.ours.lowercased()), app("com.example.shop", "1024"))
        let cause = try #require(verdict.causes.first { $0.code == "device-fingerprint" })
        #expect(cause.message.contains("not in capital letters") && cause.advice == "Write the fingerprint in capital letters.")
    }

    @Test("a variant that the file does not name: an error if it is the app of the question, or if no other app gets the links")
    func variant() throws {
        let debug = app("com.example.shop.debug", "1024", signed: [Self.debug])
        let both = joined(try verdict(), app(), debug)
        #expect(both.opensInApp == true && both.causes.allSatisfy { $0.severity == .warning })
        #expect(both.causes.map(\.code) == ["device-no-statement", "device-not-verified"])
        #expect(
            both.causes.first?.advice.hasPrefix("Add a statement for com.example.shop.debug with the fingerprint \(Self.debug).") == true)
        let alone = joined(try verdict(), debug)
        #expect(alone.opensInApp == false && alone.causes.allSatisfy { $0.severity == .error })
        let asked = joined(try verdict(app: "com.example.shop.debug"), debug)
        #expect(asked.causes.map(\.code) == ["assetlinks-no-statement", "device-not-verified"], "the files say it already")
    }

    @Test("the choice and the switch of the user decide on the device")
    func user() throws {
        let off = joined(try verdict(), app(isAllowed: false))
        #expect(off.causes.map(\.code) == ["device-links-off"] && off.opensInApp == false)
        let chosen = joined(try verdict(), app("com.example.shop", "1024", selected: true))
        #expect(chosen.causes.isEmpty && chosen.opensInApp == true)
        #expect(chosen.device?.apps.first?.isSelected == true)
    }

    @Test("no such app, no app for the host, and an app that does not declare the host")
    func missing() throws {
        for (knowledge, code) in [
            (.notInstalled("com.example.shop"), "device-app-missing"), (.apps([]), "device-no-app"),
            (.apps([app("com.example.shop", nil)]), "device-not-declared"),
        ] as [(DeviceVerification.Knowledge, String)] {
            let verdict = joined(try verdict(), knowledge)
            #expect(verdict.causes.map(\.code) == [code])
            #expect(verdict.opensInApp == false && verdict.isNo && verdict.device?.trouble == nil)
        }
    }

    @Test("a device that cannot report its hosts, or that could not be asked, changes nothing about the files, and says why")
    func unknown() throws {
        let old = joined(try verdict(), .tooOld)
        #expect(old.causes.map(\.code) == ["device-too-old"] && old.causes.first?.severity == .warning)
        #expect(old.opensInApp == true && !old.isNo)
        #expect(
            old.device?.trouble?.reason == "Pixel 8 (P8, Android 14) cannot report its verified hosts (pm get-app-links needs Android 12)"
        )
        let none = try verdict().joined(with: .failure(DeviceTrouble("no device is connected", advice: "Connect one.")))
        #expect(none.causes.map(\.code) == ["device-not-asked"] && none.causes.first?.advice == "Connect one.")
        #expect(none.opensInApp == true && none.device?.opens == nil && none.device?.name == "the device")
        #expect(none.sentence == "yes: the link opens in the app on Android" && none.exceptions.count == 3)
    }

    @Test("what the device did after it was asked to verify again decides the advice")
    func again() throws {
        let unfinished = joined(try verdict(), app("com.example.shop", "none", isVerifiedAgain: false))
        #expect(unfinished.causes.first?.advice == "Check that the device is online, and verify again in a minute.")
        let failed = joined(try verdict(), app("com.example.shop", "1024", isVerifiedAgain: true))
        #expect(failed.causes.first?.advice.contains("gets the same file") == true)
        #expect(failed.device?.apps.first?.sentences.last == "the device has just tried to verify it again")
        let verified = joined(try verdict(), app(isVerifiedAgain: true))
        #expect(verified.device?.apps.first?.sentences.last == "the device has just verified it again")
    }

    @Test("certificates are not compared if the file or the device does not list them")
    func incomparable() throws {
        let unreadable = joined(try verdict(), app("com.example.shop", "1024", signed: ["***"]))
        #expect(unreadable.device?.apps.first?.isNamed == nil && unreadable.causes.map(\.code) == ["device-not-verified"])
        let noFile = joined(try verdict(file: .answer(404)), app("com.example.shop", "1024"))
        #expect(noFile.device?.apps.first?.isNamed == nil)
        #expect(noFile.causes.map(\.code) == ["assetlinks-not-found", "device-not-verified"])
    }

    @Test("a whole site: an error of the device counts like one of a file")
    func site() throws {
        #expect(!joined(try verdict(nil), app()).isNo)
        let verdict = joined(try verdict(nil), app("com.example.shop", "1024"))
        #expect(verdict.isNo && verdict.sentence == "no: 1 error to correct" && verdict.opensInApp == nil)
    }
}
