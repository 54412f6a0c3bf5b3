import Testing

@testable import Fetching

@Suite("The time of a page")
struct PageClockTests {
    @Test("it passes in slices, one after another, and then is over")
    func slices() {
        var clock = PageClock(milliseconds: 1200, slice: 500)
        var slices: [Int] = []
        while let slice = clock.next() {
            #expect(clock.next() == nil && !clock.isOver)
            slices.append(slice)
            clock.expired()
        }
        #expect(slices == [500, 500, 200] && clock.isOver)
    }

    @Test("none passes while something is being loaded, and there is some for what was loaded last")
    func loading() {
        var clock = PageClock(milliseconds: 500, slice: 500)
        clock.started("page")
        #expect(clock.next() == nil && !clock.isOver)
        clock.finished("page")
        #expect(clock.next() == 500)
        clock.started("data")
        clock.expired()
        #expect(clock.next() == nil && !clock.isOver)
        clock.finished("data")
        clock.finished("of the document before")
        #expect(clock.next() == 500)
        clock.expired()
        #expect(clock.next() == nil && clock.isOver)
    }

    @Test("a page that loads something in each slice comes to an end too")
    func endless() {
        var clock = PageClock(milliseconds: 1000, slice: 500)
        var count = 0
        while clock.next() != nil, count < 100 {
            clock.started("data")
            clock.finished("data")
            clock.expired()
            count += 1
        }
        #expect(count == 12 && clock.isOver)
    }

    @Test("a page that is complete has all of its time again, but not for ever")
    func refill() {
        var clock = PageClock(milliseconds: 1000, slice: 500)
        var count = 0
        while clock.next() != nil, count < 100 {
            clock.expired()
            clock.refill()
            count += 1
        }
        #expect(count == 5 && clock.isOver)
    }

    @Test("what is left can be had at once, once")
    func rest() {
        var clock = PageClock(milliseconds: 1200, slice: 500)
        clock.started("for ever")
        #expect(clock.rest() == 1200 && clock.isRunning)
        clock.expired()
        #expect(clock.rest() == nil && !clock.isRunning)
    }
}
