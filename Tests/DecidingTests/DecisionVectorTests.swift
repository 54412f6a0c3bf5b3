import Deciding
import JSONDocument
import TestSupport
import Testing

/// Devices, links and what the devices do with them, as data.
@Suite("What a device does with a link")
struct DecisionVectorTests {
    @Test("each vector is decided as it says")
    func vectors() throws {
        let lines = try repositoryText("Tests/DecidingTests/Vectors/decisions.jsonl").split(separator: "\n")
        #expect(lines.count == 115)
        for line in lines {
            let vector = try #require(JSONDocument(Array(line.utf8)).root)
            let device = try AskedDevice(try #require(vector["device"]))
            let decision = try device.decision(on: vector)
            let expected = try #require(vector["expect"])
            let mistakes = expected.members.compactMap { member -> String? in
                let key = member.key.stringValue ?? ""
                let value = decision.value(key)
                let wanted = member.value.words
                return value == wanted ? nil : "\(key) is \(value), not \(wanted)"
            }
            #expect(mistakes.isEmpty, "\(mistakes) \(decision.steps.map(\.words)) \(line)")
        }
    }
}

extension JSONDocument.Node {
    /// A text, a flag, or the texts of an array with spaces between them.
    fileprivate var words: String {
        kind == .array ? elements.map(\.words).joined(separator: " ") : stringValue ?? "\(boolValue ?? false)"
    }
}

extension Decision {
    /// The value of a key of the vectors.
    fileprivate func value(_ key: String) -> String {
        switch (key, outcome) {
        case ("decision", _): word
        case ("app", .app(let apps)), ("anyOf", .app(let apps)): apps.joined(separator: " ")
        case ("app", .browser(let app)), ("app", .system(_, let app)): app ?? ""
        case ("apps", .chooser(let apps)): apps.joined(separator: " ")
        case ("handler", .system(let handler, _)): handler
        case ("package", .store(let package)): package ?? ""
        case ("url", .fallback(let url)): url
        case ("url", _): url ?? ""
        case ("confirm", _): "\(asks)"
        case ("inPlace", _): "\(staysInPlace)"
        default: ""
        }
    }
}
