import AppLinks
import Testing

@Suite("References in redirects") struct ResolvingTests {
    @Test(
        "the examples in RFC 3986, section 5.4",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ])
    func standard(reference: String, expected: String) throws {
        let base = try #require(LinkURL("http://a/b/c/d;p?q"))
        #expect(base.resolving(reference)?.absoluteString == expected)
    }

    @Test(
        "a delimiter before a combining character is a delimiter",
        arguments: [
            ("a?\u{301}/../x", "http://a.example/a?%CC%81/../x"), ("a#\u{301}/../x", "http://a.example/a#%CC%81/../x"),
            ("/b/\u{301}/../x", "http://a.example/b/x"), ("\\\u{301}x", "http://a.example/%CC%81x"),
            ("?\u{301}", "http://a.example/c?%CC%81"),
        ])
    func combining(reference: String, expected: String) throws {
        let base = try #require(LinkURL("http://a.example/c?q"))
        #expect(base.resolving(reference)?.absoluteString == expected)
    }

    @Test(
        "spaces, line ends and backslashes are resolved as in browsers",
        arguments: [
            (" /x \n", "http://a.example/x"), ("/a\tb", "http://a.example/ab"), ("\\x\\y", "http://a.example/x/y"),
            ("x", "http://a.example/x"),
            ("\\\\b.example\\x?a\\b", "http://b.example/x?a%5Cb"), ("/caf\u{E9}", "http://a.example/caf%C3%A9"),
        ])
    func browsers(reference: String, expected: String) throws {
        let base = try #require(LinkURL("http://a.example"))
        #expect(base.resolving(reference)?.absoluteString == expected)
    }
}
