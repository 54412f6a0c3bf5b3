import Bytes
import Foundation
import LinkLayers
import Secrets
import TestSupport
import Testing

@Suite("Secrets in base64")
struct PackedSecretsTests {
    enum Alphabet: CaseIterable, Sendable { case plain, url, unpadded }

    static func packed(_ text: String, _ alphabet: Alphabet = .url) -> String {
        let plain = Data(text.utf8).base64EncodedString()
        if alphabet == .plain { return plain }
        let bare = plain.replacing("=", with: "")
        return alphabet == .unpadded ? bare : bare.replacing("+", with: "-").replacing("/", with: "_")
    }

    @Test("only the letters that encode a secret are masked")
    func letters() {
        // https://a/?password=abc&x=1: the password is in the groups "d=a" and "bc&".
        let link = "shop://a?u=" + Self.packed("https://a/?password=abc&x=1")
        #expect(link == "shop://a?u=aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmMmeD0x")
        #expect(Secrets.masked(link) == "shop://a?u=aHR0cHM6Ly9hLz9wYXNzd29y••••••••eD0x")
    }

    @Test("base64 at the end of a link in a mail gateway's wrapper is read without the underscores after it")
    func mailGateway() {
        let link = "https://shop.example/p?d=" + Self.packed(#"{"a": "b", "access_token": "s3cr3tvalue"}"#)
        let masked = Secrets.masked(link)
        #expect(masked.contains("••••••••"))
        #expect(Secrets.masked("https://urldefense.com/v3/__\(link)__;!!abc!def$") == "https://urldefense.com/v3/__\(masked)__;!!abc!def$")
    }

    @Test(
        "in the source of an email, where = is =3D, the 3D is no part of a value",
        arguments: [
            "shop://open?p=3D⟦AKIA{AB2C*4}⟧&x=3D1", "shop://open?p=3D⟦ghp_{aB1*12}⟧", "shop://open?p=3D⟦sk_live_{aB1*8}⟧",
            "shop://open?p=3D⟦eyJ{aB1*5}.eyJ{aB1*5}.{aB1*5}⟧",
        ])
    func mail(line: String) {
        let text = LabelledText(line[...])
        #expect(Secrets.ranges(in: text.bytes) == text.secrets)
    }

    @Test("base64 in the source of an email is searched")
    func packedMail() {
        let (value, start) = (Self.packed("{\"password\":\"abc\"}"), "shop://a?u=")
        let shown = Secrets.masked(start + value)
        #expect(shown != start + value && Secrets.masked("\(start)3D\(value)") == shown.replacing(start, with: "\(start)3D"))
    }

    private static let holders: [@Sendable (String) -> String] = [
        { "https://a.example/?access_token=\($0)&x=1" }, { "{\"access_token\":\"\($0)\",\"n\":1}" },
        { "https://me:\(percentEncoded($0))@a.example/x" },
        { "{\n  \"user\": \"é\",\n  \"password\": \"\($0)\"\n}" }, { "{\"u\":\"https:\\/\\/a.example?password=\($0)\"}" },
        { "Authorization: Bearer \($0)" },
    ]

    private static let wrappings: [@Sendable (String) -> String] = [
        { "shop://b?u=\($0)&x=1" }, { "shop://b?u=\(percentEncoded($0))#f" },
        { "shop://b?al_applink_data=\(percentEncoded("{\"d\":\"\($0)\"}"))" },
        { "{\"d\":\"\($0.replacing("/", with: "\\/"))\",\"n\":1}" },
        { "https://a.example/r/\($0)/x" }, { "see \($0), please" }, { $0 },
        { "shop://b?u=\(percentEncoded(percentEncoded($0)))" },
    ]

    @Test("secrets are masked in any kind of base64, in any context", arguments: Alphabet.allCases)
    func everywhere(_ alphabet: Alphabet) {
        for holder in Self.holders {
            for pad in ["", "?", ">>", "~~~"] {
                let secret = "s3cr3t\(pad)"
                let value = Self.packed(holder(secret) + pad, alphabet)
                for wrapping in Self.wrappings {
                    let text = wrapping(value)
                    let masked = Secrets.masked(text)
                    #expect(masked != text && Self.texts(in: masked).allSatisfy { !$0.contains("s3cr3t") }, "\(holder(secret)) in \(text)")
                }
            }
        }
    }

    /// Returns everything that any run of base64 letters decodes to, from any position.
    private static func texts(in text: String) -> [String] {
        let runs = text.replacing("%2F", with: "/").replacing("%2B", with: "+").replacing("%252F", with: "/").replacing("%252B", with: "+")
            .replacing("\\/", with: "/").replacing("-", with: "+").replacing("_", with: "/")
            .split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "+" || $0 == "/") }
        return runs.flatMap { run in
            (0..<4).map { start in
                let letters = run.dropFirst(start)
                return String(decoding: Data(base64Encoded: String(letters.prefix(letters.count / 4 * 4))) ?? Data(), as: UTF8.self)
            }
        }
    }

    @Test("a secret in a compressed text takes all of its letters, in any context", arguments: Alphabet.allCases)
    func compressed(_ alphabet: Alphabet) {
        for holder in Self.holders {
            for pad in ["", "?", ">>", "~~~"] {
                let plain = Data(gzipped(Array((holder("s3cr3t\(pad)") + pad).utf8))).base64EncodedString()
                let value =
                    switch alphabet {
                    case .plain: plain
                    case .unpadded: plain.replacing("=", with: "")
                    case .url: plain.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
                    }
                for wrapping in Self.wrappings {
                    let text = wrapping(value)
                    let masked = Secrets.masked(text)
                    // All letters are masked, but not the padding.
                    let letters = value.replacing("=", with: "")
                    #expect(masked.contains("••••••••") && !masked.contains(letters.prefix(16)), "\(holder(pad)) in \(text): \(masked)")
                }
            }
        }
    }

    @Test("compressed texts without a secret, and letters that only begin like gzip, stay")
    func compressedPlain() {
        for text in [packedGzip("https://a.example/?x=1"), "H4sInternationalAssociationOfLetters", "H4sIAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            #expect(Secrets.masked("shop://a?u=\(text)&x=1") == "shop://a?u=\(text)&x=1")
        }
    }

    @Test("the letters after a compressed text stay")
    func afterCompressed() {
        let value = packedGzip("https://a.example/?password=s3cr3t")
        #expect(Secrets.masked("https://a.example/\(value)/next") == "https://a.example/••••••••/next")
    }

    @Test("a secret in a compressed text is found although the text is truncated, damaged, or compressed again")
    func damagedCompressed() {
        let value = packedGzip("https://a.example/?password=s3cr3t&" + (0..<40).map { "k\($0 * 7919)=\($0 * $0)" }.joined(separator: "&"))
        let parts = [
            String(value.dropLast(20)), value.prefix(value.count - 4) + "AAAA", packedGzip("x=" + value), Self.packed("u=" + value),
        ]
        for part in parts { #expect(!Secrets.masked("shop://a?u=\(part)").contains(part.prefix(40)), "\(part)") }
    }

    @Test("a compressed text that is too long is masked as a whole", .timeLimit(.minutes(30)))
    func bombs() {
        let text = unpadded(gzipped([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)))
        #expect(Secrets.masked("shop://a?u=\(text)&x=1") == "shop://a?u=••••••••&x=1")
        let zeros = unpadded(gzipped([UInt8](repeating: 0, count: 1 << 20)))
        #expect(Secrets.masked("shop://a?u=\(zeros)&x=1") == "shop://a?u=\(zeros)&x=1")
        #expect(!Secrets.masked("shop://a?" + String(repeating: "u=\(text)&", count: 10)).contains("H4sI"))
        // The start of gzip with a name that never ends, again and again.
        _ = Secrets.masked("shop://a?u=" + String(repeating: "H4sICAAA", count: 20_000))
    }

    @Test("secrets are masked in nested base64 and escapes, at any depth", arguments: [1, 2, 3, 6, 12])
    func nested(depth: Int) {
        var text = "https://a.example/?access_token=s3cr3t"
        for level in 0..<depth {
            text = "shop://l\(level)?u=" + (level.isMultiple(of: 2) ? Self.packed(text) : percentEncoded(percentEncoded(text)))
        }
        let inspection = LinkInspection(Array(text.utf8))
        #expect(inspection.findings.contains { $0.code == .secret })
        #expect(!inspection.secrets.isEmpty)
        // Every secret of a nested layer is also hidden in the link.
        for layer in inspection.layers {
            let hidden = Secrets.ranges(in: layer.text.bytes)
            #expect(!hidden.isEmpty)
            for range in hidden { #expect(inspection.secrets.cover(layer.text.original(range)), "\(layer.text.string)") }
        }
    }

    @Test("a secret that is truncated anywhere after its name is masked")
    func cut() {
        let value = Self.packed("https://a.example/?access_token=s3cr3t")
        let start = Self.packed("https://a.example/?access_token=").count - 4
        for length in (start + 6)...value.count {
            let text = "shop://a?u=\(value.prefix(length))"
            #expect(Secrets.masked(text) != text, "\(text)")
        }
    }

    @Test(
        "text that only looks like base64, or contains no secret, is unchanged",
        arguments: [
            "shop://a?d=eyJuIjoiYSBsb25nIG5hbWUifQ", "shop://a?n=abcdefghijklmnopqrstuvwxyz&w=internationalization",
            "shop://a?fbclid=IwAR0f3Xz9yQmKpLrTnVbWcD5h7JgSx2EaUoPiMqNvBtYkHlZ", "https://a.example/a/long/path/with/many/parts/in/it",
            "shop://a?d=" + packed("https://a.example/?access_token_kind=none&x=y"),
        ])
    func leaves(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test("secrets are masked even in escapes deeper than the peeler goes", arguments: [5, 6, 7, 9, 20])
    func deep(levels: Int) {
        var text = "shop://a?access_token=s3cr3t&x=1"
        for _ in 0..<levels { text = "shop://a?u=" + percentEncoded(text) }
        let masked = Secrets.masked(text)
        #expect(!masked.contains("s3cr3t") && masked.hasSuffix("x%\(String(repeating: "25", count: levels - 1))3D1"))
    }

    /// Pieces of long texts that a careless search would read again for each level or position.
    private static let pieces = [
        "://a:", "//a:b@", "%25", "%2525%22://a:", "abcdefgh", "YWNjZXNzX3Rva2VuPWFiYw==", "YWNjZXNz/", "%2F", "%2B", "access_token=a&",
        "\\u0025", "#Intent;", ";S.password=a", "\u{200B}", "%E2%80%8B", "\\/", "Y2Vzc190b2tlbj1hY",
    ]

    @Test("eight times as much text takes little more than eight times the work", arguments: pieces)
    func isLinear(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 14)) { size in
            _ = Secrets.ranges(in: Array(String(repeating: piece, count: size / piece.utf8.count).utf8))
        }
        #expect(isLinear)
    }

    @Test("the work for nested base64 grows only with its length")
    func isLinearInDepth() {
        var text = "access_token=s3cr3t"
        while text.utf8.count < 1 << 16 { text = Self.packed("\(text)&\(text.count)") }
        let bytes = Array(text.utf8)
        var ranges: [Range<Int>] = []
        let nested = ThreadTime.spent { ranges = Secrets.ranges(in: bytes) }
        #expect(!ranges.isEmpty)
        let flat = Array(String(repeating: "YWNjZXNzX3Rva2VuPWFiYw==", count: bytes.count / 24).utf8)
        let plain = ThreadTime.spent { _ = Secrets.ranges(in: flat) }
        #expect(nested < plain * 16 + .milliseconds(30), "\(plain) → \(nested)")
    }
}
