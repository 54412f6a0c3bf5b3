import Inspector
import Records
import Screen
import Testing

@Suite struct RateTests {
    @Test("the header shows how many links arrive per second, and an idle program has no timer", arguments: [Glyphs.utf8, .ascii])
    func rate(_ glyphs: Glyphs) {
        let sign = glyphs == .utf8 ? "●" : "*"
        var rig = Rig(glyphs: glyphs)
        #expect(rig.rateTimers.isEmpty)
        for _ in 0..<4 {
            rig.now += 100
            rig.deliver(Array(repeating: "wheel://ride/7", count: 50))
        }
        #expect(rig.rateTimers.count == 1)
        #expect(!rig.screen.contains("/s"))
        rig.waitForRates()
        #expect(rig.screen.contains("\(sign) 200/s"))
        rig.deliver(Array(repeating: "wheel://ride/7", count: 2500))
        rig.waitForRates()
        #expect(rig.screen.contains("\(sign) 2,500/s"))
        rig.waitForRates()
        #expect(!rig.screen.contains("/s"))
        #expect(rig.rateTimers.isEmpty)
    }

    @Test("records of an earlier part of the session are read again, and do not arrive")
    func reopened() {
        var rig = Rig()
        let first = RecordID(index: 0)
        rig.send(.arrived(RecordBatch(first: first, RecordFacts(kinds: [.other, .other, .other]), source: .send, isReopened: true)))
        #expect(rig.state.recordCount == 3 && rig.rateTimers.isEmpty)
    }

    @Test("one link is no stream, and a held device counts too")
    func small() {
        var rig = Rig()
        rig.paste("wheel://ride/7")
        rig.waitForRates()
        #expect(!rig.screen.contains("/s"))
        rig.press(.space)
        rig.deliver(Array(repeating: "wheel://ride/8", count: 20))
        rig.waitForRates()
        #expect(rig.screen.contains("● 20/s"))
    }

    @Test("the list of events shows the arguments that the user has chosen, with secrets masked")
    func arguments() {
        var rig = Rig()
        rig.prefer(eventArguments: ["campaign", "access_token"])
        rig.deliver([
            #"{"event":"al_nav_in","refererURL":"shop://x","campaign":"summer","access_token":"hunter2hunter2"}"#,
            #"{"event":"al_nav_in","refererURL":"shop://y"}"#,
        ])
        #expect(rig.screen.contains("campaign=summer access_token=••••••••"))
        #expect(!rig.screen.contains("hunter2"))
        #expect(!rig.screen.contains("shop://x") && rig.screen.contains("from shop://y"))
    }
}
