import Secrets
import TestSupport
import Testing

@Suite("A finder that searches one text after the other")
struct SecretFinderTests {
    private static let pieces = [
        "access_token", "fb_access_token", "password", "Authorization", "user[password]", "\"", "\":\"", ":", "=", "&", "?", "#", "//",
        "://",
        "@", " ", ",", "{", "}", "x", "80", "%22", "%22%3A%22", "%3A", "%3D", "%2F", "%26", "%5C", "%25", "%2522", "%C3%A9", "é", "%", "\\",
        "\\u0022", "\u{200B}", "%E2%80%8B", "YWNjZXNzX3Rva2VuPWFiYw", "cGFzc3dvcmQ9YT8%2FPz8%2FPz8%2F",
    ].map { Array($0.utf8) }

    @Test("what one text leaves in memory does not change what is found in the next", .daily, arguments: Seeds.among(1...8))
    func reuse(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var finder = SecretFinder()
        var found: [Range<Int>] = []
        for _ in 0..<1500 {
            let text = (0..<Int.random(in: 1..<14, using: &random)).flatMap { _ in
                Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }
            finder.find(in: text.span, &found)
            #expect(found == Secrets.ranges(in: text), "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test(
        "each secret is mapped back through all decodings, also around zero-width characters",
        arguments: [
            ("s://?u=%2525%70assword%253D%2541%26x", "s://?u=%2525%70assword%253D••••••••%26x"),
            ("{\"pass\u{200B}wo\u{AD}rd\":\"a%41%2541\u{200B}\",\"n\":1}", "{\"pass\u{200B}wo\u{AD}rd\":\"••••••••\",\"n\":1}"),
            ("s://?u=https%3A%2F%2Fme%3Apassw&x=1", "s://?u=https%3A%2F%2Fme%3A••••••••&x=1"),
            ("s://?u=https://me:passw&v=https://h:80&x=a:b#c", "s://?u=https://me:••••••••&v=https://h:80&x=a:b#c"),
            ("{\"u\":\"https://me:passw\",\"v\":\"https://h:80\"}", "{\"u\":\"https://me:••••••••\",\"v\":\"https://h:80\"}"),
            ("shop://a?u=cGFzc3dvcmQ9YT8%2FPz8%2FPz8%2F", "shop://a?u=cGFzc3dvcmQ9••••••••"),
        ])
    func mapped(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "the secrets of a text include those of its parts, unless it has an @, a secret name without a value, or with a space or bracket",
        arguments: [
            ("s://?d=%7B%22password%22%3A%20%22abc%22%7D&x=1", true), ("s://?access_token=abc&u=https%3A%2F%2Fa.example%2F", true),
            ("s://?u=https%3A%2F%2Fme%3Aa%22b%40host", false), ("s://?x=access_token%3D%2Cabc", false),
            ("s://?x=%7Bpassword%3Dnull%7D", false), ("s://?u=http%3A%2F%2Fx%2F%3Fpass%20word%3Db", false),
            ("s://?u=http%3A%2F%2Fx%2F%3Fp%5B%5Dassword%3Db", false),
        ])
    func parts(text: String, isKnown: Bool) {
        var finder = SecretFinder()
        var found: [Range<Int>] = []
        finder.find(in: Array(text.utf8).span, &found)
        #expect(finder.knowsParts == isKnown)
    }
}
