import TestSupport
import Testing

@Suite("A test device and the real adb: logcat", .waits, .timeLimit(.minutes(30)))
struct LogcatTests {
    @Test("logcat prints the log and then what is added, until it is ended")
    func follows() throws {
        let device = try TestDevice(android: 12)
        try device.connect()
        let run = try device.start("logcat", "-v", "threadtime")
        #expect(try run.wait(for: "MainActivity.onCreate\n").output.hasPrefix("--------- beginning of main\n"))
        try device.waitForFollowers(1)
        try device.add("11-26 09:42:00.000  1402  1455 I Shop    : first")
        #expect(try run.wait(for: ": first\n").status == nil)
        try device.add("11-26 09:42:00.001  1402  1455 I Shop    : second")
        #expect(try run.wait(for: ": second\n").output.hasSuffix(": first\n11-26 09:42:00.001  1402  1455 I Shop    : second\n"))
        try run.stop()
        #expect(try device.commands() == [["logcat", "-v", "threadtime"]])
        #expect(try device.faults() == [])
    }

    @Test("several logcats follow one log, and each ends alone")
    func several() throws {
        let device = try TestDevice()
        try device.connect()
        let runs = try (0..<3).map { _ in try device.start("logcat") }
        try device.waitForFollowers(3)
        try runs[1].stop()
        try device.add("to the others")
        for run in [runs[0], runs[2]] { #expect(try run.wait(for: "to the others\n").status == nil) }
    }

    @Test("-d prints what there is, and -T begins with the last lines")
    func parts() throws {
        let device = try TestDevice()
        try device.connect()
        try device.add("last but one")
        try device.add("last")
        let all = try device.adb("-s", device.serial, "logcat", "-d")
        #expect(all.status == 0)
        #expect(all.output.hasPrefix("--------- beginning of main\n"))
        #expect(all.output.hasSuffix("\nlast but one\nlast\n"))
        #expect(try device.adb("-s", device.serial, "logcat", "-t", "1").output == "last\n")
        let run = try device.start("logcat", "-T", "2")
        #expect(try run.wait(for: "last\n").output == "last but one\nlast\n")
    }

    @Test("a link that is opened is in the log, in the form of each version", arguments: [9, 10, 14])
    func opened(android: Int) throws {
        let device = try TestDevice(android: android)
        try device.connect()
        let run = try device.start("logcat", "-T", "1")
        try device.waitForFollowers(1)
        _ = try device.shell("am start -W -a android.intent.action.VIEW -d https://shop.example.com/a")
        let tag = android < 10 ? "ActivityManager" : "ActivityTaskManager"
        let start = "I \(tag): START u0 {act=android.intent.action.VIEW dat=https://shop.example.com/... flg=0x10000000 "
        #expect(try run.wait(for: "from uid 2000").output.contains(start + "cmp=com.example.shop/.LinkActivity}"))
    }

    @Test("a logcat ends when the device goes, with what it has printed")
    func disconnect() throws {
        let device = try TestDevice()
        try device.connect()
        let run = try device.start("logcat")
        try device.waitForFollowers(1)
        _ = try run.wait(for: "onCreate\n")
        try device.disconnect()
        let answer = try run.end()
        #expect(answer.status != nil)
        #expect(answer.output.contains("onCreate\n"))
    }

    @Test("the log may contain any bytes")
    func bytes() throws {
        let device = try TestDevice()
        try device.connect()
        try device.add([0x1B, 0x5B, 0x32, 0x4A, 0xFF, 0x0A])
        #expect(try device.adb("-s", device.serial, "logcat", "-t", "1").output == "\u{1B}[2J\u{FFFD}\n")
    }
}
