import AppLinks
import Checks
import DeviceTools
import Testing

@Suite("Judging a link by what a real device did")
struct DeviceJudgeTests {
    private static func verdict(_ text: String, _ end: DeviceOpening.End?) throws -> TestedLink {
        let suite = try suite(text)
        let judge = LinkJudge(suite, SuiteFixtures(device: try phone()))
        let link = try #require(suite.links.first)
        let device = RealDevice(.adb, id: "P8", name: "Pixel 8", system: "Android 14")
        let answer = try end.map { end in
            DeviceAnswer(DeviceRequest(try CommandLink(Array(link.link.utf8)), on: .adb), device, DeviceOpening(end))
        }
        return judge.test(link, on: .real(answer))
    }

    private static let shop = DeviceOpening.End.app(id: "com.example.shop", activity: ".Main", .started)

    @Test(
        "what the device did meets opens and app; an app has its ID, or its name on the simulated device",
        arguments: [
            ("opens: app", shop), ("app: com.example.shop", shop), ("app: Shop", shop),
            ("opens: browser", .browser(id: "com.android.chrome")),
            ("opens: nothing", .nothing(reason: "no app handles it")), ("opens: chooser", .chooser),
            ("opens: app", .app(id: "x", activity: nil, .delivered)),
        ] as [(String, DeviceOpening.End)])
    func met(_ expectation: String, _ end: DeviceOpening.End) throws {
        let verdict = try Self.verdict("links: [{link: 'shop://x', \(expectation)}]", end)
        #expect(verdict.failures.isEmpty && verdict.checked.count == 1 && verdict.notChecked.isEmpty)
    }

    @Test(
        "what is not met says what the device did, and on which device",
        arguments: [
            (
                "opens: app", .browser(id: "com.android.chrome"),
                "opens: expected app, got browser, because went to the browser (com.android.chrome), not to an app of its own"
            ),
            ("opens: browser", shop, "opens: expected browser, got com.example.shop, because opened in com.example.shop, activity .Main"),
            ("app: News", shop, "app: expected News, got com.example.shop, because opened in com.example.shop, activity .Main"),
            ("opens: app", .chooser, "opens: expected app, got a chooser, because the device asks which app to use"),
            (
                "opens: nothing", .unreported,
                "opens: expected nothing, got an app or the browser, because accepted; the tool does not report which app opened it"
            ),
            (
                "app: Shop", .app(id: "com.example.shop", activity: nil, .broughtToFront),
                "app: expected Shop, got nothing, because com.example.shop came to the front, but Android did not deliver the link to it"
            ),
        ] as [(String, DeviceOpening.End, String)])
    func notMet(_ expectation: String, _ end: DeviceOpening.End, _ wanted: String) throws {
        let verdict = try Self.verdict("links: [{link: 'shop://x', \(expectation)}]", end)
        #expect(verdict.failures.map(words) == [wanted])
        #expect(verdict.failures.first?.decider == "Pixel 8 (P8, Android 14)")
    }

    @Test("what a device cannot tell is not checked; findings are judged without it")
    func notChecked() throws {
        let text = "links: [{link: 'shop://x', opens: app, app: Shop, target: 'shop://x', extras: {}, events: [], findings: [no-target]}]"
        let known = try Self.verdict(text, Self.shop)
        #expect(known.checked == [.opens, .app, .findings] && known.notChecked == [.target, .extras, .events])
        #expect(known.failures.map(\.key) == [.findings])
        for unknown in [try Self.verdict(text, .unreported), try Self.verdict(text, nil)] {
            #expect(unknown.checked == [.findings] && unknown.notChecked == [.opens, .app, .target, .extras, .events])
        }
        let assumed = try Self.verdict("links: [{link: 'mystery://x', app: assumed.mystery}]", Self.shop)
        #expect(assumed.checked.isEmpty && assumed.failures.isEmpty)
    }

    @Test("a device is asked only about links of which it decides anything")
    func asks() throws {
        let suite = try suite("links: [{link: a:b, opens: app}, {link: a:b, app: x}, {link: a:b, extras: {}, findings: []}]")
        #expect(suite.links.map(LinkJudge.asksDevice) == [true, true, false])
    }
}
