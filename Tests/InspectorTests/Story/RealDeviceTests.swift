import AppLinks
import Deciding
import DeviceTools
import Inspector
import Records
import Screen
import Testing

@testable import Panes
@testable import PlainMode

/// Opening a link on a real device: `O`, the window with the devices, and the answer.
@Suite struct RealDeviceTests {
    private static let pixel = RealDevice(.adb, id: "P8", name: "Pixel 8")
    private static let locked = RealDevice(
        .adb, id: "R5", name: "Galaxy", state: .notReady(reason: "has not allowed this computer", advice: "Unlock the device."))
    private static let iPhone = RealDevice(.devicectl, id: "I1", name: "Ann's iPhone", system: "iOS 18.1")
    private static let noXcode = DeviceTrouble("xcrun is not installed", advice: "It is part of Xcode, which needs a Mac.")

    private func rig(_ link: String = "news://article/42", device: SimulatedDevice = Fixtures.android) -> Rig {
        var rig = Rig(device: device)
        rig.devices = [
            .adb: .success([Self.pixel, Self.locked]), .simctl: .failure(Self.noXcode), .devicectl: .success([Self.iPhone]),
            .desktop: .success([.desktop]),
        ]
        rig.handlers = .success(["com.example.news", "com.android.chrome"])
        rig.paste(link)
        return rig
    }

    private func answer(_ rig: inout Rig, _ opening: DeviceOpening, appLinks: AndroidApp? = nil) throws {
        let running = try #require(rig.openings.last)
        rig.send(.openedOnDevice(running, .success(DeviceAnswer(running.request, Self.pixel, opening, appLinks: appLinks))))
    }

    @Test("O lists the devices of every tool, and says what to install where a tool is missing")
    func list() {
        var rig = rig()
        rig.press("O")
        #expect(rig.words.contains("Open #1 on a real device"))
        for row in [
            "Pixel 8 (P8) adb", "Galaxy (R5) has not allowed this computer adb",
            "simctl: xcrun is not installed. It is part of Xcode, which needs a Mac.", "Ann's iPhone (I1, iOS 18.1) devicectl",
            "this desktop",
        ] {
            #expect(rig.words.contains(row))
        }
    }

    @Test("a tool that has not answered is shown as looking, and its answer arrives in the open window")
    func slow() {
        var rig = rig()
        rig.devices = [:]
        rig.press("O")
        #expect(rig.words.contains("adb: looking for devices..."))
        rig.send(.devices(.adb, .success([])))
        #expect(rig.words.contains("adb: no device"))
        rig.press(.escape)
        rig.send(.devices(.simctl, .success([])))
        #expect(!rig.state.hasWindow)
    }

    @Test("on Android, the app is chosen too: by the device, or one of those that can open the link")
    func app() throws {
        var rig = rig()
        rig.press("O", .enter)
        #expect(rig.words.contains("Open #1 on Pixel 8 in"))
        #expect(rig.words.contains("the app that Android chooses"))
        rig.press(.down, .enter)
        let request = try #require(rig.openings.last).request
        #expect((request.tool, request.device, request.app) == (.adb, "P8", "com.example.news"))
        #expect(request.link.text == "news://article/42")
        #expect(rig.notice == "Opening #1 with adb... Esc stops.")
    }

    @Test("the device may choose the app before it has listed the apps, and Esc goes back to the devices")
    func noApp() throws {
        var rig = rig()
        rig.handlers = nil
        rig.press("O", .enter)
        #expect(rig.words.contains("Asking the device which apps can open the link..."))
        rig.press(.escape)
        #expect(rig.words.contains("Galaxy (R5)"))
        rig.press(.enter, .enter)
        #expect(try #require(rig.openings.last).request.app == nil)
    }

    @Test("the answer is in the journey, beside what the simulated device does, and is kept in the journal")
    func answered() throws {
        var rig = rig()
        rig.press("O", .enter, .enter)
        try answer(&rig, DeviceOpening(.app(id: "com.example.news", activity: ".Main", .started)))
        #expect(rig.notice == "Pixel 8: opened in com.example.news, activity .Main.")
        #expect(rig.words.contains("On Pixel 8 (P8), by adb: opened in com.example.news,"))
        #expect(rig.words.contains("the simulated device does the same"))
        let act = try #require(rig.acts.last)
        guard case .openedForReal(_, let opening) = act else {
            Issue.record("\(act)")
            return
        }
        #expect(opening.isInApp == true)
        #expect(act.bytes.flatMap { Act($0) } == act)
    }

    @Test("a journal with the act shows it again")
    func replayed() {
        var rig = rig()
        let text = #"{"act":"real","record":0,"device":"Pixel 8","result":"nothing opened: no app","inApp":false,"details":["a"]}"#
        rig.send(.replayed(Act(Array(text.utf8))!, at: 1))
        #expect(rig.words.contains("On Pixel 8: nothing opened: no app"))
    }

