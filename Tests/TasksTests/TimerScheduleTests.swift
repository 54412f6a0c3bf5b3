import Dispatch
import Testing

@testable import Tasks

@Suite struct `The schedule of a timer` {
    @Test func `hands out what is due, in the order of the deadlines and then of arrival`() {
        var schedule = TimerSchedule()
        let seen = Recorder<UInt64>()
        let times: [UInt64] = [50, 10, 40, 10, 30, 20, 60]
        for (index, time) in times.enumerated() { _ = schedule.add({ seen.note(time * 10 + UInt64(index)) }, at: time) }
        for number in schedule.due(at: 40) { schedule.remove(number)?() }
        #expect(seen.entries == [101, 103, 205, 304, 402])
        let next = schedule.next()
        #expect(next == 50)
        #expect(schedule.count == 2)
    }

    @Test func `forgets what is removed`() {
        var schedule = TimerSchedule()
        let objects = LiveObjects()
        let numbers = (0..<100 as Range<UInt64>).map { time in
            let held = objects.make()
            return schedule.add({ _ = held }, at: time)
        }
        for number in numbers.reversed() where number != numbers[99] { _ = schedule.remove(number) }
        #expect(objects.count == 1)
        let next = schedule.next()
        #expect(next == 99)
        let again = schedule.remove(numbers[0])
        #expect(again == nil)
        _ = schedule.remove(numbers[99])
        #expect(objects.count == 0)
        let last = schedule.next()
        #expect(last == nil)
    }

    @Test func `forgets an action that is due, too, until it is taken to run`() {
        var schedule = TimerSchedule()
        let objects = LiveObjects()
        let held = objects.make()
        let number = schedule.add({ _ = held }, at: 1)
        let due = schedule.due(at: 1)
        #expect(due == [number])
        _ = schedule.remove(number)
        let action = schedule.remove(number)
        #expect(action == nil)
        #expect(schedule.count == 0)
    }
}

@Suite struct `The timer of Dispatch` {
    @Test func `fires while blocked jobs fill the global queue`() {
        let blocked = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<200 { DispatchQueue.global().async(group: group) { blocked.wait() } }
        let delay = Future.withDelay(.milliseconds(50))
        let isInTime = delay.wait(atMost: .seconds(10))
        for _ in 0..<200 { blocked.signal() }
        #expect(isInTime)
        group.wait()
    }

    @Test func `fires while the continuation of another delay blocks`() {
        let sooner = Future.withDelay(.milliseconds(10))
        let later = Future.withDelay(.milliseconds(10))
        let end = sooner.continueWith { _ in later.wait(atMost: .seconds(10)) }
        let first = Future.withDelay(.milliseconds(1)).continueWith { _ in
            Future.withDelay(.milliseconds(5)).wait(atMost: .seconds(10))
        }
        end.wait()
        first.wait()
        #expect(end.result == true)
        #expect(first.result == true)
    }
}
