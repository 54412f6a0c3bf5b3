import AppLinks
import Deciding
import Inspector
import JSONDocument
import Screen
import Testing

@testable import Panes

/// `a` adds an app to the device: the one that the selected link lacks.
@Suite struct DeclaringTests {
    private static let link = "myapp://item/42?x=1"

    private static func strict() -> SimulatedDevice {
        var device = Fixtures.iPhone
        device.assumesApps = false
        return device
    }

    @Test("an unhandled link gets its app, which is saved, undone and done again")
    func unhandled() {
        var rig = Rig(device: Self.strict())
        rig.paste(Self.link)
        #expect(rig.lane.contains("✕ no app: nothing on this iPhone claims myapp: (a adds an app)"))
        rig.press("a")
        #expect(rig.words.contains("name Myapp") && rig.words.contains("schemes myapp") && rig.words.contains("return URL myapp://"))
        rig.press(.enter)
        #expect(rig.notice == "Added Myapp to the iPhone. o opens #1 in Myapp. Saved to ~/.config/linkscope/devices/iphone.json.")
        #expect(rig.saved.last?.declared.map(\.id) == ["com.example.myapp"])
        rig.open()
        #expect(rig.notice == "Opened in Myapp.")
        rig.press("u", "u")
        #expect(rig.notice == "Undone: adding Myapp. U does it again.")
        #expect(rig.state.device.simulated.app(claiming: "myapp") == nil)
        #expect(rig.saved.last?.forgotten == ["com.example.myapp"])
        rig.press("U")
        #expect(rig.saved.last?.declared.map(\.name) == ["Myapp"])
        #expect(rig.state.device.simulated.app(claiming: "myapp")?.name == "Myapp")
    }

    @Test("a web link that no app gets gets an app with its host, which opens it")
    func webLink() throws {
        var rig = Rig(device: Self.strict())
        rig.paste("https://held.example/p/9")
        rig.press("a")
        #expect(rig.words.contains("hosts held.example") && rig.words.contains("ID example.held"))
        rig.press(.enter)
        #expect(rig.saved.last?.declared.map { $0.declared?.hosts } == [["held.example"]])
        rig.open()
        #expect(rig.notice == "Opened in held.example.")
        rig.press("d", .end, .up, .up, "a", .tab, .tab)
        for _ in 0..<7 { rig.press(.backspace) }
        rig.type("test")
        rig.press(.enter)
        #expect(rig.saved.last?.declared.map { $0.declared?.hosts } == [["held.test"]])
    }

    @Test("an app that declares more than its hosts keeps its declarations")
    func declarations() throws {
        var app = AppleDevice.App("held", appID: "ABCDE12345.held")
        app.domains = ["applinks:held.example?mode=developer"]
        var held = SimulatedDevice.App(id: "held", name: "Held", schemes: [])
        held.declared = .ios(app)
        var rig = Rig(device: SimulatedDevice(name: "iPhone", platform: .ios, idiom: .phone, apps: [held]))
        rig.press("d", "a")
        rig.type("app")
        rig.press(.enter)
        #expect(rig.saved.last?.declared.map(\.declared) == [.ios(app)] && rig.saved.last?.declared.map(\.name) == ["Heldapp"])
        rig.press("d", "a", .tab, .tab, .backspace)
        #expect(rig.words.contains("the app declares more than hosts"))
        rig.press(.escape, "d", "a", .backTab)
        rig.type("app")
        rig.press(.enter)
        app.id = "heldapp"
        app.appID = "ABCDE12345.heldapp"
        #expect(rig.saved.last?.declared.map(\.declared) == [.ios(app)])
    }

