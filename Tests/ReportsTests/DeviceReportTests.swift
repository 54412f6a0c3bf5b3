import AppLinks
import Deciding
import DeviceTools
import Reports
import Testing

@Suite("The report about a real device")
struct DeviceReportTests {
    @Test("a secret of the link is masked wherever a tool repeats it: in the reason, the difference and the command")
    func secrets() throws {
        let link = try CommandLink(Array("shop://cb?access_token=SECRETSECRET123&state=1".utf8))
        let device = RealDevice(.adb, id: "P8", name: "Pixel 8")
        let answer = DeviceAnswer(
            DeviceRequest(link, on: .adb), device, DeviceOpening(.nothing(reason: "cannot do '\(link.text)'"), remarks: [link.text]),
            command: OpenArguments.adb(link, device: "P8"))
        let simulated = SimulatedEnd(device: "Android", .app(id: "com.example.shop", name: "Shop", isAssumed: false))
        let report = DeviceReport(answer, simulated: simulated)
        #expect(!report.json().contains("SECRETSECRET123"))
        #expect(report.json().contains(#""masked":["link","opened.reason","command","difference","remarks[0]"]"#))
        #expect(!report.text().contains("SECRETSECRET123"))
        #expect(DeviceReport(answer, simulated: simulated, showsSecrets: true).json().contains("SECRETSECRET123"))
    }

    @Test("a simulated device that asks: the report names the apps, and no app opened the link")
    func chooser() throws {
        let apps = ["deals", "shop"].map { SimulatedDevice.App(id: "com.example.\($0)", name: $0, schemes: ["shop"]) }
        let device = SimulatedDevice(name: "Android", platform: .android, idiom: .phone, apps: apps)
        let report = SimulatedReport(of: IncomingLink(try #require(LinkURL("shop://x"))), on: device)
        #expect(report.isNo)
        #expect(report.json().contains(#""opened":{"kind":"chooser","app":null,"apps":["com.example.deals","com.example.shop"]}"#))
    }

    @Test("a link that no app gets: the report has the filter that came nearest, and its place")
    func nearMiss() throws {
        let device = try SimulatedDevice(
            profile: #"""
                {"name": "Test", "platform": "android", "idiom": "phone", "browser": "Browser", "apps": [
                  {"id": "com.example.shop", "name": "Shop", "filters": [
                    {"actions": ["android.intent.action.VIEW"], "categories": ["android.intent.category.DEFAULT"],
                     "data": [{"scheme": "shop"}], "place": "AndroidManifest.xml:41"}]}]}
                """#)
        let report = SimulatedReport(of: IncomingLink(try #require(LinkURL("shop://x"))), on: device)
        let why = "Shop (com.example.shop): the filter does not list the category android.intent.category.BROWSABLE."
        #expect(report.text().contains("result        nothing opened\n"))
        #expect(report.text().contains("              \(why)\nwhere         AndroidManifest.xml:41\n"))
        #expect(report.json().contains(#""place":"AndroidManifest.xml:41""#))
    }
}
