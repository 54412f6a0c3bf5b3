import Testing

@testable import Web

@Suite("The script time of a page")
struct PageClockTests {
    @Test("all of the time is handed out at once, and then it is over")
    func whole() {
        var clock = PageClock(milliseconds: 5000)
        #expect(clock.next() == 5000)
        #expect(clock.next() == nil && !clock.isOver)
        clock.expired()
        #expect(clock.next() == nil && clock.isOver)
    }

    @Test("no time passes while something is loading, and after the last load there is some more time")
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

    @Test("the time of a page that never stops loading ends too")
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

    @Test("the first document loads in real time, and gets all of its script time when it is complete")
    func first() {
        var clock = PageClock(milliseconds: 5000)
        clock.isLoadingPage = true
        clock.begin()
        clock.progressed()
        #expect(clock.next() == nil && !clock.isOver)
        clock.isLoadingPage = false
        #expect(clock.next() == 5000)
    }

    @Test("a later document gets a moment for each event, up to a limit, and all of its time when it is complete")
    func second() {
        var clock = PageClock(milliseconds: 5000)
        #expect(clock.next() == 5000)
        clock.isLoadingPage = true
        clock.begin()
        #expect(clock.next() == nil)
        clock.started("a script of it")
        clock.progressed()
        #expect(clock.next() == 10 && clock.next() == nil)
        // An event that arrives during a moment gets another moment.
        clock.progressed()
        clock.expired()
        #expect(clock.next() == 10)
        clock.expired()
        #expect(clock.next() == nil && !clock.isOver)
        clock.finished("a script of it")
        var count = 0
        repeat {
            clock.expired()
            clock.progressed()
            count += 1
        } while clock.next() != nil && count < 1000
        #expect(count == 499)
        clock.isLoadingPage = false
        #expect(clock.next() == 5000)
        clock.expired()
        #expect(clock.isOver)
    }

    @Test("rest() hands out the remaining time once, even while something is loading")
    func rest() {
        var clock = PageClock(milliseconds: 1200)
        clock.started("for ever")
        #expect(clock.rest() == 1200 && clock.isRunning)
        clock.expired()
        #expect(clock.rest() == nil && !clock.isRunning)
    }
}