    @Test("what the device knows about the app's hosts is told with a web link")
    func hosts() throws {
        var rig = rig("https://shop.example/item/7")
        rig.press("O", .enter, .enter)
        let run = ToolRun(
            ToolCommand([], seconds: 1), .exited(0), output: "Domain verification state:\n  shop.example: 1024\n")
        let states = try #require(AppLinkList.apps(run).first?.states)
        try answer(
            &rig, DeviceOpening(.browser(id: "com.android.chrome")),
            appLinks: AndroidApp(package: "com.example.shop", states: states))
        #expect(rig.words.contains("went to the browser (com.android.chrome), not to an app of its own"))
        #expect(rig.words.contains("the simulated device does the same"))
        #expect(rig.words.contains("shop.example is not verified"))
    }

    @Test("a device that differs from the simulated one says so")
    func differs() throws {
        var rig = rig(device: Fixtures.strictPhone)
        rig.press("O", .enter, .enter)
        try answer(&rig, DeviceOpening(.nothing(reason: "no app on the device handles the link")))
        #expect(rig.words.contains("differs"), "beside a simulated iPhone, the known Android device is compared")
        var android = self.rig()
        android.press("O", .enter, .enter)
        try answer(&android, DeviceOpening(.nothing(reason: "no app on the device handles the link")))
        #expect(android.words.contains("differs: simulated Android:"))
    }

    @Test("a device that is not ready, and a missing tool, say what to do and open nothing")
    func refused() {
        var rig = rig()
        rig.press("O", .down, .enter)
        #expect(rig.notice == "Galaxy (R5) has not allowed this computer. Unlock the device.")
        rig.press(.down, .enter)
        #expect(rig.notice == "Xcrun is not installed. It is part of Xcode, which needs a Mac.")
        #expect(rig.openings.isEmpty)
    }

    @Test("devicectl opens a link in the app that claims its scheme; without one, the command takes the app")
    func devicectl() throws {
        var rig = rig("shop://item/7", device: Fixtures.iPhone)
        rig.press("O", .down, .down, .down, .enter)
        #expect(try #require(rig.openings.last).request.app == "com.example.shop")
        rig.command("open-on devicectl I1")
        #expect(rig.openings.count == 2 && rig.openings.last?.request.app == "com.example.shop")
        var other = self.rig("unknown://item/7", device: Fixtures.iPhone)
        other.press("O", .down, .down, .down, .enter)
        #expect(other.notice == "iOS does not choose the app. Name its bundle ID: :open-on devicectl I1 BUNDLE_ID")
        other.command("open-on devicectl I1 com.example.unknown")
        #expect(try #require(other.openings.last).request.app == "com.example.unknown")
    }

    @Test("Esc stops an opening, and its late answer is ignored")
    func stopped() throws {
        var rig = rig()
        rig.press("O", .enter, .enter, .escape)
        #expect(rig.effects.contains("stopOpeningOnDevice"))
        #expect(rig.notice == "Stopped. The device may have opened the link already.")
        try answer(&rig, DeviceOpening(.unreported))
        #expect(rig.acts.allSatisfy { if case .openedForReal = $0 { false } else { true } })
    }

    @Test("a failure of the tool is told, and nothing is kept")
    func failed() throws {
        var rig = rig()
        rig.press("O", .enter, .enter)
        let running = try #require(rig.openings.last)
        rig.send(.openedOnDevice(running, .failure(DeviceTrouble("Pixel 8 (P8) is offline", advice: "Reconnect the device."))))
        #expect(rig.notice == "Not opened: Pixel 8 (P8) is offline. Reconnect the device.")
        #expect(rig.acts.isEmpty)
    }

    @Test(
        "the typed command says how it is used",
        arguments: [
            ("open-on nothing", "Usage: open-on [N] [adb|simctl|devicectl|desktop [DEVICE [APP]]]"),
            ("open-on adb a b c", "Usage: open-on [N] [adb|simctl|devicectl|desktop [DEVICE [APP]]]"),
            ("open-on devicectl I1", "iOS does not choose the app. Name its bundle ID: :open-on devicectl I1 BUNDLE_ID"),
            ("open-on simctl I1 com.example", "Simctl cannot choose the app."),
        ])
    func typed(_ line: String, words: String) {
        var rig = rig()
        rig.command(line)
        #expect(rig.notice?.hasPrefix(words) == true, "\(rig.notice ?? "")")
        #expect(rig.openings.isEmpty)
    }

    @Test("the typed command alone lists the devices")
    func typedAlone() {
        var rig = rig()
        rig.command("open-on")
        #expect(rig.words.contains("Open #1 on a real device") && rig.openings.isEmpty)
    }

    @Test("without a link there is nothing to open", arguments: ["", "not a link"])
    func nothing(_ text: String) {
        var rig = Rig()
        if !text.isEmpty { rig.paste(text) }
        rig.press("O")
        #expect(!rig.state.hasWindow)
    }

    @Test("in plain mode, the result is said")
    func plain() throws {
        var rig = rig()
        var talk = rig.startTalking()
        _ = rig.run(&talk)
        talk.hear([PlainLine(Array("open-on adb P8".utf8))])
        _ = rig.run(&talk)
        try answer(&rig, DeviceOpening(.chooser))
        #expect(rig.run(&talk).contains("Pixel 8: the device asks which app to use."))
    }
}
