import Testing

@testable import Fetching

@Suite("The time of a page")
struct PageClockTests {
    @Test("all of it passes at once, and then is over")
    func whole() {
        var clock = PageClock(milliseconds: 5000)
        #expect(clock.next() == 5000)
        #expect(clock.next() == nil && !clock.isOver)
        clock.expired()
        #expect(clock.next() == nil && clock.isOver)
    }

    @Test("none passes while something is being loaded, and there is some more for what was loaded last")
    func loading() {
        var clock = PageClock(milliseconds: 5000)
        clock.started("page")
        #expect(clock.next() == nil && !clock.isOver)
        clock.finished("page")
        #expect(clock.next() == 5000)
        clock.started("data")
        clock.expired()
        #expect(clock.next() == nil && !clock.isOver)
        clock.finished("data")
        clock.finished("of the document before")
        #expect(clock.next() == 2000)
        clock.expired()
        #expect(clock.next() == nil && clock.isOver)
    }

    @Test("a page that never stops loading things comes to an end too")
    func endless() {
        var clock = PageClock(milliseconds: 1000)
        var count = 0
        while clock.next() != nil, count < 100 {
            clock.started("data")
            clock.finished("data")
            clock.expired()
            count += 1
        }
        #expect(count == 11 && clock.isOver)
    }

    @Test("a page that is complete has all of its time again, but not for ever")
    func refill() {
        var clock = PageClock(milliseconds: 1000)
        var count = 0
        while clock.next() != nil, count < 100 {
            clock.expired()
            clock.refill()
            count += 1
        }
        #expect(count == 4 && clock.isOver)
    }

    @Test("what is left can be had whatever is being loaded, once")
    func rest() {
        var clock = PageClock(milliseconds: 1200)
        clock.started("for ever")
        #expect(clock.rest() == 1200 && clock.isRunning)
        clock.expired()
        #expect(clock.rest() == nil && !clock.isRunning)
    }
}
