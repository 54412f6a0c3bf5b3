import AppLinks
import Deciding
import DeviceTools
import Testing

@Suite("The real device beside the simulated one")
struct SimulatedEndTests {
    private static let shop = SimulatedEnd.Place.app(id: "com.example.shop", name: "Shop", isAssumed: false)
    private static let real = DeviceOpening.End.app(id: "com.example.shop", activity: ".Main", .started)

    private func comparison(_ place: SimulatedEnd.Place, _ end: DeviceOpening.End) -> SimulatedEnd.Comparison {
        SimulatedEnd(device: "Android", place).comparison(with: DeviceOpening(end))
    }

    @Test("the same end agrees, and an assumed app stands for any app")
    func agrees() {
        #expect(comparison(Self.shop, Self.real) == .agrees)
        #expect(comparison(.app(id: "assumed.shop", name: "shop", isAssumed: true), Self.real) == .agrees)
        #expect(comparison(.browser, .browser(id: "com.android.chrome")) == .agrees)
        #expect(comparison(.chooser(["com.example.a", "com.example.b"]), .chooser) == .agrees)
        #expect(comparison(.nothing(reason: "no app"), .nothing(reason: "no app on the device handles the link")) == .agrees)
    }

    @Test("other ends differ, and the difference is told")
    func differs() {
        #expect(
            comparison(Self.shop, .app(id: "com.other", activity: nil, .started))
                == .differs("the simulated Android opens this link in Shop (com.example.shop); the real device opens it in com.other"))
        #expect(
            comparison(Self.shop, .nothing(reason: "no app on the device handles the link"))
                == .differs(
                    "simulated Android: app Shop; real device: nothing opened: no app on the device handles the link"))
        #expect(
            comparison(.browser, Self.real)
                == .differs(
                    "the simulated Android opens this link in its browser; the real device opens it in com.example.shop"))
        #expect(comparison(Self.shop, .chooser) == .differs("simulated Android: app Shop; real device: asks the user which app to use"))
    }

    @Test("a tool that does not report the app leaves it open")
    func unknown() { #expect(comparison(Self.shop, .unreported) == .unknown) }

    @Test("the end of a link is found on a copy of the device")
    func end() throws {
        let shop = SimulatedDevice.App(id: "com.example.shop", name: "Shop", schemes: ["shop"])
        let mail = SimulatedDevice.App(id: "com.example.mail", name: "Mail", schemes: ["mail"], isInstalled: false)
        let device = SimulatedDevice(name: "Android", platform: .android, idiom: .phone, apps: [shop, mail])
        func end(_ text: String) throws -> SimulatedEnd.Place {
            let url = try #require(LinkURL(text))
            return SimulatedOpening(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: device).end.place
        }
        #expect(try end("shop://item/7") == .app(id: "com.example.shop", name: "Shop", isAssumed: false))
        #expect(try end("https://shop.example/item/7") == .browser)
        #expect(try end("other://item/7") == .nothing(reason: "no app claims other:"))
        #expect(try end("mail://a") == .nothing(reason: "Mail is not installed"))
        #expect(device.front == .home)
    }
}
