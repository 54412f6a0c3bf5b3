import AppLinks
import Foundation
import Synchronization
import Testing

@Suite struct MeasurementCenterTests {
    private let event = MeasurementEvent(name: .linkParse, arguments: ["version": "1.0", "b": "2"])

    @Test func postsUnderTheNamesOfBolts() {
        let (center, recorder) = MeasurementRecorder.make()
        center.post(event)
        center.post(MeasurementEvent(name: .navigateIn))
        #expect(recorder.all == [event, MeasurementEvent(name: .navigateIn)])
        #expect(MeasurementCenter.notificationName.rawValue == "com.parse.bolts.measurement_event")
    }

    @Test func postsOnTheThreadOfTheCauseBeforeItReturns() {
        let notifications = NotificationCenter()
        let heard = Mutex(false)
        let observer = notifications.addObserver(forName: MeasurementCenter.notificationName, object: nil, queue: nil) { _ in
            heard.withLock { $0 = true }
        }
        defer { notifications.removeObserver(observer) }
        MeasurementCenter(notificationCenter: notifications).post(event)
        #expect(heard.withLock { $0 })
    }

    @Test func anEventWithoutANameIsNotPosted() {
        let (center, recorder) = MeasurementRecorder.make()
        center.post(MeasurementEvent(name: .init(rawValue: "")))
        #expect(recorder.all.isEmpty)
    }

    @Test func everySequenceGetsEveryEventInOrder() async {
        let center = MeasurementCenter()
        let first = center.events()
        let second = center.events()
        let posted = (0..<100).map { MeasurementEvent(name: .navigateOut, arguments: ["n": "\($0)"]) }
        center.post(posted)
        #expect(await first.prefix(100).reduce(into: []) { $0.append($1) } == posted)
        #expect(await second.prefix(100).reduce(into: []) { $0.append($1) } == posted)
    }

    @Test func aSlowReaderLosesTheOldest() async {
        let center = MeasurementCenter()
        let events = center.events(keeping: 2)
        center.post((0..<5).map { MeasurementEvent(name: .linkParse, arguments: ["n": "\($0)"]) })
        #expect(await events.prefix(2).reduce(into: []) { $0.append($1.arguments["n"]) } == ["3", "4"])
    }

    @Test func sequencesEndWithTheCenter() async {
        var center: MeasurementCenter? = MeasurementCenter()
        let events = center?.events()
        center?.post(event)
        center = nil
        var heard: [MeasurementEvent] = []
        if let events { for await event in events { heard.append(event) } }
        #expect(heard == [event])
    }

    @Test func argumentsKeepTheirOrderAndAreEqualWithoutIt() {
        var arguments: MeasurementEvent.Arguments = ["b": "1", "a": "2"]
        #expect(arguments.keys == ["b", "a"])
        #expect(arguments == ["a": "2", "b": "1"])
        arguments["b"] = nil
        arguments["c"] = "3"
        arguments["a"] = "4"
        #expect(arguments.pairs.map { $0.key + $0.value } == ["a4", "c3"])
        #expect(arguments.dictionary == ["a": "4", "c": "3"])
    }
}
