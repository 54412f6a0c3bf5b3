import Testing

@testable import PageScripts

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

    @Test("the first document loads in the world's time, and has all of its own when it is complete")
    func first() {
        var clock = PageClock(milliseconds: 5000)
        clock.isLoadingPage = true
        clock.begin()
        clock.progressed()
        #expect(clock.next() == nil && !clock.isOver)
        clock.isLoadingPage = false
        #expect(clock.next() == 5000)
    }

    @Test("a later one gets a moment for each thing that comes for it, and not for ever, and all of its time when it is complete")
    func second() {
        var clock = PageClock(milliseconds: 5000)
        #expect(clock.next() == 5000)
        clock.isLoadingPage = true
        clock.begin()
        #expect(clock.next() == nil)
        clock.started("a script of it")
        clock.progressed()
        #expect(clock.next() == 10 && clock.next() == nil)
        // While the moment passes something comes, which has one of its own.
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

    @Test("what is left can be had whatever is being loaded, once")
    func rest() {
        var clock = PageClock(milliseconds: 1200)
        clock.started("for ever")
        #expect(clock.rest() == 1200 && clock.isRunning)
        clock.expired()
        #expect(clock.rest() == nil && !clock.isRunning)
    }
}
