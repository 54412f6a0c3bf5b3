import Inspector
import Screen
import Testing

@testable import Panes

@Suite struct LocalTimeTests {
    /// Summer time in Amsterdam ended on 2025-10-26 at 01:00 UTC.
    private static let amsterdam = LocalZone([
        LocalZone.Period(start: 1_743_296_400_000, minutesFromUTC: 120, name: "CEST"),
        LocalZone.Period(start: 1_761_440_400_000, minutesFromUTC: 60, name: "CET"),
    ])

    @Test("the lists show local times, and the detail shows the date, milliseconds and the zone")
    func link() {
        var rig = Rig()
        rig.live(in: Self.amsterdam)
        rig.now += 7
        rig.paste(Fixtures.appLink)
        #expect(rig.screen.contains("13:04:11 Shop"))
        #expect(rig.screen.contains("13:04:11.007 #1"))
        #expect(rig.detail.contains("arrived: 2025-11-21 13:04:11.007 CET (UTC+1)"))
        rig.press("3")
        #expect(rig.detail.contains("posted: 2025-11-21 13:04:11.007 CET (UTC+1) by Nieuws"))
    }

    @Test("each time has the offset that its zone had then")
    func summer() {
        var rig = Rig()
        rig.live(in: Self.amsterdam)
        rig.now = 1_761_440_399_999
        rig.paste("shop://1")
        #expect(rig.detail.contains("arrived: 2025-10-26 02:59:59.999 CEST (UTC+2)"))
        rig.now += 1
        rig.paste("shop://2")
        #expect(rig.detail.contains("arrived: 2025-10-26 02:00:00.000 CET (UTC+1)"))
    }

    @Test(
        "an event's own timestamp becomes a local time if it names its zone, and stays as it is otherwise",
        arguments: [
            ("2025-11-21T12:00:00.5Z", "2025-11-21 13:00:00.500 CET (UTC+1)"),
            ("2025-11-21T12:00:00+05:30", "2025-11-21 07:30:00.000 CET (UTC+1)"),
            ("2025-11-21T12:00:00-0100", "2025-11-21 14:00:00.000 CET (UTC+1)"),
            ("2025-11-21T12:00:00.123", "12:00:00.123"), ("yesterday", "yesterday"), ("2025-11-21T12:00:00+9", "12:00:00+9"),
        ])
    func event(_ time: (written: String, shown: String)) {
        var rig = Rig()
        rig.live(in: Self.amsterdam)
        rig.deliver([#"{"event":"al_nav_in","ts":"\#(time.written)"}"#])
        rig.press("3")
        #expect(rig.detail.contains("time: \(time.shown)"), "\(rig.detail)")
    }

    @Test("a zone without a short name shows its offset")
    func unnamed() {
        var rig = Rig()
        rig.live(in: LocalZone([LocalZone.Period(start: 0, minutesFromUTC: -570, name: "GMT-9:30")]))
        rig.paste("shop://1")
        #expect(rig.detail.contains("arrived: 2025-11-21 02:34:11.000 UTC-9:30"))
    }
}
