import Foundation
import Secrets
import TestSupport
import Testing

extension LabelledText {
    // MARK: Positions

    /// Returns the text between two others, with each part changed by itself.
    private func carried(_ before: String, _ after: String, _ change: (String) -> String) -> LabelledText {
        var (result, places) = (Array(before.utf8), [Range<Int>]())
        var shown = 0
        for secret in secrets + [bytes.count..<bytes.count] {
            result += change(String(decoding: bytes[shown..<secret.lowerBound], as: UTF8.self)).utf8
            let start = result.count
            result += change(String(decoding: bytes[secret], as: UTF8.self)).utf8
            if !secret.isEmpty { places.append(start..<result.count) }
            shown = secret.upperBound
        }
        return LabelledText(result + Array(after.utf8), places)
    }

    /// The text as a value of a query, percent-encoded.
    var inQuery: LabelledText { carried("shop://open?u=", "&v=1", percentEncoded) }
    /// The text as a value of a fragment.
    var inFragment: LabelledText { carried("https://b.example/p#u=", "", percentEncoded) }
    /// The text as a string of JSON.
    var inJSON: LabelledText {
        carried("{\"n\":1,\"u\":\"", "\",\"o\":[]}") { $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
    }
    /// The text in base64.
    var inBase64: LabelledText { packed("shop://open?u=", []) }
    /// The text in base64, with other bytes around it, as Bing and Google News write links.
    var inBing: LabelledText { packed("https://www.bing.com/ck/a?!&&p=0a&ptn=3&u=a1", []) }
    var inNews: LabelledText { packed("https://news.google.com/rss/articles/", [8, 19, 34, UInt8(min(bytes.count, 127))], [0xD2, 1, 0]) }
    /// The text as a mail gateway writes it, with hyphens for percent signs.
    var inProofpoint: LabelledText {
        carried("https://urldefense.proofpoint.com/v2/url?u=", "&d=DwMF&c=x") { text in
            text.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "/"): "_"
                case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    String(UnicodeScalar(byte))
                default: "-" + String(format: "%02X", Int(byte))
                }
            }.joined()
        }
    }

    /// The link as a mail gateway writes it in its third version: `*` stands for a byte that follows in base64, and `**A` for two. A fragment
    /// is added, so that the link ends before what follows it.
    var inProofpoint3: LabelledText {
        var (standing, isAfterRun) = ([UInt8](), false)
        func starred(_ text: String) -> String {
            let scheme = text.hasPrefix("http") ? text.prefix { $0 != "/" } + "//" : ""
            var result = String(scheme)
            var run = 0
            // A run ends with its part, so the next part begins with a byte as it is.
            for (index, byte) in (Array(text.utf8.dropFirst(scheme.utf8.count)) + [0]).enumerated() {
                let isPlain = byte & 0xDF &- 65 < 26 || byte &- 48 < 10 || "-._~".utf8.contains(byte) || index == 0 && isAfterRun
                if !isPlain, byte != 0 {
                    standing.append(byte)
                    run += 1
                    continue
                }
                if byte == 0 { isAfterRun = run > 0 }
                if run > 0 { result += run == 1 ? "*" : "**" + String(UnicodeScalar(UInt8(63 + run))) }
                run = 0
                if byte != 0 { result += String(UnicodeScalar(byte)) }
            }
            return result
        }
        var wrapped = carried("https://urldefense.com/v3/__", "*top__;", starred)
        standing.append(UInt8(ascii: "#"))
        wrapped.bytes += (Data(standing).base64EncodedString().replacing("=", with: "") + "!!AbC!x$").utf8
        return wrapped
    }

    /// Returns the text in base64. The letters that encode a byte of a secret are masked.
    private func packed(_ before: String, _ first: [UInt8], _ last: [UInt8] = []) -> LabelledText {
        let data = Data(first + bytes + last)
        let letters = data.base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
        let places = secrets.map { secret in
            // The letters of the bytes after the link are no part of it.
            let most = last.isEmpty ? letters.utf8.count : ((first.count + bytes.count) * 4 + 2) / 3
            let (start, end) = (
                (secret.lowerBound + first.count) / 3 * 4, min((secret.upperBound + first.count + 2) / 3 * 4, most)
            )
            return before.utf8.count + start..<before.utf8.count + end
        }
        return LabelledText(Array((before + letters).utf8), places)
    }

    /// Whether this is a link of the web.
    var isOnWeb: Bool { bytes.starts(with: "http".utf8) }
}

@Suite("What is masked in links as people send them")
struct LabelledTextTests {
    private static let links = LabelledText.all(LabelledTexts.secrets)
    private static let others = LabelledText.all(LabelledTexts.otherSecrets)
    private static let harmless = LabelledText.all(LabelledTexts.harmless)
    /// Every link with a secret by itself and in all wrappings, the other texts with secrets, and the texts without.
    static let all =
        links + others + harmless + others.filter { $0.bytes.first == UInt8(ascii: "{") }.map(\.inBase64)
        + links.flatMap { [$0.inQuery, $0.inQuery.inQuery, $0.inFragment, $0.inJSON, $0.inBase64] }
        + links.flatMap { [$0.inProofpoint, $0.inProofpoint.inQuery, $0.inBing] } + links.filter(\.isOnWeb).map(\.inNews)
        + links.filter(\.isOnWeb).flatMap { [$0.inProofpoint3, $0.inProofpoint3.inQuery] } + harmless.filter(\.isOnWeb).map(\.inProofpoint3)
        + harmless.flatMap { [$0.inQuery, $0.inJSON, $0.inProofpoint, $0.inBing] } + harmless.filter(\.isOnWeb).map(\.inNews)

    @Test func `every secret is masked, and nothing else`() {
        var (right, wrong, missed) = (0, 0, 0)
        for text in Self.all {
            let found = Secrets.ranges(in: text.bytes)
            // Secrets that touch are found as one.
            let expected = text.secrets.reduce(into: [Range<Int>]()) { merged, secret in
                if let last = merged.last, secret.lowerBound <= last.upperBound {
                    merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, secret.upperBound)
                } else {
                    merged.append(secret)
                }
            }
            right += expected.count { found.contains($0) }
            missed += expected.count { !found.contains($0) }
            wrong += found.count { !expected.contains($0) }
            #expect(found == expected, "\(text.description)\n→ \(String(decoding: Secrets.masked(text.bytes), as: UTF8.self))")
        }
        let precision = Double(right) / Double(right + wrong)
        let recall = Double(right) / Double(right + missed)
        print("secrets: \(Self.all.count) texts, \(Self.harmless.count) of them look-alikes; precision \(precision), recall \(recall)")
        #expect(Self.all.count >= 300 && Self.harmless.count >= 120 && precision == 1 && recall == 1)
    }

    @Test func `the texts are different ones`() {
        #expect(Set(Self.all.map(\.bytes)).count == Self.all.count)
    }
}
