import AppLinks
import Inspector
import Records
import Screen
import Testing

@testable import Panes

/// Lookups are acts of the user: their results are kept in the journal in a few sentences, and shown when the session is continued.
@Suite struct LookupJournalTests {
    private func looking(_ key: Key = "F") -> Rig {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press(key)
        rig.send(.key("z"))
        return rig
    }

    private func summary(_ act: Act?) throws -> LookupSummary {
        guard case .lookedUp(_, let summary)? = act else { throw Missing(act: act) }
        return summary
    }

    private struct Missing: Error { let act: Act? }

    @Test("the result of a lookup is kept in the journal")
    func kept() throws {
        var rig = looking()
        rig.tell(.page(Answers.ride))
        let act = try #require(rig.acts.last)
        let summary = try summary(act)
        #expect(summary.kind == .page && summary.url.text == Links.ridePage)
        #expect(summary.result.hasPrefix("the page names an app for phone: wheel://ride/7"))
        #expect(summary.details.first == "the link led to https://ride.example.org/7")
        #expect(act.bytes.flatMap { Act($0) } == act)
    }

    @Test("a lookup that failed is kept too, and so are the results of one that was stopped")
    func others() throws {
        var failed = looking()
        failed.tell(.failed(Answers.refusal))
        #expect(try summary(failed.acts.last).result.hasPrefix("failed: "))
        var stopped = looking()
        stopped.tell(.hop(Answers.ride.hops[0]))
        stopped.press(.escape)
        #expect(try summary(stopped.acts.last).result == "stopped without a result; server responses received: 1")
        var early = looking()
        early.press(.escape)
        #expect(early.acts.isEmpty, "nothing was found, so there is nothing to keep")
    }

    @Test("a continued session shows what the lookup found, and F looks up again")
    func continued() throws {
        var first = looking()
        first.tell(.page(Answers.ride))
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.send(.replayed(try #require(first.acts.last), at: rig.now))
        #expect(rig.acts.isEmpty && rig.asked.isEmpty, "a restored act is neither stored nor looked up again")
        rig.press(".", ".")
        #expect(rig.words.contains("not fetched yet") && rig.words.contains("earlier result of"))
        #expect(rig.words.contains("the page names an app for phone:") && rig.words.contains("wheel://ride/7 Wheel"))
        rig.press("F")
        #expect(rig.asked.count == 1)
    }

    @Test(
        "an act that lacks a member is skipped",
        arguments: [
            #"{"act":"lookup","record":0,"kind":"other","url":"https://a.example","result":"x"}"#,
            #"{"act":"lookup","record":0,"kind":"page","result":"x"}"#,
            #"{"act":"lookup","kind":"page","url":"https://a.example","result":"x"}"#,
            #"{"act":"lookup","record":0,"kind":"page","url":"https://a.example"}"#,
        ])
    func incomplete(text: String) { #expect(Act(Array(text.utf8)) == nil) }
}
