import Testing

@testable import CommandGuide

@Suite("Manual pages from the description of the commands")
struct ManualPageTests {
    @Test("each page is the one in the folder Pages", arguments: ["tool.1", "tool-send.1", "tool-store.1", "tool-store-list.1"])
    func golden(file: String) throws {
        #expect(try Tool.pages()[file] == Tool.text(of: file))
    }

    @Test("every command that the help lists has a page, also a nested one; help and hidden commands have none")
    func files() throws {
        #expect(
            try Tool.pages().keys.sorted() == ["tool-send.1", "tool-store-clear.1", "tool-store-list.1", "tool-store.1", "tool.1"])
    }

    @Test("a text that is no description of commands makes no command", arguments: ["", "{}", "[]", #"{"command":{}}"#, "{\"command\":"])
    func noDescription(text: String) {
        #expect(CommandDescription(description: text) == nil)
    }
}
