import TestSupport
import Testing

@testable import Secrets

@Suite("The survey finds the same secrets as the search")
struct SecretSurveyTests {
    private static let pieces = [
        "access_token", "fb_access_token", "password", "Authorization", "client_secret", "api_key", "token_type", "stock", "user[password]",
        "\"", "\"", "\":\"", "\": \"", ":", "=", "&", "?", "#", "//", "://", "@", "/", " ", ",", "{", "}", "[", "]", "x", "80", "abc",
        "%22", "%22", "%22%3A%22", "%22%3A%20%22", "%3A", "%3D", "%2F", "%2F%2F", "%26", "%20", "%5B", "%5D", "%7B", "%7D", "%25", "%2522",
        "%252F", "%253A", "%C3%A9", "é", "%", "%2", "\\", "%74", "%40", "Bearer ", "\n", "'", ";",
        "%2B", "%252B", "+", "\u{200B}", "%E2%80%8B", "%25E2%2580%258B", "YWNjZXNzX3Rva2VuPWFiYw", "eyJwYXNzd29yZCI6ImFiYyJ9",
        "aHR0cHM6Ly9tZTpwd0BhLmV4YW1wbGU_eA==", "cGFzc3dvcmQ9YT8/Pz8/Pz8/",
    ].map { Array($0.utf8) }

    @Test("the results are equal for any text", arguments: Seeds.among(1...8))
    func fuzz(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<1500 {
            var text: [UInt8] = Int.random(in: 0..<3, using: &random) == 0 ? Array("{\"a\":".utf8) : []
            for _ in 0..<Int.random(in: 1..<14, using: &random) {
                text += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }
            #expect(Secrets.ranges(in: text) == Secrets.search(text), "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test("the results are equal for any URL with a query", arguments: Seeds.among(1...8))
    func urls(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<1500 {
            var text = Array("shop://a/?x=".utf8)
            for _ in 0..<Int.random(in: 1..<14, using: &random) {
                text += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }
            #expect(Secrets.ranges(in: text) == Secrets.search(text), "\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test(
        "the results are equal if a secret reads like the name of another secret",
        arguments: [#"{"token":"x_token":"abc"}"#, "s://?d=%7B%22token%22%3A%20%22x_token%22%3A%20%22abc%22%7D"])
    func nested(text: String) {
        let bytes = Array(text.utf8)
        #expect(Secrets.ranges(in: bytes) == Secrets.search(bytes))
    }

    @Test(
        "the survey finds a JSON member without the search",
        arguments: [#"{"password":"a","n":1}"#, #"{"a" : "b", "fb_access_token" : "c d"}"#, "s://?d=%7B%22password%22%3A%20%22abc%22%7D"])
    func quick(text: String) {
        var found: [Range<Int>] = []
        let bytes = Array(text.utf8)
        #expect(Secrets.find(in: bytes.span, isHarmless: true, &found))
        #expect(found == Secrets.search(bytes) && !found.isEmpty)
    }
}
