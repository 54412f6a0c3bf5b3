import Testing

@testable import Devices

@Suite("What registering keeps for undoing")
struct HandlerStateTests {
    @Test("is the same after it was written and read, whatever bytes the changed lines have")
    func roundTrip() throws {
        var state = HandlerState(list: "/home/é \"x\"/mimeapps.list")
        state.isListNew = true
        state.folders = ["/home/é", "/home/é/.config"]
        state.changes.group = .separated
        state.changes.lines = [
            "x-scheme-handler/shop": [
                ListChanges.Line(group: .defaults, before: [0xFF, 0x00, 0x25, 0x0D], after: Array("%41=é;".utf8)),
                ListChanges.Line(group: .removed, before: nil, after: []),
            ],
            "x-scheme-handler/cafe": [],
        ]
        #expect(try #require(HandlerState(Array(state.text.utf8))) == state)
        #expect(try #require(HandlerState(Array(HandlerState(list: "/x").text.utf8))) == HandlerState(list: "/x"))
    }

    @Test("a text that is no state", arguments: ["", "{}", "[]", "{\"list\":1}", "\u{0}", "{\"types\":{}}"])
    func damaged(text: String) {
        #expect(HandlerState(Array(text.utf8)) == nil)
    }

    @Test("members that cannot be read are left out")
    func partly() throws {
        let text = #"{"list":"/x","isListNew":7,"folders":[1,"/a"],"group":"odd","types":{"t":[1,{"group":"Odd","after":"a"}],"u":7}}"#
        let state = try #require(HandlerState(Array(text.utf8)))
        #expect(state.list == "/x" && !state.isListNew && state.folders == ["/a"])
        #expect(state.changes.group == nil && state.changes.lines == ["t": []])
    }
}
