import AppLinks
import Checks
import Deciding
import Projects
import TestSupport
import Testing

@Suite("Recording links as a suite")
struct SuiteRecorderTests {
    private static func recording(
        _ links: [RecordedLink], on device: SimulatedDevice? = nil, own: [SimulatedDevice] = [], keepsSecrets: Bool = false
    ) throws -> Recording {
        var recorder = try SuiteRecorder(
            device: device ?? phone(assumesApps: true), openers: Set(links.compactMap(\.from)), own: own, file: "links.device.json",
            keepsSecrets: keepsSecrets)
        for link in links { try recorder.add(link) }
        return try recorder.recording()
    }

    /// Tests a recorded suite as `linkscope test` does. Returns the failures of all links.
    private static func failures(
        of recording: Recording, own: [SimulatedDevice] = [], changing change: (String) -> String = { $0 }
    ) throws -> [TestFailure] {
        let suite = try suite(recording.suite)
        let device: SimulatedDevice
        switch suite.device {
        case .named(let name): device = try #require(own.first { $0.name == name })
        case .file: device = try SimulatedDevice(profile: change(#require(recording.device)))
        }
        let judge = LinkJudge(suite, SuiteFixtures(device: device))
        #expect(judge.problems.isEmpty)
        #expect(suite.links.count == recording.links)
        return suite.links.flatMap { judge.test($0).failures }
    }

    @Test("a suite reads like one that a person wrote, and has all that the device did")
    func example() throws {
        let recording = try Self.recording([
            RecordedLink(LinkJudgeTests.appLink), RecordedLink("wheel://x"), RecordedLink("https://a.example/"),
        ])
        #expect(
            recording.suite == #"""
                # Saved by linkscope: what the simulated device does with these links.
                # linkscope test runs this suite.
                device: links.device.json
                links:
                  - link: \#(LinkJudgeTests.appLink)
                    opens: app
                    app: News
                    target: https://news.example/a
                    extras:
                      "n": 42
                    referer:
                      name: Shop
                      url: shop://back
                    findings: []
                    events: [al_link_parse, al_nav_in]
                    trail: [Shop, News, Shop]
                  - link: wheel://x
                    opens: nothing
                    findings: []
                    events: []
                  - link: https://a.example/
                    opens: browser
                    findings: []
                    events: []

                """#)
        #expect(try Self.failures(of: recording).isEmpty)
    }

    @Test("a link that several apps take is recorded as a chooser")
    func chooser() throws {
        let recording = try Self.recording([RecordedLink("shop://x")], on: LinkJudgeTests.twoShops())
        #expect(recording.suite.contains("opens: chooser") && !recording.suite.contains("app:"))
        #expect(try Self.failures(of: recording).isEmpty)
    }

    @Test("the same link is recorded once, but once for each app that opened it")
    func repeats() throws {
        let links = [RecordedLink("shop://1"), RecordedLink("shop://1"), RecordedLink("shop://1", from: .app("com.example.news"))]
        let recording = try Self.recording(links)
        #expect(recording.links == 2 && recording.suite.contains("from: News\n"))
        #expect(try Self.failures(of: recording).isEmpty)
    }

    @Test("a link that an assumed app opened keeps that app on the device; without it, the app is assumed again")
    func assumed() throws {
        var device = try phone(assumesApps: true)
        _ = device.receive(IncomingLink(try #require(LinkURL("mystery://x"))))
        let app = try #require(device.apps.last)
        #expect(app.isAssumed)
        let alone = try Self.recording([RecordedLink("mystery://x")], on: device)
        #expect(alone.suite.contains("app: assumed.mystery\n") && alone.device?.contains("mystery") == false)
        let opened = try Self.recording([RecordedLink("shop://1", from: .app(app.id))], on: device)
        #expect(opened.suite.contains("from: assumed.mystery\n") && opened.device?.contains("mystery") == true)
        for recording in [alone, opened] { #expect(try Self.failures(of: recording).isEmpty) }
    }

    /// A project with an app that claims a scheme and has one route.
    private static let project = UserProject(
        Project(
            ProjectTree([
                "package.json": #"{"main": "expo-router/entry", "dependencies": {"expo": "52", "expo-router": "4"}}"#,
                "app.json":
                    #"{"expo": {"name": "Trips", "slug": "t", "scheme": "trips", "ios": {"bundleIdentifier": "com.example.trips"}}}"#,
                "app/index.tsx": "export default function Home() { return null }",
                "app/trip/[id].tsx": "export default function Trip() { return null }",
            ])),
        name: "Trips")

    @Test("a project in the suite's folder is named, with the routes of its app; one that is elsewhere becomes a device file")
    func projects() throws {
        var phone = try phone(assumesApps: true)
        phone.name = "iPhone"
        var device = phone
        Self.project.install(on: &device)
        let own = phone
        func recording(in folder: String?, on device: SimulatedDevice) throws -> Recording {
            var recorder = try SuiteRecorder(
                device: device, openers: [], own: [own], project: Self.project, in: folder, file: "links.device.json", keepsSecrets: false
            )
            for link in ["trips://trip/7", "trips://other/1", "shop://x"] { try recorder.add(RecordedLink(link)) }
            return try recorder.recording()
        }
        let named = try recording(in: ".", on: device)
        #expect(named.device == nil && named.suite.contains("\ndevice: iPhone\nproject: \".\"\nlinks:\n"))
        #expect(named.suite.contains("app: Trips\n    route: \"/trip/:id\"\n") && named.suite.contains("route: none\n"))
        let suite = try suite(named.suite)
        let judge = LinkJudge(suite, SuiteFixtures(device: phone, project: Self.project))
        #expect(suite.project == "." && suite.links.flatMap { judge.test($0).failures }.isEmpty)
        let elsewhere = try recording(in: nil, on: device)
        #expect(elsewhere.device?.contains("trips") == true && !elsewhere.suite.contains("project:"))
        // The user removed the app, so that the project alone does not make this device.
        device.setInstalled(false, app: "com.example.trips")
        #expect(try recording(in: ".", on: device).device != nil)
        // Links of other devices need no project.
        let plain = try recording(in: ".", on: phone)
        #expect(plain.device == nil && !plain.suite.contains("project:"))
    }

    @Test("a built-in device is named; a strict one too; one that has changed becomes a file")
    func devices() throws {
        var own = try phone(assumesApps: true)
        own.name = "iPhone"
        var device = own
        device.bringToFront(.browser)
        _ = device.receive(IncomingLink(try #require(LinkURL("mystery://x"))))
        let named = try Self.recording([RecordedLink("mystery://x")], on: device, own: [own])
        #expect(named.device == nil && named.suite.contains("\ndevice: iPhone\nlinks:\n"))
        device.assumesApps = false
        device.forget("assumed.mystery")
        let strict = try Self.recording([RecordedLink("mystery://x")], on: device, own: [own])
        #expect(strict.device == nil && strict.suite.contains("strictDevice: true\n") && strict.suite.contains("opens: nothing\n"))
        device.setInstalled(false, app: "com.example.shop")
        let changed = try Self.recording([RecordedLink("shop://x")], on: device, own: [own])
        #expect(changed.device != nil && changed.suite.contains("opens: nothing\n"))
        for recording in [named, strict, changed] { #expect(try Self.failures(of: recording, own: [own]).isEmpty) }
    }

    @Test("a change of what an app claims fails, and names the app and the file")
    func claims() throws {
        let recording = try Self.recording([RecordedLink("shop://item/7")])
        let failures = try Self.failures(of: recording) { $0.replacing(#""schemes":["shop"]"#, with: #""schemes":["boutique"]"#) }
        #expect(
            failures.map(words) == [
                "app: expected Shop, got shop (assumed.shop), because no app of the device claims shop:, so linkscope assumes one; "
                    + "strictDevice: true assumes none"
            ])
        #expect(failures.first?.decider == "links.device.json")
        let other = try Self.failures(of: recording) {
            $0.replacing(#""schemes":["shop"]"#, with: #""schemes":["s"]"#).replacing(#""schemes":["news"]"#, with: #""schemes":["shop"]"#)
        }
        #expect(other.map(words) == ["app: expected Shop, got News (com.example.news), because News (com.example.news) claims shop:"])
    }

    @Test("a secret becomes a variable wherever the link has it; the suite still passes, also with another value of the variable")
    func secrets() throws {
        let data = #"{"target_url":"https://a.example/?access_token=EAABsecret1234","extras":{"access_token":"EAABsecret1234","pin":1}}"#
        let links = [
            RecordedLink("shop://a?al_applink_data=\(percentEncoded(data))"), RecordedLink("shop://b?access_token=other5678other"),
        ]
        let recording = try Self.recording(links)
        #expect(recording.secrets == 2 && !recording.suite.contains("EAAB") && !recording.suite.contains("5678"))
        #expect(recording.suite.contains("variables:\n  secret1: put-secret-1-here\n  secret2: put-secret-2-here\n"))
        #expect(recording.suite.contains("access_token: \"{{secret1}}\"\n"))
        #expect(try Self.failures(of: recording).isEmpty)
        var other = recording
        other.suite = other.suite.replacing("put-secret-1-here", with: "EAABsecret1234")
        #expect(try Self.failures(of: other).isEmpty)
        let kept = try Self.recording(links, keepsSecrets: true)
        #expect(kept.secrets == 0 && kept.suite.contains("access_token: EAABsecret1234\n"))
        #expect(try Self.failures(of: kept).isEmpty)
    }

    @Test("braces in a link stay braces")
    func braces() throws {
        let recording = try Self.recording([RecordedLink("shop://{{a}}/{{{b}}}?x={{")])
        #expect(try suite(recording.suite).links.map(\.link) == ["shop://{{a}}/{{{b}}}?x={{"])
        #expect(try Self.failures(of: recording).isEmpty)
    }

    @Test("links that no suite can have are left out, and counted")
    func leftOut() throws {
        #expect(try Self.recording([RecordedLink(""), RecordedLink("\u{FEFF}shop://x"), RecordedLink("shop://x")]).leftOut == 2)
        #expect(throws: RecordingProblem.noLinks) { try Self.recording([RecordedLink("")]) }
        #expect(throws: RecordingProblem.tooLarge) {
            var limits = YAMLLimits()
            limits.bytes = 2000
            var recorder = try SuiteRecorder(
                device: phone(), openers: [], own: [], file: "links.device.json", keepsSecrets: false, limits: limits)
            for index in 0..<100 { try recorder.add(RecordedLink("shop://\(index)")) }
        }
    }

    @Test("a suite of any links passes at once, and says what each of them did", arguments: Seeds.among(1...12))
    func crowd(seed: UInt64) throws {
        var crowd = CrowdOfLinks(seed: seed)
        let links = (0..<200).map { index in
            RecordedLink(crowd.next(), from: index % 5 == 0 ? .app("com.example.news") : index % 7 == 0 ? .browser : nil)
        }
        for device in [try phone(), try phone(assumesApps: true)] {
            let recording = try Self.recording(links, on: device)
            #expect(try Self.failures(of: recording).map(words) == [])
            let recorded = try suite(recording.suite).links
            #expect(recording.links + recording.leftOut == Set(links).count && recording.leftOut <= 10)
            // Extras, referers and trails are left out only where YAML cannot write them.
            let keys = recorded.map { Set($0.expectations.map(\.key)) }
            for (link, keys) in zip(recorded, keys) {
                #expect(keys.isSuperset(of: [.opens, .findings, .events]), "\(link.link.debugDescription) \(keys)")
            }
            #expect(keys.count { $0.contains(.target) && !$0.contains(.extras) } <= 8)
            #expect(keys.contains { $0.contains(.extras) } && keys.contains { $0.contains(.trail) })
            #expect(try Self.recording(links, on: device).suite == recording.suite)
        }
    }
}
