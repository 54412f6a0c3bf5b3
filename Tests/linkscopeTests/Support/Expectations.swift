import Foundation
import TestSupport
import Testing

/// Returns the samples from the file that the program embeds.
func samples() throws -> [(title: String, link: String)] {
    let bytes = try Data(contentsOf: repositoryURL("Resources/samples/samples.json"))
    let root = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let list = try #require(root["samples"] as? [[String: String]])
    return try list.map { (try #require($0["title"]), try #require($0["link"])) }
}

/// Parses one line as a JSON object.
func object(_ line: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String: Any] {
    let parsed = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(parsed, "no JSON object: \(line.prefix(300))", sourceLocation: sourceLocation)
}

/// Returns all keys of a JSON value, at any depth.
func keys(of value: Any) -> Set<String> {
    if let object = value as? [String: Any] { return object.reduce(into: []) { $0.formUnion(keys(of: $1.value).union([$1.key])) } }
    return (value as? [Any])?.reduce(into: []) { $0.formUnion(keys(of: $1)) } ?? []
}

/// Returns the words of a help text, to look for keys in them.
func words(ofHelp text: String) -> Set<String> { Set(text.split { !$0.isLetter && $0 != "-" }.map(String.init)) }

extension PseudoTerminal {
    /// Pastes text as a bracketed paste.
    func paste(_ text: String) { type("\u{1B}[200~" + text + "\u{1B}[201~") }

    /// Waits for the first frame of an inspector.
    func waitForStart() async throws { try await wait(for: "linkscope") }

    /// Presses `q`, waits for the end, and checks that the program ended without an error.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) async {
        type("q")
        #expect(await end() == .exited(0), sourceLocation: sourceLocation)
        expectGivenBack(sourceLocation: sourceLocation)
    }

    func expectGivenBack(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(hasSettingsOfStart, sourceLocation: sourceLocation)
        // Copied to constants, because a failed expectation on `screen` would print every cell.
        let (isAlternate, isPasteBracketed, isMouseOn) = (screen.isAlternate, screen.isPasteBracketed, screen.isMouseOn)
        let (isCursorVisible, unknown) = (screen.isCursorVisible, screen.unknown)
        #expect(!isAlternate, sourceLocation: sourceLocation)
        #expect(isCursorVisible, sourceLocation: sourceLocation)
        #expect(!isPasteBracketed, sourceLocation: sourceLocation)
        #expect(!isMouseOn, sourceLocation: sourceLocation)
        #expect(unknown == [], sourceLocation: sourceLocation)
    }

    /// Presses Esc and waits until the overlay with this text is gone. A key that followed at once would be read as Alt with that key.
    func closeOverlay(_ text: String) async throws {
        type("\u{1B}")
        try await wait(for: "screen without \"\(text)\"") { !$0.text.contains(text) }
    }
}

/// The error of a test that waited without success.
struct Unmet: Error, CustomStringConvertible {
    var description: String
}
