import Foundation
import TestSupport
import Testing

@Suite("linkscope verify --on adb", .waits, .timeLimit(.minutes(30)))
struct VerifyOnDeviceTests {
    private static let link = "https://page.test/item/7"
    private static let other = Array(repeating: "AB", count: 32).joined(separator: ":")

    /// Starts the site of the link, whose file names the app with this certificate.
    private func site(_ certificate: String = TestDevice.signature) throws -> PageServer {
        let links = """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
              "package_name": "com.example.shop", "sha256_cert_fingerprints": ["\(certificate)"]}}]
            """
        return try PageServer(
            ["page.test /.well-known/assetlinks.json": .page(links, type: "application/json")], isSecure: true)
    }

    private func device(
        android: Int = 14, _ scenario: TestDevice.Scenario = .app, variants: [String] = [], verifies: String? = nil
    ) throws -> TestDevice {
        let device = try TestDevice(
            android: android, scenario: scenario, host: "page.test", variants: variants, verifies: verifies)
        try device.connect()
        return device
    }

    private func verify(_ site: PageServer, _ device: TestDevice, _ arguments: [String] = []) async throws -> Home.Finished {
        let environment = device.environment.merging(["SSL_CERT_FILE": try PageServer.authority()]) { $1 }
        return try await Home().run(
            ["verify", "--on", "adb", "--allow-private", "--only", "android", "--connect-to", site.standIn(for: "page.test")] + arguments
                + [Self.link], environment)
    }

    @Test("the file and the device agree: exit code 0")
    func agrees() async throws {
        let device = try device()
        let finished = try await verify(site(), device)
        #expect(finished.end == .exited(0), "\(finished)")
        for line in [
            "verdict       yes: the link opens in the app on Android; on Pixel 8, an app gets it\n",
            "device        On Pixel 8 (\(device.serial), Android 14): yes\n", "              com.example.shop: yes\n",
            "                page.test is verified: the app gets the links of this host\n",
            "                signed with \(TestDevice.signature)\n",
        ] { #expect(finished.output.contains(line), "\(line) is missing in \(finished)") }
    }

    @Test("the file lacks the certificate of the installed app: exit code 1, and which one to add")
    func fingerprint() async throws {
        let finished = try await verify(site(Self.other), device(.unverified))
        #expect(finished.end == .exited(1), "\(finished)")
        for part in [
            "no: the link opens in the app on Android by the files; on Pixel 8, no app gets it",
            "signed with the certificate \(TestDevice.signature), which is missing from statement [0] of assetlinks.json",
            "[device-fingerprint]", "in assetlinks.json, line 1, column 2",
            "to do: Add \(TestDevice.signature) to sha256_cert_fingerprints.",
            "[device-not-verified]", "verify-app-links --re-verify com.example.shop",
        ] { #expect(finished.output.contains(part), "\(part) is missing in \(finished)") }
    }

    @Test("the file is right, but the device has not verified the host: exit code 1; --verify-again lets it verify, and waits")
    func again() async throws {
        let device = try device(.unverified, verifies: "verified")
        let site = try site()
        let before = try await verify(site, device)
        #expect(before.end == .exited(1), "\(before)")
        #expect(before.output.contains("page.test is not verified"))
        #expect(before.output.contains("The file names the app and its certificate."))
        let after = try await verify(site, device, ["--verify-again", "--app", "com.example.shop", "--device", device.serial])
        #expect(after.end == .exited(0), "\(after)")
        #expect(after.output.contains("the device has just verified it again"))
    }

    @Test("a variant is an app of its own, which --app names")
    func variant() async throws {
        let device = try device(variants: ["com.example.shop.debug"])
        let site = try site()
        let both = try await verify(site, device)
        #expect(both.end == .exited(0), "\(both)")
        #expect(both.output.contains("com.example.shop.debug: no\n") && both.output.contains("[device-no-statement]"))
        let debug = try await verify(site, device, ["--app", "com.example.shop.debug"])
        #expect(debug.end == .exited(1), "\(debug)")
        #expect(debug.output.contains("[assetlinks-no-statement]") && !debug.output.contains("com.example.shop: "))
        let missing = try await verify(site, device, ["--app", "com.example.none"])
        #expect(missing.end == .exited(1) && missing.output.contains("[device-app-missing]"), "\(missing)")
    }

    @Test("JSON: the member device")
    func json() async throws {
        let device = try device(.denied)
        let finished = try await verify(site(), device, ["--json"])
        #expect(finished.end == .exited(1) && finished.lines.count == 1 && finished.error.isEmpty, "\(finished)")
        let answer = try object(finished.output)
        #expect(answer["opensInApp"] as? Bool == false)
        let member = try #require(answer["device"] as? [String: Any])
        #expect(member["id"] as? String == device.serial && member["getsLinks"] as? Bool == false)
        let app = try #require((member["apps"] as? [[String: Any]])?.first)
        #expect(app["state"] as? String == "verified" && app["allowed"] as? Bool == false && app["named"] as? Bool == true)
        #expect((answer["causes"] as? [[String: Any]])?.map { $0["code"] as? String } == ["device-links-off"])
        let words = words(ofHelp: try await Home().run(["verify", "--help"]).output)
        for key in keys(of: member) { #expect(words.contains(key), "\(key) is missing in the help") }
    }

    @Test("an Android before 12 cannot report its verified hosts: exit code 3 if the file is right, 1 if it is not")
    func old() async throws {
        let device = try device(android: 11)
        let right = try await verify(site(), device)
        #expect(right.end == .exited(3), "\(right)")
        #expect(right.output.contains("[device-too-old]") && right.output.contains("verdict       yes"))
        let reason = "cannot report its verified hosts (pm get-app-links needs Android 12)"
        #expect(right.error.hasPrefix("linkscope: --on adb: Pixel 5 (\(device.serial), Android 11) \(reason)\n"))
        let wrong = try await verify(site(), device, ["--app", "com.example.other"])
        #expect(wrong.end == .exited(1), "\(wrong)")
    }

    @Test("without a device, the verdict by the files is printed, with exit code 3 and what to do")
    func none() async throws {
        let device = try TestDevice()
        let finished = try await verify(site(), device)
        #expect(finished.end == .exited(3), "\(finished)")
        #expect(finished.output.contains("verdict       yes: the link opens in the app on Android\n"))
        #expect(finished.output.contains("device        unknown: no device is connected\n"))
        #expect(finished.error.hasPrefix("linkscope: --on adb: no device is connected\nConnect a device with USB debugging"))
    }
}
