import JSONDocument
import Records
import Testing

@Suite struct EventTests {
    private func event(_ json: String) -> Event? {
        Event(JSONDocument(json))
    }

    private func arguments(_ pairs: (String, String)...) -> [Event.Argument] {
        pairs.map { Event.Argument(name: $0.0, value: $0.1) }
    }

    @Test func `name, time and link have keys of their own, and every other member is an argument`() {
        let event = event(#"{"ts":"2025-01-01T00:00:00Z","url":"a://b","event":"al_nav_in","s":"x\ny","n":1.50,"o":{"a": [1]},"z":null}"#)
        #expect(event?.name == "al_nav_in")
        #expect(event?.timestamp == "2025-01-01T00:00:00Z")
        #expect(event?.url == "a://b")
        #expect(event?.arguments == arguments(("s", "x\ny"), ("n", "1.50"), ("o", #"{"a": [1]}"#), ("z", "null")))
    }

    @Test func `the dictionary that Bolts posts is read`() {
        let event = event(#"{"event_name":"al_link_parse","event_args":{"targetURL":"a://b","n":2},"more":true}"#)
        #expect(event?.name == "al_link_parse")
        #expect(event?.arguments == arguments(("targetURL", "a://b"), ("n", "2"), ("more", "true")))
    }

    @Test func `a member of the wrong type is an argument`() {
        let event = event(#"{"event":7,"url":1,"event_args":"x","ts":12}"#)
        #expect(event?.name == "7")
        #expect(event?.timestamp == "12")
        #expect(event?.url == nil)
        #expect(event?.arguments == arguments(("url", "1"), ("event_args", "x")))
    }

    @Test(arguments: ["{}", "[]", "1", #"{"events":"x"}"#, #"{"a":{"event":"x"}}"#])
    func `an object without a name is not an event`(json: String) {
        #expect(event(json) == nil)
    }
}
