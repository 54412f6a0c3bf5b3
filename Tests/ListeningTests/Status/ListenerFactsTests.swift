import JSONDocument
import TestSupport
import Testing

@testable import Listening

@Suite("What the listener says of itself")
struct ListenerFactsTests {
    private let facts = ListenerFacts(
        settings: ListenerSettings(port: 9000, token: AccessToken("0123456789abcdef")), addresses: [.loopback, .loopbackIPv6],
        inspector: 4711,
        showsToken: false)

    @Test func `it says how each kind of device reaches it, and keeps a token of the user to itself`() {
        #expect(
            facts.text == """
                Listening on http://127.0.0.1:9000 and http://[::1]:9000 (Ctrl-C ends it). Records go to inspector 4711.
                Android device or emulator:  adb reverse tcp:9000 tcp:9000
                iOS Simulator:  use the same address, http://127.0.0.1:9000
                Code that forwards the events of an app:  linkscope listen --snippet swift   (or kotlin, javascript)

                """)
    }

    @Test("the pages show what it says", arguments: ["README.md", "Sources/linkscope/linkscope.docc/PostingFromApps.md"])
    func pages(path: String) throws {
        let facts = ListenerFacts(
            settings: ListenerSettings(), addresses: [.loopback, .loopbackIPv6], inspector: 4711, showsToken: false)
        #expect(try repositoryText(path).contains("$ linkscope listen\n" + facts.text))
    }

    @Test func `the page has a row for each answer to a post`() throws {
        let page = try repositoryText("Sources/linkscope/linkscope.docc/PostingFromApps.md")
        let rows = page.matches(of: /\n\| (\d{3})/).compactMap { Int($0.1) }
        // The others are answers to GET /health and to the question of a browser.
        #expect(rows == HTTPStatus.allCases.map(\.code).filter { ![200, 204].contains($0) })
    }

    @Test func `without an inspector, it says what to do`() {
        var facts = facts
        facts.inspector = nil
        #expect(facts.text.contains("No inspector is running: start `linkscope` in another terminal."))
    }

    @Test func `a token that it made is shown`() throws {
        var facts = facts
        facts.showsToken = true
        #expect(facts.text.contains("Authorization: Bearer 0123456789abcdef\n"))
        #expect(facts.json["token"] == "0123456789abcdef")
    }

    @Test func `every state is one line of JSON`() throws {
        let listening = try JSONValue.object(ListenerStatus.listening(facts).json).serialized()
        #expect(
            listening
                == #"{"state":"listening","address":"http://127.0.0.1:9000","addresses":["http://127.0.0.1:9000","http://[::1]:9000"],"#
                + #""port":9000,"inspector":4711,"adbReverse":"adb reverse tcp:9000 tcp:9000","needsToken":true,"#
                + #""snippets":["swift","kotlin","javascript"]}"#)
        var counts = ListenerCounts()
        (counts.accepted, counts.refused, counts.error) = (7, 1, "x")
        #expect(
            try JSONValue.object(ListenerStatus.rate(perSecond: 5, counts).json).serialized()
                == #"{"state":"rate","perSecond":5,"accepted":7,"refused":1,"error":"x"}"#)
        #expect(
            try JSONValue.object(ListenerStatus.inspector(nil, error: "gone").json).serialized()
                == #"{"state":"inspector","inspector":null,"error":"gone"}"#)
    }
}
