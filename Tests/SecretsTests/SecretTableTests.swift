import Foundation
import Secrets
import TestSupport
import Testing

@Suite("The table of secrets")
struct SecretTableTests {
    private static let table = KnownSecrets.embedded.table
    private static let all = KnownSecrets.embedded.all

    private static let knowledge = SecretKnowledge(KnownSecrets(table))

    private static func masked(_ text: String, _ knowledge: SecretKnowledge) -> [String] {
        var finder = SecretFinder(knowing: knowledge)
        var found: [Range<Int>] = []
        let bytes = Array(text.utf8)
        finder.find(in: bytes.span, &found)
        return found.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test("each row has an example that it alone explains", arguments: all.indices)
    func example(row: Int) throws {
        let facts = Self.all[row]
        try #require(facts.example.count == 2, "\(facts.name)")
        let texts = facts.example.map { LabelledText.unfolded($0[...]) }
        let masked = Self.masked(texts[0], Self.knowledge)
        #expect(masked.contains(texts[1]), "\(facts.name): \(texts[0])")
        let others = SecretKnowledge(KnownSecrets(Self.table.without(row)))
        #expect(masked != Self.masked(texts[0], others), "\(facts.name): \(texts[0])")
    }

    @Test("each name of a row is known", arguments: all.map(\.name))
    func names(row: String) throws {
        let facts = try #require(Self.all.first { $0.name == row })
        guard case .names(let naming) = facts.sign, naming.contexts.isEmpty, naming.exceptions.isEmpty else { return }
        for name in naming.names {
            let beginning = naming.value.beginnings.first ?? naming.value.sign.map { "a" + String(UnicodeScalar($0)) } ?? ""
            let letters = String(repeating: "a1B2c3D4", count: max(2, (naming.value.least + 7) / 8))
            let value = naming.value.form == .card ? "4111111111111111" : beginning + letters
            #expect(Secrets.isSecret(value, name: name), "\(name)")
        }
    }

    @Test(
        "a shape begins with letters, a single letter or a run",
        arguments: [("ab<digit 40>", "ab"), ("T<digit 40>", "T"), ("<digit 40>", "")])
    func beginning(shape: String, letters: String) {
        let row = #"{"name": "x", "shapes": ["\#(shape)"], "facts": "x.", "source": "D", "checked": "2026-11-24", "example": []}"#
        let secret = letters + String(repeating: "1234567890", count: 4)
        let knowledge = SecretKnowledge(KnownSecrets(FactTable(Array(row.utf8))))
        #expect(Self.masked("https://a.example/?x=\(secret)", knowledge) == [secret])
    }

    @Test func `every row says how it is known and when it was checked, and there is a bit for each`() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        var (names, contexts) = (0, Set<String>())
        for row in Self.all {
            #expect(Set(row.source).isSubset(of: "DC~") && !row.source.isEmpty && row.facts.hasSuffix("."), "\(row.name)")
            #expect(row.checked.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, "\(row.name)")
            switch row.sign {
            case .names: names += 1
            case .context: contexts.insert(row.name)
            case .shapes(let shapes, _): #expect(!shapes.isEmpty)
            case .segments(let words, let value): #expect(!words.isEmpty && value.least >= Secrets.shortestToken)
            case .users(let schemes): #expect(schemes.allSatisfy { $0.count > 1 })
            case .commands(let commands): #expect(commands.allSatisfy { $0.wholeMatch(of: /[\w-]+ -\w ?<password>/) != nil })
            }
        }
        #expect(names <= 128 && contexts.count <= 32)
        let parameters = Self.all.flatMap { row -> [String] in
            guard case .context(let surroundings) = row.sign else { return [] }
            return (surroundings.beside + surroundings.together).map { $0.lowercased().filter { $0 != "_" && $0 != "-" } }
        }
        #expect(Set(parameters).count <= 64)
        for row in Self.all {
            guard case .names(let naming) = row.sign else { continue }
            #expect(contexts.isSuperset(of: naming.contexts + naming.exceptions), "\(row.name)")
        }
    }

    @Test func `a shape is described with all characters that it takes`() {
        #expect(Secrets.description(ofShape: "SK<hex 32>") == "SK[32 of A-F, a-f, 0-9]")
    }

    private static let hostile = [
        "eyJ", "eyJeyJeyJeyJeyJeyJeyJ.", "a=", "code=&state=", "code=US&", "{\"code\":\"US\",", "ghp_", "AKIA", "12345:A",
        "code%3DUS&code=US&",
        "?code=US", ";jsessionid=", "KEY-----\n\n\nabcdefghijklmnopqrst", "https://hooks.slack.com/services/", "a.b.c.d.", "key=key=",
        "-----BEGIN PRIVATE KEY-----", "SG.abcdefghijklmnopqrstu.", "pi_abcdefghijklmnopqrstu_secret_", "oobCode=&apiKey=", "token:",
        "/verify/", "/reset/MTA/", "/verify/a1b2c3d4e5f6a7b8c9d0", "/1/1/1", "__a:/", "__a:/*__;", "#aB1", "a1b2c3d4a1b2c3d4#",
        "1$a.b$", "?p=a&u=login", "trojan://", "trojan://a@", "WIFI:P:a;b", ";P:a;b",
        "PRIVATE KEY-----", "u=a:b@", "http:a:b@", "a:", "card=4111 ", "a%3D+b", "token%3Da+b", "\u{1}", "abandon ", "\\",
        "\\n-a", "\\t-ua:b", "token:{:\"",
    ]

    @Test("a hostile text takes time that grows with its length", .daily, arguments: Seeds.share(of: hostile, in: 3))
    func isLinear(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 17)) { size in
            // With a gap between words, options and labels are searched for as well.
            _ = Secrets.ranges(in: Array((String(repeating: piece, count: size / piece.utf8.count) + " x").utf8))
        }
        #expect(isLinear)
    }

    @Test func `a name may have any number of indexes`() {
        let indexes = String(repeating: "[x]", count: Effort.size(1 << 15, long: 1 << 18))
        #expect(Secrets.isSecret("a1b2c3d4", name: "token" + indexes) && !Secrets.isSecret("a1b2c3d4", name: "page" + indexes))
    }
}

extension FactTable {
    /// Returns the table without a row.
    func without(_ row: Int) -> FactTable {
        FactTable(Array(text[..<rows[row].lowerBound] + text[rows[row].upperBound...].dropLast()))
    }
}
