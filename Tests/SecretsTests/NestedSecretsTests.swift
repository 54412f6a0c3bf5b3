import Secrets
import TestSupport
import Testing

@Suite("Secrets in nested texts")
struct NestedSecretsTests {
    @Test(
        "the end of a value depends on its context",
        arguments: [
            ("shop://a?password=a,b;c}d]e'f\"g h\\i&x", "shop://a?password=••••••••&x"),
            ("shop://a?user[password]=a&access_token[]=b", "shop://a?user[password]=••••••••&access_token[]=••••••••"),
            ("shop://a?user%5Bpassword%5D=a", "shop://a?user%5Bpassword%5D=••••••••"),
            ("shop://a?x&password=a#top", "shop://a?x&password=••••••••#top"),
            ("shop://a#password=a b&c", "shop://a#password=••••••••&c"),
            ("shop://a#/route?password=a,b", "shop://a#/route?password=••••••••"),
            ("https://me:a'b&c d@e.example/?q=x@y", "https://me:••••••••@e.example/?q=x@y"),
            (#"{"u":"https:\/\/me:pw@a.example"}"#, #"{"u":"https:\/\/me:••••••••@a.example"}"#),
            (#"{"u":"shop://a?password=a b,c","n":1}"#, #"{"u":"shop://a?password=••••••••","n":1}"#),
            (#"{"u":"shop://a?password=a\"b","n":1}"#, #"{"u":"shop://a?password=••••••••","n":1}"#),
            (#"{"j":"{\"password\":\"a\\\"b\",\"n\":1}"}"#, #"{"j":"{\"password\":\"••••••••\",\"n\":1}"}"#),
            (#"{"j":"{\"u\":\"a?password=a,b\",\"n\":1}"}"#, #"{"j":"{\"u\":\"a?password=••••••••\",\"n\":1}"}"#),
            (#"{"password":["a","b]c"],"n":1}"#, #"{"password":••••••••,"n":1}"#),
            (#"{\"password\":{\"v\":\"a}b\"},\"n\":1}"#, #"{\"password\":••••••••,\"n\":1}"#),
            ("Authorization: Digest user=\"a\", hash=\"b\"", "Authorization: ••••••••"),
            ("X: 1\nProxy-Authorization: a b, c\r\nY: 2", "X: 1\nProxy-Authorization: ••••••••\r\nY: 2"),
            (#"["Authorization: Basic a=, b","x"]"#, #"["Authorization: ••••••••","x"]"#),
            (#"{"h":"Authorization: Basic a b\r\nX: 1"}"#, #"{"h":"Authorization: ••••••••\r\nX: 1"}"#),
            ("password=a,b next=c", "password=•••••••• next=c"),
            ("GET https://a?password=abc HTTP/1.1", "GET https://a?password=•••••••• HTTP/1.1"),
            ("{access_token=abc, user=me}", "{access_token=••••••••, user=me}"),
            ("authorization=Bearer abc", "authorization=••••••••"),
            ("access_token%3Dabc", "access_token%3D••••••••"),
            // The scheme of a link with hyphens for percent signs may have more than letters.
            ("https://a.example/?u=fb123-3A__b-3Fpassword-3Dabc&d=x", "https://a.example/?u=fb123-3A__b-3Fpassword-3D••••••••&d=x"),
            ("https://a.example/?u=com.a-2Db-3Ac-3Fpassword-3Dabc&d=x", "https://a.example/?u=com.a-2Db-3Ac-3Fpassword-3D••••••••&d=x"),
            (String(repeating: "x", count: 100) + "_password=abc", String(repeating: "x", count: 100) + "_password=••••••••"),
        ]
    )
    func masks(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a member is in the contexts of the link that carries its JSON, a parameter only in those of its own link",
        arguments: [
            (#"a://oauth?d={"e":{"code":"482913"}}"#, #"a://oauth?d={"e":{"code":"••••••••"}}"#),
            ("a://oauth?d=%7B%22code%22:%22482913%22%7D", "a://oauth?d=%7B%22code%22:%22••••••••%22%7D"),
            ("a://b?d=%7B%22code%22:%22482913%22%7D&state=xyz", "a://b?d=%7B%22code%22:%22••••••••%22%7D&state=xyz"),
            (
                "a://oauth?d=eyJhIjoiYmJiYmJiYmJiYmJiYmJiIiwiY29kZSI6IjQ4MjkxMyJ9",
                "a://oauth?d=eyJhIjoiYmJiYmJiYmJiYmJiYmJiIiwiY29kZSI6••••••••"
            ),
            ("a://b?d=%7B%22code%22:%22482913%22%7D", "a://b?d=%7B%22code%22:%22482913%22%7D"),
            ("a://b?code=SUMMER9&u=c%3A%2F%2Fd%3Fstate%3Dxyz", "a://b?code=SUMMER9&u=c%3A%2F%2Fd%3Fstate%3Dxyz"),
            (
                #"a://b?oobCode=&d={"apiKey":"abc","code":"482913"}&state=xyz"#,
                #"a://b?oobCode=&d={"apiKey":"••••••••","code":"••••••••"}&state=xyz"#
            ),
            (#"oauth {"code":"482913"}"#, #"oauth {"code":"482913"}"#),
        ]
    )
    func masksMembers(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    private static let secret = "s3cr3t"

    /// Returns a value that contains the secret and everything that could be mistaken for its end.
    private static func value(_ random: inout SeededRandom) -> String {
        let between = [",", ";", "}", "]", "'", "\"", "\\", " ", ":", "=", "?", "/", "@", "é", "%", "{", "+", "\n"]
        return (0..<3).map { _ in secret + between[Int.random(in: 0..<between.count, using: &random)] }.joined() + secret
    }

    /// Texts that surround the value.
    private static let holders: [@Sendable (String) -> String] = [
        { "shop://a?x=1&access_token=\(percentEncoded($0))&y" },
        { "shop://a?%70assword=\(percentEncoded($0))" },
        { "{\"n\":1,\"fb_access_token\":\(quoted($0)),\"o\":[]}" },
        { "{\"h\":{\"Authorization\":\(quoted("Bearer " + $0))}}" },
        { "https://me:\(percentEncoded($0))@a.example/?q#f" },
    ]

    /// Wrappings that are applied repeatedly.
    private static let wrappings: [@Sendable (String) -> String] = [
        { "shop://b?u=\(percentEncoded($0))&v=\"" },
        { "shop://b?al_applink_data=\(percentEncoded("{\"target_url\":\(quoted($0)),\"extras\":{\"e\":1}}"))" },
        { "{\"a\":\"b\",\"u\":\(quoted($0)),\"c\":\"d\"}" },
        { "{\"event\":\"x\",\"more\":[\(quoted($0)),2]}" },
    ]

    @Test("no secret is visible in any nesting", .daily, arguments: Seeds.among(0...39))
    func wrapped(seed: UInt64) {
        var random = SeededRandom(seed: seed + 1)
        for _ in 0..<25 {
            var text = Self.holders[Int.random(in: 0..<Self.holders.count, using: &random)](Self.value(&random))
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                text = Self.wrappings[Int.random(in: 0..<Self.wrappings.count, using: &random)](text)
            }
            let masked = Secrets.masked(text)
            #expect(!masked.contains(Self.secret), "\(text)\n→ \(masked)")
            // No secret is visible, wherever the text is truncated.
            let cut = Array(text.utf8).prefix(Int.random(in: 0...text.utf8.count, using: &random))
            #expect(!String(decoding: Secrets.masked(Array(cut)), as: UTF8.self).contains(Self.secret), "cut: \(text)")
        }
    }

    @Test("any bytes can be masked without a trap, and the other bytes are unchanged")
    func fuzz() {
        var random = SeededRandom(seed: 11)
        let pieces =
            [
                "access_token", "password", "Authorization", "=", ":", "\"", "'", "\\", "\\\"", "%22", "%5C", "%", "%2", "\\u0022", "\\u00",
                "{", "}",
                "[", "]", "&", "#", "?", "://", "@", "/", "x", " ", "\n", "Bearer ", "null", ",",
            ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xC3, 0xA9], [0]]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0..<20, using: &random)).flatMap { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            let ranges = Secrets.ranges(in: bytes)
            #expect(ranges.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= bytes.count })
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            var others = bytes
            for range in ranges.reversed() { others.removeSubrange(range) }
            #expect(Secrets.masked(bytes).replacing(Array("••••••••".utf8), with: [UInt8]()) == others)
        }
    }

    @Test(
        "the time for long texts grows with their length",
        arguments: [
            "password:{", "password:[\"", "authorization:", "?password=", "\"password\":\"\\", "://a:", "%25", "\\\\\"", "password]]",
            "%5Cu0025",
        ]
    )
    func long(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 14)) { size in
            let text = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
            #expect(!Secrets.masked(text).isEmpty)
        }
        #expect(isLinear)
    }
}

@Suite struct SecretNamesTests {
    @Test(arguments: [
        "access_token", "fb_access_token", "accessToken", "ACCESS-TOKEN", "x.access.token", "password", "user[password]", "passwd",
        "Authorization",
        "Proxy-Authorization", "client_secret", "api_key", "X-Api-Key", "refresh_token", "id_token", "auth_token", "X-Amz-Security-Token",
    ])
    func secret(name: String) {
        #expect(Secrets.isSecret(name: name))
    }

    @Test(arguments: [
        "", "token_type", "passwordless", "key", "monkey", "author", "authorizations", "tokens", "x", "[]", "access_token_kind",
    ])
    func notSecret(name: String) {
        #expect(!Secrets.isSecret(name: name))
    }
}
