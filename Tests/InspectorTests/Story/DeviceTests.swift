import AppLinks
import Deciding
import Inspector
import Screen
import Testing

@testable import Panes

/// The device window answers the question "What if the app is not installed?"
@Suite struct DeviceTests {
    @Test("the link after the most apps that are assumed says that this limit was reached, and what to do")
    func manyApps() {
        var rig = Rig()
        rig.deliver((0...SimulatedDevice.mostAssumedApps).map { "scheme\($0)://x" })
        #expect(
            rig.lane.contains("✕ no app: linkscope assumes at most 100 apps, and none of them claims scheme100: (a adds an app)"))
        rig.press("a", .enter)
        rig.paste("scheme100://x")
        #expect(!rig.lane.contains("no app"))
    }

    @Test("uninstalling the app in front shows the home screen and removes the app's banner")
    func offWhileInFront() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("d", .down, .space)
        #expect(rig.state.device.frontName == nil)
        #expect(rig.state.banner?.text == nil)
        #expect(rig.trail == "Shop → Nieuws · home")
        rig.press(.escape)
        #expect(rig.lane == "Shop ──#1──▸ Nieuws", "what happened stays true")
    }

    @Test("a link to an uninstalled app fails with the reason, and opens once the app is installed again")
    func uninstalled() {
        var rig = Rig()
        rig.paste("cafe://menu")
        rig.press("d", .down, .down, .down, .enter, .escape)
        rig.open()
        #expect(rig.walk == ["1 skipped: Café claims cafe:, but is not installed"])
        rig.press("d", .down, .down, .down, .space, .escape)
        rig.open()
        #expect(rig.walk == ["1 taken: Café is installed"])
    }

    @Test("a link that arrived before its app was installed")
    func installedLater() {
        var rig = Rig()
        rig.paste("wheel://ride/7")
        rig.press("d", .down, .down, .down, .down, .space, .escape)
        #expect(rig.lane.contains("✕ no app: Wheel was not installed when it arrived; o opens it now"))
        rig.open()
        #expect(rig.notice == "Opened in Wheel.")
    }

    @Test("f brings an app to the front, or says why it cannot")
    func front() {
        var rig = Rig()
        rig.press("d", .down, "f")
        #expect(rig.state.device.frontName == "Nieuws")
        rig.press(.down, .down, .down, "f")
        #expect(rig.notice == "An app that is not installed cannot come to the front. Space installs it.")
        #expect(rig.state.device.frontName == "Nieuws")
        rig.press(.down, .enter)
        #expect(rig.state.device.frontName == nil)
        #expect(rig.trail == "Shop · Nieuws · home")
    }

    @Test("without assumed apps, a link with an unknown scheme stays unhandled, and says why")
    func strict() {
        var rig = Rig()
        rig.press("d", .end, .space)
        #expect(rig.words.contains("[ ] assume an app"))
        rig.press(.escape)
        rig.paste("myapp://item/42")
        #expect(rig.lane.contains("✕ no app: nothing on this iPhone claims myapp: (a adds an app)"))
        rig.press("u")
        #expect(rig.notice == "Undone: assuming no apps. U does it again.")
        rig.paste("myapp://item/42")
        #expect(rig.detail.contains("received: by myapp*, assumed: no app here declares myapp:"))
    }

    @Test("a link that no app received keeps its reason, and tells when it was opened later")
    func missed() {
        var rig = Rig()
        rig.paste("wheel://ride/7")
        #expect(rig.lane.contains("✕ no app: Wheel claims it, but is not installed (press d)"))
        rig.command("install Wheel")
        #expect(rig.lane.contains("✕ no app: Wheel was not installed when it arrived; o opens it now"))
        rig.open(from: "Shop")
        let time = rig.state.display.clock(rig.now)
        #expect(rig.lane.hasPrefix("✕ no app: Wheel was not installed when it arrived") && rig.lane.hasSuffix("──o \(time)──▸ Wheel"))
        rig.command("remove Wheel")
        #expect(rig.lane.hasPrefix("✕ no app: Wheel claims it, but is not installed") && rig.lane.hasSuffix("──o \(time)──▸ Wheel"))
    }

    @Test("plain mode names the link that the advice is about, which need not be the current one")
    func missedInPlainMode() {
        var transcript = Transcript("Missed")
        transcript.type("wheel://ride/7", "wheel://ride/8", "install Wheel", "list")
        #expect(transcript.text.contains("Type \"open 1\" to open it now.") && transcript.text.contains("Type \"open\" to open it now."))
    }

    @Test("a link that nothing claimed says so after an app for it was added, and a web page tells which app it opened")
    func unclaimed() {
        var rig = Rig(device: Fixtures.strictPhone)
        rig.paste("myapp://item/42")
        rig.command("declare myapp")
        rig.press(.enter)
        #expect(rig.lane.contains("✕ no app: no installed app claimed its scheme when it arrived; o opens it now"))
        rig.paste(Links.shopPage)
        rig.open(from: "Safari")
        #expect(
            rig.lane.hasSuffix("──o \(rig.state.display.clock(rig.now))──▸ Shop"))
    }

    @Test("a link that arrived on another device keeps the name of its referer and the reason of that device, and says so")
    func arrivedBefore() {
        var rig = Rig(Size(columns: 160, rows: 40), device: Fixtures.strictPhone)
        rig.paste("myapp://item/42")
        rig.paste(Links.from("Heldshop", "shop://back", to: "news://article/1"))
        #expect(rig.words.contains("Heldshop (Shop) → Nieuws"))
        rig.command("device iPad")
        #expect(rig.words.contains("Heldshop (Shop) → Nieuws"))
        rig.press("g")
        #expect(rig.lane.contains("✕ no app: nothing on this iPhone claims myapp:; it arrived on iPhone"))
        rig.command("device iPhone")
        #expect(rig.lane.contains("✕ no app: nothing on this iPhone claims myapp: (a adds an app)"))
    }

    @Test("plain mode too names the referer as on the device on which the link arrived")
    func refererInPlainMode() {
        var transcript = Transcript("Referer", device: Rig(device: Fixtures.strictPhone))
        transcript.type(Links.from("Heldshop", "shop://back", to: "news://article/1"), "device iPad", "show referer")
        #expect(transcript.text.hasSuffix("\nReferer: Heldshop (Shop), shop://back\n"), "\(transcript.text)")
    }

    @Test("the trail in plain mode tells a change of the device from an app that was brought to the front")
    func changedInPlainMode() {
        var transcript = Transcript("Changed")
        transcript.type("shop://a", "device iPad", "trail")
        #expect(transcript.text.contains("then Shop for iPad (device changed to iPad)"))
    }

    @Test("assumed apps move to another device")
    func assumedMoves() {
        var rig = Rig()
        rig.paste(Links.from("Mail", "mail://back", to: "myapp://item/42"))
        rig.press("d", .home, .down, .enter, .escape)
        #expect(rig.state.device.simulated.name == "iPad")
        rig.press("r", .enter)
        #expect(rig.notice == "Returned to Mail.")
    }

    @Test("another device has its own apps; earlier links and events stay")
    func otherDevice() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("d", .home, .down, .enter)
        #expect(rig.state.device.simulated.name == "iPad")
        #expect(rig.state.device.frontName == "Shop for iPad")
        rig.press("d")
        #expect(!rig.state.hasWindow, "d closes what d opened")
        #expect(rig.state.lists.links.count == 1 && rig.log.count == 2)
        #expect(rig.screen.contains(" linkscope  iPad · Shop for iPad in front"))
    }
}
