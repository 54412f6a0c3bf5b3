import Deciding
import JSONDocument
import TestSupport
import Testing

/// Filters and requests as data: facts of Android's own tests (CTS), and of its documentation.
@Suite("Which intent filters match a request")
struct FilterVectorTests {
    @Test("each vector is decided as it says")
    func vectors() throws {
        let lines = try repositoryText("Tests/DecidingTests/Vectors/filters.jsonl").split(separator: "\n")
        #expect(lines.count == 210)
        for line in lines {
            let vector = try #require(JSONDocument(Array(line.utf8)).root)
            let answer = try FilterQuestion(vector).answer
            #expect((answer.matches ? "match" : "no") == vector["expect"]?.stringValue, "\(line) \(answer.reason)")
        }
    }

    @Test(
        "a link is split as Android splits it",
        arguments: [
            ("myapp://hello/world", "hello", nil, "/world"), ("myapp:///world", "", nil, "/world"), ("myapp:/world", nil, nil, "/world"),
            ("myapp:world", nil, nil, nil), ("https://a.example", "a.example", nil, ""),
            ("https://me:pw@a.example:8443?x", "a.example", 8443, ""),
            ("https://a.example:", "a.example", nil, ""), ("https://a.example:http/p", "a.example:http", nil, "/p"),
            ("https://a.example/a%20b%2Fc+d?q#f", "a.example", nil, "/a b/c+d"), ("https://a.example\\p", "a.example", nil, "\\p"),
            ("tel:", nil, nil, nil), ("", nil, nil, ""), ("https://", "", nil, ""),
        ] as [(String, String?, Int?, String?)])
    func uri(_ text: String, _ host: String?, _ port: Int?, _ path: String?) {
        let uri = AndroidURI(text)
        #expect(uri.host == host && uri.port == port && uri.path == path)
    }

    @Test(
        "a pattern that Android refuses matches nothing",
        arguments: ["*", "[", "[]", "[b-a]", "a{", "a{2", "a{3,2}", "a{x}", "a**"])
    func invalid(_ text: String) {
        let pattern = FilterPattern(.advanced, text)
        #expect(!pattern.isValid && !pattern.matches(text, api: 36))
    }

    @Test("before Android 12, suffixes and advanced patterns are ignored, so the host alone matches")
    func older() throws {
        let text = #"{"filters":[{"data":[{"scheme":"s","host":"h","pathSuffix":"x"}]}],"intent":{"data":"s://h/y"},"api":API}"#
        for (api, matches) in [(30, true), (31, false)] {
            let root = try #require(JSONDocument(Array(text.replacing("API", with: "\(api)").utf8)).root)
            #expect(try FilterQuestion(root).answer.matches == matches)
        }
    }

    @Test(
        "a group without conditions matches nothing, so the next group decides",
        arguments: [
            (#"{"data":[]}"#, false), (#"{"data":[{}]}"#, false), (#"{"allow":false,"data":[]},{"data":[{"path":"/y"}]}"#, true),
            (#"{"data":[]},{"allow":false,"data":[{"path":"/y"}]}"#, false),
        ])
    func emptyGroup(_ groups: String, _ matches: Bool) throws {
        let text = #"{"filters":[{"data":[{"scheme":"s","host":"h"}],"groups":[\#(groups)]}],"intent":{"data":"s://h/y"}}"#
        #expect(try FilterQuestion(try #require(JSONDocument(Array(text.utf8)).root)).answer.matches == matches)
    }

    @Test(
        "what cannot be read is named with its place",
        arguments: [
            (#"{"filters":[]}"#, #""intent" is missing"#, 0),
            (#"{"intent":{},"filters":[{"data":[{"host":1}]}]}"#, "filters[0].data[0].host: expected a string, found number", 41),
            (#"{"intent":{},"filters":[{"dato":[]}]}"#, #"filters[0]: unknown key "dato"; known keys: app, "#, 25),
            (
                #"{"intent":{},"filters":[{"data":[{"host":"a","port":"x"}]}]}"#,
                "filters[0].data[0].port: expected a whole number, found string", 52
            ),
        ])
    func mistakes(_ text: String, _ message: String, _ offset: Int) throws {
        let root = try #require(JSONDocument(Array(text.utf8)).root)
        do throws(DeclarationError) {
            _ = try FilterQuestion(root)
            Issue.record("it was read")
        } catch {
            #expect(error.description.hasPrefix(message) && error.offset == offset, "\(error)")
        }
    }
}
