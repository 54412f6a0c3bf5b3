import AppLinks
import Deciding
import Testing

/// A declared app takes the place of the app that the device assumed for its scheme.
@Suite struct DeclaringTests {
    private static func phone() -> SimulatedDevice {
        var phone = SimulatedDevice(
            name: "iPhone", platform: .ios, idiom: .phone,
            apps: [.init(id: "com.example.shop", name: "Shop", schemes: ["shop"], returnURL: LinkURL("shop://back"))])
        phone.assumesApps = true
        return phone
    }

    private static let mine = SimulatedDevice.App(id: "org.mine", name: "Mine", schemes: ["myapp", "myapp-beta"])

    @Test("a declared app keeps the place, the front and the links of the assumed app") func replaces() throws {
        var phone = Self.phone()
        _ = phone.receive(try #require(LinkURL("myapp://item/42")))
        let assumed = try #require(phone.frontApp)
        #expect(assumed.isAssumed)
        phone.declare(Self.mine)
        #expect(phone.apps.map(\.name) == ["Shop", "Mine"])
        #expect(phone.frontApp?.name == "Mine")
        #expect(phone.app(assumed.id)?.id == "org.mine", "the ID of the assumed app stands for the declared one")
        #expect(phone.open(try #require(LinkURL("MYAPP-beta://x"))) == .opened(by: "org.mine"))
    }

    @Test("declaring an app twice changes nothing, and a new ID does not add a second app") func again() throws {
        var phone = Self.phone()
        phone.declare(Self.mine)
        let once = phone
        phone.declare(Self.mine)
        #expect(phone == once)
        var renamed = Self.mine
        renamed.id = "org.mine.two"
        renamed.formerIDs = ["org.mine"]
        phone.declare(renamed)
        #expect(phone.apps.map(\.id) == ["com.example.shop", "org.mine.two"])
    }

    @Test("an app that is forgotten leaves the screen") func forgets() throws {
        var phone = Self.phone()
        phone.declare(Self.mine)
        phone.bringToFront(.app("org.mine"))
        #expect(phone.frontApp?.name == "Mine")
        phone.forget("org.mine")
        #expect(phone.front == .home && phone.apps.map(\.name) == ["Shop"])
    }

    @Test("a scheme and a return URL are checked in one place for files and forms") func problems() {
        #expect(LinkURL.problem(asScheme: "myapp") == nil)
        #expect(LinkURL.problem(asScheme: "https") == "\"https\" belongs to the browser")
        #expect(LinkURL.problem(asScheme: "1x")?.contains("is not a scheme") == true)
        #expect(SimulatedDevice.problem(inReturnURL: "back") == "\"back\" is not an absolute URL. Write one such as shop://back")
    }
}
