import AppLinks
import Deciding
import DeviceTools
import Inspector
import Screen
import Testing

@testable import Panes
@testable import PlainMode

/// The key V shows whether a web link opens in its app and, if not, why and what to do.
@Suite struct VerdictTests {
    private func asking(_ link: String = Links.ridePage) -> Rig {
        var rig = Rig()
        rig.paste(link)
        rig.press("V")
        rig.send(.key("z"))
        rig.tell(.planned(Answers.verdictSteps), .started(Answers.verdictSteps[0]))
        return rig
    }

    @Test("a running lookup shows each file with its state, and the server's response as soon as it comes")
    func progress() {
        var rig = asking()
        #expect(rig.asked.map(\.kind) == [.verdict])
        #expect(rig.words.contains("working fetch apple-app-site-association") && rig.words.contains("waiting ask Apple for its copy"))
        rig.tell(.file(Answers.files[2]), .finished(Answers.verdictSteps[0]))
        #expect(rig.words.contains("done fetch apple-app-site-association"))
        #expect(rig.words.contains("404 https://www.example.org/.well-known/assetlinks.json"))
    }

    @Test("the answer shows the verdict, its causes with advice, the rules and the files")
    func answer() throws {
        var rig = asking()
        rig.tell(.verdict(Answers.verdict()))
        rig.resize(120, 80)
        var rest = rig.words[...]
        for part in [
            "verdict no: the link does not open in the app on iOS or Android", "fetched at 12:04:12; V checks again",
            "1 error Apple's CDN still has another file: last modified Fri, 20 Nov 2026 08:00:00 GMT.", "[cdn-differs]", "to do Wait:",
            "2 error ABCDE12345.com.example.ride: no rule matches", "where Apple's copy", "line 1, column", "to do Widen that rule",
            "3 error", "no assetlinks.json", "iOS", "no according to Apple's copy",
            "does not get it ABCDE12345.com.example.ride: no rule matches",
            "nearest:",
            "Android", "devices get no file", "Files as served",
            "200 https://www.example.org/.well-known/apple-app-site-association",
            "Last-Modified: Fri, 20 Nov 2026",
        ] {
            let place = try #require(rest.firstRange(of: part), "\(part) is missing, or too early, in\n\(rig.screen)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("what the devices do is told first, then what the site's files say: for a link with a scheme, about its web target")
    func customScheme() throws {
        var rig = asking(Links.appLink(#"{"target_url":"\#(Links.ridePage)","version":"1.0"}"#, to: "wheel://ride/7"))
        rig.tell(.verdict(Answers.verdict()))
        let words = rig.words
        let own = try #require(words.firstRange(of: "result nothing opens it: Wheel is not installed"), "\(rig.screen)")
        #expect(own.lowerBound < (try #require(words.firstRange(of: "verdict no:"))).lowerBound)
        var web = asking()
        web.tell(.verdict(Answers.verdict()))
        #expect(web.words.contains("On iPhone, iOS 18") && web.words.contains("result Safari opens it"))
    }

    @Test("the verdict about the site as a whole is folded below; V asks the servers again, F shows the page")
    func keys() {
        var rig = asking()
        rig.tell(.verdict(Answers.verdict()))
        rig.resize(120, 100)
        #expect(rig.words.contains("the link does not open") && !rig.words.contains("to correct"))
        while rig.state.detailRows.lines[rig.state.detail.cursor.selected].label != "The site as a whole" { rig.press(.down) }
        rig.press(.enter)
        #expect(rig.words.contains("to correct") && rig.asked.count == 1)
        rig.press("V")
        #expect(rig.asked.map(\.isFresh) == [false, true])
        rig.tell(.verdict(Answers.verdict()))
        rig.press("F")
        #expect(rig.asked.map(\.kind) == [.verdict, .verdict, .page])
        rig.press(.escape, "V")
        #expect(rig.asked.count == 3 && rig.words.contains("the link does not open"), "what is known is not asked for again")
    }

    @Test("Esc stops the lookup at once, and a late file or verdict is ignored")
    func stopped() {
        var rig = asking()
        rig.press(.escape)
        #expect(rig.effects == ["stopLookup"] && rig.notice == "Stopped. V starts again.")
        rig.tell(.file(Answers.files[0]), .verdict(Answers.verdict()))
        rig.press("V")
        #expect(rig.asked.count == 2)
    }

    @Test("if no server could be asked, the verdict is unknown")
    func unknown() {
        var rig = asking()
        let failure = FetchFailure(.unknownHost("www.example.org"))
        rig.tell(.verdict(Answers.verdict(Links.ridePage, [ServedFile(.aasa, url: "https://www.example.org/x", .failure(failure))])))
        #expect(rig.words.contains("unknown: no file could be fetched") && rig.words.contains("has no address"))
    }

    // MARK: With a device

    /// Opens the selected link on an Android device.
    private func openOnDevice(_ rig: inout Rig) throws {
        rig.command("open-on adb P8")
        let running = try #require(rig.openings.last)
        rig.send(
            .openedOnDevice(
                running, .success(DeviceAnswer(running.request, Answers.pixel, DeviceOpening(.browser(id: "com.android.chrome"))))))
    }

    @Test("V asks no device until the user has opened a link on one; then an earlier verdict is looked up again, with the device")
    func afterOpening() throws {
        var rig = asking()
        rig.tell(.verdict(Answers.verdict()))
        #expect(rig.asked.last?.device == nil)
        try openOnDevice(&rig)
        rig.press("1", "V")
        #expect(rig.asked.count == 2)
        #expect(rig.asked.last?.device == VerificationRequest("www.example.org", device: "P8"))
        rig.tell(.verdict(Answers.verdictOnDevice))
        rig.press("1", "V")
        #expect(rig.asked.count == 2, "what is known is not asked for again")
    }

    @Test("F asks no device")
    func pageOnly() throws {
        var rig = Rig()
        rig.paste(Links.ridePage)
        try openOnDevice(&rig)
        rig.press("F")
        #expect(rig.asked.map(\.kind) == [.page] && rig.asked.last?.device == nil)
    }

    @Test("the verdict tells the apps of the device, their states, and the certificate that the file lacks")
    func onDevice() throws {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.command("verdict-on adb P8 com.example.ride")
        #expect(rig.asked.last?.device == VerificationRequest("www.example.org", device: "P8", app: "com.example.ride"))
        rig.tell(.verdict(Answers.verdictOnDevice))
        rig.press("z")
        rig.resize(120, 100)
        var rest = rig.words[...]
        for part in [
            "verdict no: the link opens in the app on iOS and on Android by the files; on Pixel 8, no app gets it",
            "1 error com.example.ride on Pixel 8 is signed with the certificate", "[device-fingerprint]", "to do Add", "0D:0D:",
            "2 error On Pixel 8, com.example.ride does not get the links of www.example.org", "[device-not-verified]",
            "On Pixel 8 (P8, Android 14)", "does not get it com.example.ride", "www.example.org is not verified",
            "not in the file 0D:0D:", "The site as a whole",
        ] {
            let place = try #require(rest.firstRange(of: part), "\(part) is missing, or too early, in\n\(rig.screen)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("a device that could not be asked is said, and the verdict by the files stays")
    func noDevice() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.command("verify-on adb")
        #expect(rig.asked.last?.device == VerificationRequest("www.example.org"))
        rig.tell(.verdict(Answers.verdict().joined(with: .failure(DeviceTrouble("no device is connected", advice: "Connect one.")))))
        rig.press("z")
        rig.resize(120, 100)
        #expect(rig.words.contains("The device could not be asked: no device is connected. [device-not-asked]"))
        #expect(rig.words.contains("On Android") && rig.words.contains("not asked no device is connected"))
    }

    @Test("off ends it, and wrong words say how the command is used")
    func off() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        for line in ["verdict-on", "verdict-on simctl", "verdict-on adb a b c", "verdict-on off now"] {
            rig.command(line)
            #expect(rig.asked.isEmpty && rig.notice?.contains("verdict-on [N] adb [DEVICE [APP]]|off") == true, "\(rig.notice ?? "")")
            rig.press(.escape)
        }
        rig.command("verdict-on adb P8 --user")
        #expect(rig.notice == "\"--user\" is not the ID of an app, such as com.example.shop.")
        rig.press(.escape)
        rig.command("verdict-on adb")
        rig.tell(.verdict(Answers.verdictOnDevice))
        rig.command("verdict-on off")
        #expect(rig.notice == "Verdicts ask no device.")
        rig.press("V")
        #expect(rig.asked.count == 2 && rig.asked.last?.device == nil)
    }

    @Test("in plain mode, the verdict with the device is read out")
    func plain() {
        var rig = Rig()
        rig.paste(Links.ridePage)
        var talk = rig.startTalking()
        _ = rig.run(&talk)
        talk.hear([PlainLine(Array("verdict-on adb P8".utf8))])
        _ = rig.run(&talk)
        #expect(rig.asked.last?.device?.device == "P8")
        rig.tell(.verdict(Answers.verdictOnDevice))
        let said = rig.run(&talk).joined(separator: "\n")
        #expect(said.contains("on Pixel 8, no app gets it") && said.contains("On Pixel 8 (P8, Android 14)"), "\(said)")
    }

    @Test("texts of servers and files are masked and sanitized")
    func hostile() {
        let nasty = "\u{1B}]0;x\u{7}\u{202E}access_token=abcdef0123"
        let files = [
            Answers.file(
                .aasa, "https://www.example.org/.well-known/apple-app-site-association",
                "{\"applinks\":{\"details\":[{\"appIDs\":[\"\(nasty)\"]}]}}",
                type: nasty),
            Answers.file(.appleCopy, "https://x.example/", "", status: 404, fields: [("Apple-Failure-Reason", nasty)]),
            Answers.file(.assetLinks, "https://www.example.org/a", String(repeating: "[", count: 100_000)),
        ]
        for size in [Size(columns: 120, rows: 40), Size(columns: 20, rows: 5)] {
            var rig = Rig(size)
            rig.paste(Links.ridePage + "?access_token=abcdef0123")
            rig.press("V")
            for file in files { rig.tell(.file(file)) }
            #expect(Crowd.flaw(of: rig.frame, state: rig.state) == nil)
            rig.tell(.verdict(Answers.verdict(Links.ridePage + "?access_token=abcdef0123", files)))
            var frame = rig.frame
            for _ in 0..<60 {
                #expect(Crowd.flaw(of: frame, state: rig.state) == nil)
                #expect(!frame.text.contains("abcdef"))
                rig.press(.pageDown)
                let next = rig.frame
                if next == frame { break }
                frame = next
            }
        }
    }
}
