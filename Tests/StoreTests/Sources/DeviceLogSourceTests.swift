import DeviceTools
import Devices
import Foundation
import Records
import Tasks
import TestSupport
import Testing

@testable import Store

/// The real adb reads the logs of test devices.
@Suite("The log of a device", .waits, .timeLimit(.minutes(30)))
struct DeviceLogSourceTests {
    let folder = TemporaryFolder()
    let told = Told()

    private func session() throws -> Records {
        let told = told
        return Records(try SessionJournal.create(in: folder.file("s")), told: told)
    }

    private func source(_ device: TestDevice, _ records: Records) -> DeviceLogSource {
        let paths = ["PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin"]
        return DeviceLogSource(.adb, runner: ToolRunner(environment: paths.merging(device.environment) { $1 }), records: records)
    }

    private static func start(_ link: String) -> String {
        "11-26 09:41:07.318  1402  3127 I ActivityTaskManager: START u0 {act=android.intent.action.VIEW dat=\(link) flg=0x10000000 "
            + "cmp=com.example.shop/.Main} from uid 2000"
    }

    @Test("links in the log become records, and other lines are left out")
    func links() async throws {
        let device = try TestDevice()
        try device.connect()
        let records = try session()
        let source = source(device, records)
        source.start()
        try device.waitForFollowers(1)
        await told.until { $0.states.last == .following }
        try device.add("11-26 09:41:07.000  1402  3127 I wifi    : scanning")
        try device.add([0x3C, 0xFF, 0x00, 0x62, 0x6E, 0x0A])
        try device.add("noise with shop://no-log-line")
        try device.add(Self.start("shop://item/7"))
        let events = await told.until { $0.recordCount == 1 }
        #expect(events.kinds == [.link])
        #expect(try records.text(0).contains(#""url":"shop://item/7""#))
        #expect(try records.record(RecordID(index: 0)).source == .log)
        source.cancel()
    }

    @Test("a device that goes away is waited for, and its log is read again when it is back")
    func disconnected() async throws {
        let device = try TestDevice()
        try device.connect()
        let records = try session()
        let source = source(device, records)
        source.start()
        try device.waitForFollowers(1)
        try device.add(Self.start("shop://before"))
        await told.until { $0.recordCount == 1 }
        try device.disconnect()
        await told.until { if case .waiting = $0.states.last { true } else { false } }
        try device.connect()
        try device.waitForFollowers(1)
        try device.add(Self.start("shop://after"))
        await told.until { $0.recordCount > 1 }
        let last = try records.text(records.count - 1)
        #expect(last.contains("shop://after"))
        source.cancel()
    }

    @Test("without a device, the state says what to do")
    func none() async throws {
        let device = try TestDevice()
        let source = source(device, try session())
        source.start()
        let events = await told.until { !$0.states.isEmpty }
        guard case .waiting(let reason) = events.states.last else {
            Issue.record("\(events.states)")
            return
        }
        #expect(reason.hasPrefix("no device is connected. Connect a device"))
        source.cancel()
    }

    @Test("without adb, the state says what to install")
    func missing() async throws {
        let source = DeviceLogSource(.adb, runner: ToolRunner(environment: ["PATH": "/nowhere"]), records: try session())
        source.start()
        let events = await told.until { !$0.states.isEmpty }
        guard case .waiting(let reason) = events.states.last else {
            Issue.record("\(events.states)")
            return
        }
        #expect(reason.hasPrefix("adb is not installed. "))
        source.cancel()
    }

    @Test("a trouble is reported once, however often the device is looked for")
    func once() async throws {
        // Each look adds a line to the file, and the third one has another trouble.
        let (adb, looks) = (folder.file("adb"), folder.file("looks"))
        let script = """
            #!/bin/sh
            echo >> \(looks)
            [ $(wc -l < \(looks)) -lt 3 ] && echo 'first trouble' || echo 'second trouble'
            exit 1

            """
        try writeProgram(script, to: adb)
        let runner = ToolRunner(environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        let source = DeviceLogSource(.adb, runner: runner, records: try session(), pause: .milliseconds(1))
        source.start()
        let events = await told.until { $0.states.contains(.waiting(reason: "adb says: second trouble")) }
        #expect(events.states == [.waiting(reason: "adb says: first trouble"), .waiting(reason: "adb says: second trouble")])
        source.cancel()
    }

    @Test("what was logged while the device was away is read when it is back, and nothing twice")
    func whileAway() async throws {
        let device = try TestDevice()
        try device.connect()
        let records = try session()
        let source = source(device, records)
        source.start()
        try device.waitForFollowers(1)
        try device.add(Self.start("shop://before"))
        await told.until { $0.recordCount == 1 }
        try device.disconnect()
        try device.add("11-26 09:41:08.000  1402  3127 I Shop    : open shop://while/away")
        try device.connect()
        try device.waitForFollowers(1)
        try device.add("11-26 09:41:09.000  1402  3127 I Shop    : open shop://after")
        await told.until { $0.recordCount >= 3 }
        #expect(
            try (0..<3).map { try records.text($0) }.map {
                $0.contains("shop://before") ? "before" : $0.contains("away") ? "away" : "after"
            } == ["before", "away", "after"])
        #expect(records.count == 3)
        source.cancel()
    }

    @Test("the first line of an empty log is read")
    func empty() async throws {
        let device = try TestDevice()
        try device.connect()
        let records = try session()
        let source = source(device, records)
        source.start()
        try device.waitForFollowers(1)
        try device.add(Self.start("shop://first"))
        await told.until { $0.recordCount == 1 }
        #expect(try records.text(0).contains("shop://first"))
        source.cancel()
    }

    @Test("a stopped source tells nothing more, whether it still looked for the end of the log or read it", arguments: [true, false])
    func stopped(looks: Bool) async throws {
        // The program waits until it is stopped. A pipe tells that it waits.
        let (adb, waits) = (folder.file("adb"), folder.file("waits"))
        let atEnd = looks ? "echo > \(waits); exec tail -f /dev/null" : "exit 0"
        let script = """
            #!/bin/sh
            case "$*" in
            devices*) printf 'List of devices attached\\nR58M device product:x model:Pixel_8 device:x\\n' ;;
            *' -t 1'*) \(atEnd) ;;
            *) echo > \(waits); exec tail -f /dev/null ;;
            esac

            """
        try writeProgram(script, to: adb)
        try #require(unsafe mkfifo(waits, 0o600) == 0)
        let records = try session()
        let source = DeviceLogSource(.adb, runner: ToolRunner(environment: ["PATH": "\(folder.path):/usr/bin:/bin"]), records: records)
        source.start()
        // Opening the pipe returns when the program opens it.
        _ = try FileHandle(forReadingFrom: URL(filePath: waits)).readToEnd()
        if !looks { await told.until { $0.states.contains(.following) } }
        source.cancel()
        records.tell("the stopped source", .ended)
        _ = await source.ended().settled()
        records.tell("the end of the test", .ended)
        let events = await told.until { $0.states.count(where: { $0 == .ended }) == 2 }
        #expect(events.states == (looks ? [] : [.following]) + [.ended, .ended])
    }
}