    @Test("an assumed app becomes a declared one and keeps its links")
    func assumed() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mail://inbox/7?thread=abc", to: "myapp://item/42"))
        #expect(rig.words.contains("myapp*"))
        rig.press("a")
        for _ in 0..<5 { rig.press(.backspace) }
        rig.type("My Shop")
        rig.press(.enter)
        #expect(rig.notice == "Added My Shop to the iPhone. u undoes it. Saved to ~/.config/linkscope/devices/iphone.json.")
        #expect(rig.state.device.simulated.apps.map(\.name).contains("My Shop"))
        #expect(!rig.words.contains("myapp*"), "the link belongs to the declared app")
        rig.press("a")
        #expect(rig.words.contains("name Mail"), "the referer is the next app that was only assumed")
        rig.press(.enter)
        #expect(rig.saved.last?.declared.map { $0.returnURL?.text } == ["mail://inbox/7"], "without the query of this link")
        rig.press("r", .enter)
        #expect(rig.notice == "Returned to Mail.")
        rig.press("d", .home, .enter, .escape)
        #expect(rig.state.device.simulated.app(claiming: "myapp")?.name == "My Shop", "the profile has the app too")
    }

    @Test("the form says what is wrong, and keeps what was typed")
    func problems() {
        var rig = Rig()
        rig.press("a")
        rig.type("https")
        #expect(rig.words.contains("\"https\" belongs to the browser"))
        rig.press(.enter)
        #expect(rig.notice == "Not added: \"https\" belongs to the browser.")
        rig.press(.control("u"))
        rig.type("beta shop")
        #expect(rig.words.contains("Shop claims shop: too; the first of them in the list gets the link"))
        rig.press(.tab, .tab)
        rig.type("back")
        rig.press(.enter)
        #expect(rig.notice == "Not added: \"back\" is not an absolute URL. Write one such as shop://back.")
        rig.press(.escape, "a")
        #expect(rig.words.contains("return URL back"))
        rig.press(.control("r"))
        #expect(!rig.words.contains("return URL back"))
    }

    @Test("an app that cannot be saved stays on the device, and a opens what was typed")
    func notSaved() {
        var rig = Rig()
        rig.savingResult = .failed(reason: "devices/iphone.json: line 3, column 1 (byte 9): \"apps\" is missing")
        rig.paste(Self.link)
        rig.press("a", .enter)
        #expect(rig.notice?.hasPrefix("Myapp is on the iPhone now, but was not saved: devices/iphone.json: line 3") == true)
        #expect(rig.notice?.hasSuffix("a opens what you typed.") == true)
        rig.savingResult = .saved(path: "iphone.json")
        rig.press("a")
        #expect(rig.words.contains("name Myapp"))
        rig.press(.enter)
        #expect(rig.saved.count == 2 && rig.notice?.hasSuffix("Saved to iphone.json.") == true)
    }

    @Test("the journal repeats the act without saving again")
    func replayed() throws {
        var rig = Rig()
        rig.paste(Self.link)
        rig.press("a", .enter)
        let act = try #require(rig.acts.last)
        let again = try #require(Act(Array(try act.json.serialized().utf8)))
        #expect(again == act)
        var other = Rig()
        other.paste(Self.link)
        other.send(.replayed(again, at: 0))
        #expect(other.state.device.simulated.app(claiming: "myapp")?.name == "Myapp" && other.saved.isEmpty)
    }

    @Test(":declare and the device window open the form for a scheme or an app")
    func otherWays() {
        var rig = Rig()
        rig.command("declare beta")
        #expect(rig.words.contains("Add an app to the iPhone") && rig.words.contains("name Beta"))
        rig.press(.escape, "d", "a")
        #expect(rig.words.contains("Change Shop") && rig.words.contains("ID com.example.shop"))
        rig.press(.backspace, "s", .enter)
        #expect(rig.state.device.simulated.app(claiming: "shop")?.name == "Shos")
        rig.press("u")
        #expect(rig.notice == "Undone: changing Shos. U does it again.")
        #expect(rig.saved.last?.declared.map(\.name) == ["Shop"], "the file has the old name again")
    }

    @Test("the row of a link that no app received shows the app in which it was opened since")
    func openedSince() {
        var rig = Rig(device: Self.strict())
        rig.paste(Self.link)
        #expect(rig.words.contains("→ – myapp://item/42") && rig.words.contains("no app"))
        rig.press("a", .enter)
        rig.open()
        #expect(rig.words.contains("→ Myapp myapp://item/42") && rig.words.contains("ok app"), "\(rig.words)")
    }

    @Test("an event that failed says which scheme no app claims, until an app does")
    func failedEvent() {
        var rig = Rig(device: Self.strict())
        rig.paste(Self.link)
        rig.open()
        #expect(rig.notice == "Failed: no app claims the scheme myapp. Press a to add one.")
        #expect(rig.words.contains("▴ al_nav_out Shop failed no app claims myapp: a adds one"))
        rig.press("a", .enter)
        #expect(rig.words.contains("failed no app claims myapp:") && !rig.words.contains("a adds one"))
    }

    @Test("the form fits every screen", arguments: [(120, 40), (80, 24), (40, 12), (20, 5), (60, 50)])
    func sizes(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste(Self.link)
        rig.press("a")
        for _ in 0..<4 {
            #expect(rig.frame.cursor != nil)
            rig.press(.tab)
        }
        #expect(rig.words.contains("Myapp") || rows < 12)
    }
}
