import DeviceTools
import Inspector
import Records
import Screen
import Testing

/// The window with the sources: `L`.
@Suite struct SourcesTests {
    private static let log = SourceName.log(of: "adb")

    @Test("L lists what can be started, and everything else that brings records")
    func list() {
        var rig = Rig()
        rig.send(.source(name: "links.txt", .following))
        rig.sourceCounts = ["links.txt": SourceCounts(records: 12), "linkscope send": SourceCounts(records: 1)]
        rig.press("L")
        for row in ["HTTP listener off", "adb log off", "simctl log off", "links.txt following 12 records", "linkscope send", "1 record"] {
            #expect(rig.words.contains(row))
        }
    }

    @Test("Enter starts the listener, and Enter again stops it")
    func listener() {
        var rig = Rig()
        rig.press("L", .enter)
        #expect(rig.startedSources == [.listen(port: 8089)])
        rig.send(.source(name: SourceName.http, .listening(at: "http://127.0.0.1:8089")))
        #expect(rig.words.contains("HTTP listener on, port 8089"))
        #expect(rig.words.contains("adb reverse tcp:8089 tcp:8089"))
        rig.press(.enter)
        #expect(rig.effects.last == "stop HTTP listener")
        rig.send(.source(name: SourceName.http, .ended))
        #expect(rig.words.contains("HTTP listener off"))
    }

    @Test("the rate is that of the last second, and there is none when the window is opened again")
    func rate() {
        var rig = Rig()
        rig.sourceCounts = [SourceName.http: SourceCounts(records: 500)]
        rig.press("L")
        #expect(!rig.words.contains("0/s"))
        rig.sourceCounts = [SourceName.http: SourceCounts(records: 1700)]
        rig.waitForCounts()
        #expect(rig.words.contains("1,200/s 1,700 records"))
        rig.press(.escape)
        rig.waitForCounts()
        #expect(!rig.countsAreDue)
        rig.sourceCounts = [SourceName.http: SourceCounts(records: 9000)]
        rig.press("L")
        #expect(rig.words.contains("9,000 records") && !rig.words.contains("0/s"))
    }

    @Test("the sources are counted once a second however often the window is opened")
    func counting() {
        var rig = Rig()
        rig.press("L", .escape, "L")
        #expect(rig.countsAreDue)
        rig.waitForCounts()
        rig.waitForCounts()
        rig.press(.escape)
        rig.waitForCounts()
        #expect(!rig.countsAreDue)
    }

    @Test("the last error stays with its time when the source works again")
    func lastError() {
        var rig = Rig()
        rig.send(.source(name: Self.log, .waiting(reason: "Pixel 8 is disconnected")))
        rig.press("L")
        #expect(rig.words.contains("adb log waiting"))
        rig.send(.source(name: Self.log, .following))
        #expect(rig.words.contains("adb log following 0 records 12:04:11 Pixel 8 is disconnected"))
    }

    @Test("refused posts are counted, and the reason of the last one is told")
    func refused() {
        var rig = Rig()
        rig.send(.source(name: SourceName.http, .listening(at: "http://127.0.0.1:8089")))
        rig.sourceCounts = [SourceName.http: SourceCounts(records: 2, refused: 1, lastRefusal: "Unsupported Media Type")]
        rig.press("L")
        #expect(rig.words.contains("2 records, 1 refused 12:04:12 Unsupported Media Type"))
    }

    @Test("a log that is read but has no links shows how many lines it had")
    func lines() {
        var rig = Rig()
        rig.send(.source(name: Self.log, .following))
        rig.sourceCounts = [Self.log: SourceCounts(linesLeftOut: 3211)]
        rig.press("L")
        #expect(rig.words.contains("0 records, 3,211 other lines"))
    }

    @Test("with one device, its log is read; without one, the source waits for it")
    func oneDevice() {
        var rig = Rig()
        rig.devices = [.adb: .success([RealDevice(.adb, id: "P8", name: "Pixel 8")]), .simctl: .failure(DeviceTrouble("no Xcode"))]
        rig.press("L", .down, .enter)
        #expect(rig.startedSources == [.follow(.adb, device: "P8")])
        rig.press(.down, .enter)
        #expect(rig.startedSources.last == .follow(.simctl, device: nil))
    }

    @Test("with several devices, the user chooses one, and Esc goes back")
    func severalDevices() {
        var rig = Rig()
        rig.devices = [.adb: .success([RealDevice(.adb, id: "P8", name: "Pixel 8"), RealDevice(.adb, id: "R5", name: "Galaxy")])]
        rig.press("L", .down, .enter)
        #expect(rig.words.contains("Choose a device to read its log"))
        rig.press(.escape)
        #expect(rig.words.contains("adb log off") && rig.startedSources.isEmpty)
        rig.press(.down, .enter, .down, .enter)
        #expect(rig.startedSources == [.follow(.adb, device: "R5")])
        #expect(rig.words.contains("adb log"))
    }

    @Test("an answer that comes after the user went back starts nothing")
    func late() {
        var rig = Rig()
        rig.press("L", .down, .enter)
        #expect(rig.words.contains("adb: looking for devices..."))
        rig.press(.escape)
        rig.send(.devices(.adb, .success([RealDevice(.adb, id: "P8", name: "Pixel 8")])))
        #expect(rig.startedSources.isEmpty)
    }

    @Test("what was given as an argument, or comes from another process, is not started or stopped here")
    func others() {
        var rig = Rig()
        rig.send(.source(name: "links.txt", .following))
        rig.press("L", .down, .down, .down, .enter)
        #expect(rig.notice == "You cannot stop this source here. Quit linkscope or the program that sends the records.")
        #expect(rig.startedSources.isEmpty && !rig.effects.contains { $0.hasPrefix("stop ") })
    }

    @Test("typed: listen, follow and stop")
    func typed() {
        var rig = Rig()
        rig.command("sources listen 9000")
        rig.command("sources follow adb emulator-5554")
        rig.command("sources follow simctl")
        #expect(
            rig.startedSources == [.listen(port: 9000), .follow(.adb, device: "emulator-5554"), .follow(.simctl, device: nil)])
        rig.command("sources stop adb")
        #expect(rig.notice == "Adb log is off.")
        rig.send(.source(name: Self.log, .following))
        rig.command("sources stop adb")
        #expect(rig.effects.last == "stop adb log")
        rig.send(.source(name: SourceName.http, .listening(at: "http://127.0.0.1:9000")))
        rig.command("sources stop listen")
        #expect(rig.effects.last == "stop HTTP listener")
        rig.command("sources listen 99999")
        rig.command("sources listen 8099")
        #expect(rig.notice == nil)
    }

    @Test("a source that runs is stopped before it is started in another way")
    func restart() {
        var rig = Rig()
        rig.send(.source(name: SourceName.http, .listening(at: "http://127.0.0.1:8089")))
        rig.command("sources listen 9000")
        #expect(rig.effects.last == "stop HTTP listener" && rig.startedSources == [.listen(port: 9000)])
    }

    @Test(
        "mistakes are told",
        arguments: [
            ("listen 65536", "from 1 to 65535"), ("listen x", "from 1 to 65535"), ("follow desktop", "adb or simctl"),
            ("follow", "Usage: sources"), ("stop", "Usage: sources"), ("stop nothing", "Usage: sources"), ("start", "Usage: sources"),
        ])
    func mistakes(words: String, message: String) {
        var rig = Rig()
        rig.command("sources \(words)")
        #expect(rig.words.contains(message), "\(rig.words)")
        #expect(rig.startedSources.isEmpty)
    }
}
