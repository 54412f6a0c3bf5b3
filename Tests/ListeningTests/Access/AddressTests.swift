import Testing

@testable import Listening

@Suite("Addresses, origins and tokens that the user gives")
struct AddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true, false), ("127.8.8.8", "127.8.8.8", true, false), ("::1", "[::1]", true, false),
        ("0:0:0:0:0:0:0:1", "[::1]", true, false), ("192.168.1.7", "192.168.1.7", false, false), ("0.0.0.0", "0.0.0.0", false, true),
        ("::", "[::]", false, true), ("::ffff:127.0.0.1", "[::ffff:127.0.0.1]", false, false),
    ])
    func `an address is loopback, all interfaces, or neither`(text: String, host: String, isLoopback: Bool, isWildcard: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host)
        #expect(address.isLoopback == isLoopback && address.isWildcard == isWildcard)
    }

    @Test(arguments: ["", "localhost", "127.0.0.1:80", "[::1]", "1.2.3", "256.1.1.1", "127.0.0.1\u{0}x", "127.1"])
    func `anything else is not an address`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func `an origin is a scheme and a host`() {
        for text in ["http://localhost:3000", "https://a.example", "capacitor://localhost", "null"] {
            #expect(WebOrigin(text)?.text == text)
        }
        for text in [
            "", "*", "localhost", "http://", "://a", "http://a/", "http://a?b", "http://a b", "http://a\r\nX: y", "http://ä", "http://*",
        ] {
            #expect(WebOrigin(text) == nil, "\(text)")
        }
    }

    @Test func `a token is long enough and fits into a field`() {
        #expect(AccessToken("0123456789abcdef")?.text == "0123456789abcdef")
        for text in [
            "", "short", "0123456789abcde", "0123456789 abcdef", "0123456789abcdef\n", "0123456789äbcdef",
            String(repeating: "a", count: 257),
        ] {
            #expect(AccessToken(text) == nil)
        }
    }

    @Test func `a token that was made can be used, and is another one each time`() {
        let tokens = Set((0..<100).map { _ in AccessToken.generated() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { AccessToken($0.text) == $0 && $0.isIn("Bearer \($0.text)") })
    }
}
