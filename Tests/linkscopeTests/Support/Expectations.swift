import Foundation
import TestSupport
import Testing

/// The samples that come with the program, from their file.
func samples() throws -> [(title: String, link: String)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Resources/samples/samples.json")
    let root = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let list = try #require(root["samples"] as? [[String: String]])
    return try list.map { (try #require($0["title"]), try #require($0["link"])) }
}

/// The keys of one JSON line, as far as they are strings, numbers and so on.
func object(_ line: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let parsed = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(parsed, "no JSON object: \(line.prefix(300))", sourceLocation: sourceLocation)
}

/// Every key of a JSON value, at whatever depth.
func keys(of value: Any) -> Set<String> {
    if let object = value as? [String: Any] { return object.reduce(into: []) { $0.formUnion(keys(of: $1.value).union([$1.key])) } }
    return (value as? [Any])?.reduce(into: []) { $0.formUnion(keys(of: $1)) } ?? []
}

/// The words of a help text that a key could be among.
func words(ofHelp text: String) -> Set<String> { Set(text.split { !$0.isLetter && $0 != "-" }.map(String.init)) }

extension PseudoTerminal {
    /// A paste, as terminals bracket it.
    func paste(_ text: String) { type("\u{1B}[200~" + text + "\u{1B}[201~") }

    /// The first frame of an empty inspector.
    func waitForStart() async throws { try await wait(for: "linkscope") }

    /// Presses `q` and waits for the end, which is to be a good one.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) async {
        type("q")
        #expect(await end() == .exited(0), sourceLocation: sourceLocation)
        expectGivenBack(sourceLocation: sourceLocation)
    }

    func expectGivenBack(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(hasSettingsOfStart, sourceLocation: sourceLocation)
        // By value: a failure is not to print the whole screen cell by cell.
        let (isAlternate, isPasteBracketed, isMouseOn) = (screen.isAlternate, screen.isPasteBracketed, screen.isMouseOn)
        let (isCursorVisible, unknown) = (screen.isCursorVisible, screen.unknown)
        #expect(!isAlternate, sourceLocation: sourceLocation)
        #expect(isCursorVisible, sourceLocation: sourceLocation)
        #expect(!isPasteBracketed, sourceLocation: sourceLocation)
        #expect(!isMouseOn, sourceLocation: sourceLocation)
        #expect(unknown == [], sourceLocation: sourceLocation)
    }

    /// Presses Esc and waits until what lay on top is gone: a key that follows at once would be Alt with that key.
    func closeOverlay(_ text: String) async throws {
        type("\u{1B}")
        try await wait(for: "screen without \"\(text)\"") { !$0.text.contains(text) }
    }
}

/// What a test waited for did not come.
struct Unmet: Error, CustomStringConvertible {
    var description: String
}
