import Inspector
import Screen
import Testing

@testable import Panes

/// Most records are ruled out by a fast search for the text. What is encoded, escaped or at an unlucky place must be found nevertheless.
@Suite struct FilterTextTests {
    /// Returns the indices of the events that a filter shows.
    private func shown(_ filter: String, of events: [String]) -> [Int] {
        var rig = Rig(Size(columns: 160, rows: 60))
        rig.deliver(events)
        rig.press("/")
        rig.type(filter)
        return events.indices.filter { rig.screen.contains("event" + "abcdefghijk".dropFirst($0).prefix(1)) }
    }

    private let written = [
        #"{"event":"eventa","refererAppName":"Shop"}"#,
        #"{"event":"eventb","refererAppName":"SHOP 2"}"#,
        #"{"event":"eventc","refererAppName":"\u0053hop"}"#,
        #"{"event":"eventd","refererURL":"%73hop://back"}"#,
        #"{"event":"evente","\u0072efererAppName":"shop"}"#,
        #"{"event":"eventf","title":"Shop"}"#,
        #"{"event":"eventg","refererAppName":"Sho","title":"p"}"#,
        #"{"event":"eventh","event_args":{"refererAppName":"the shop"}}"#,
        #"{"event":"eventi","refererAppName":["shop"]}"#,
        #"{"event":"eventj","refererAppName":"sh%6fp","refererURL":"x"}"#,
        #"{"event":"\u0065ventk","refererAppName":"workshop"}"#,
    ]

    @Test(
        "a field is compared with the value as JSON means it",
        arguments: [
            ("from:shop", [0, 1, 2, 4, 7, 8, 10]), ("from=SHOP", [0, 2, 4]), ("from:*shop", [0, 2, 4, 7, 10]),
            ("from:sh*", [0, 1, 2, 4, 6, 9]), ("-from:shop", [3, 5, 6, 9]), ("from:*", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]),
            ("has:refererappname", [0, 1, 2, 4, 6, 7, 8, 9, 10]),
            ("has:referer", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]), ("event:eventk", [10]), ("event=EVENT*", Array(0...10)),
        ] as [(String, [Int])])
    func fields(_ filter: String, _ expected: [Int]) { #expect(shown(filter, of: written) == expected) }

    @Test(
        "a word is found in the record as it is, and without its percent escapes",
        arguments: [
            ("shop", [0, 1, 3, 4, 5, 7, 8, 9, 10]), ("SHOP", [0, 1, 3, 4, 5, 7, 8, 9, 10]), ("%73hop", [3]), ("sh%6Fp", [9]),
            (#""\u0053""#, [2]), ("-shop", [2, 6]), ("shop://back", [3]),
        ] as [(String, [Int])])
    func words(_ filter: String, _ expected: [Int]) { #expect(shown(filter, of: written) == expected) }

    @Test("a link is found by a value that is encoded in it, even twice")
    func encodedTwice() {
        var rig = Rig(Size(columns: 160, rows: 60))
        rig.paste(Links.from("S\\u0068op", "shop://back"))
        rig.paste(Links.from("%53hop", "x://back"))
        rig.press("/")
        rig.type("from:shop")
        #expect(rig.words.contains("1 of 2 links"))
        rig.press(.escape, "/")
        rig.type("from:%53hop")
        #expect(rig.words.contains("1 of 2 links"))
    }

    @Test("a text is found at every place of a record, and at its ends")
    func places() {
        let padding = (0..<40).map { String(repeating: "n", count: $0) }
        var events = padding.map { #"{"event":"e","t":"\#($0)NeEdle"}"# }
        events += padding.map { "needle\($0)" } + padding.map { "x://\($0)needle" }
        for (filter, count) in [("needle", 120), ("needl", 120), ("needlf", 0), ("eedle -x://", 80), ("x*needle", 40), ("needle*", 40)] {
            var rig = Rig(Size(columns: 160, rows: 60))
            rig.deliver(events)
            rig.press("/")
            rig.type(filter)
            #expect(rig.state.lists.linkCursor.count + rig.state.lists.eventCursor.count == count, "\(filter)")
        }
    }

    @Test("a text is not found across the border of two records, and an empty one fits all")
    func borders() {
        let events = ["a://need", "le://b", "need", "le"]
        let filters = [("needle", 0), ("need le", 0), ("need", 2), ("le", 2), ("\"\"", 4), ("*", 4), ("**", 4), ("*e*", 4), ("-*", 0)]
        for (filter, count) in filters {
            var rig = Rig()
            rig.deliver(events)
            rig.press("/")
            rig.type(filter)
            #expect(rig.state.lists.linkCursor.count == count, "\(filter)")
        }
    }

    @Test("a byte that differs from another in the bit of a letter's case is another byte")
    func caseBit() {
        let events = ["[a]", "{a}", "@a", "`a", "^~", "~^"].map { #"{"event":"e","t":"\#($0)"}"# }
        for (text, count) in [("[a]", 1), ("{a}", 1), ("@a", 1), ("`a", 1), ("^~", 1), ("~~", 0), ("[A]", 1)] {
            var rig = Rig()
            rig.deliver(events)
            rig.press("/")
            rig.type("\"\(text)\"")
            #expect(rig.state.lists.eventCursor.count == count, "\(text)")
        }
    }
}
