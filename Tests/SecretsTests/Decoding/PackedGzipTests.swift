import Foundation
import Secrets
import TestSupport
import Testing

@Suite("Text that is compressed in base64")
struct PackedGzipTests {
    private static func read(_ letters: String, atMost most: Int = 1 << 20) -> PackedGzip? {
        PackedGzip(Array(letters.utf8).span, atMost: most)
    }

    private static func whole(_ letters: String, atMost most: Int = 1 << 20) -> String? {
        PackedGzip(whole: Array(letters.utf8).span, atMost: most).map { String(decoding: $0.text, as: UTF8.self) }
    }

    /// Text that does not become shorter than the piece that is read at once.
    private static func long(seed: UInt64, _ count: Int) -> String {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in String(random.next(), radix: 36) }.joined(separator: "&é=")
    }

    @Test("what gzip wrote is read, in both alphabets, with padding or without")
    func alphabets() {
        for seed in 0..<40 as Range<UInt64> {
            let text = "https://a.example/?" + Self.long(seed: seed, Int(seed))
            let bytes = gzipped(Array(text.utf8))
            for letters in [unpadded(bytes), Data(bytes).base64EncodedString()] { #expect(Self.whole(letters) == text) }
        }
    }

    @Test("what Python's gzip wrote, with a name in the header, is read")
    func named() {
        let letters = "H4sICAAAAAAC_2xpbmsudHh0AMsoKSkottLXT9RLrUjMLchJ1bevsDUEANIV5_AWAAAA"
        #expect(Self.whole(letters) == "https://a.example/?x=1")
    }

    @Test("a text that was truncated is read up to the last whole character")
    func truncated() {
        let text = "https://a.example/?x=" + Self.long(seed: 3, 60)
        let letters = packedGzip(text)
        var longest = 0
        for count in stride(from: 0, to: letters.count, by: 7) {
            let packed = Self.read(String(letters.prefix(count)))
            #expect(packed?.isDamaged != true)
            guard let packed else { continue }
            let read = String(decoding: packed.text, as: UTF8.self)
            #expect(text.hasPrefix(read) && !read.isEmpty)
            #expect(packed.letterCount == count)
            longest = max(longest, read.count)
        }
        #expect(longest > text.count / 2)
    }

    @Test("damaged data is read up to the damage, and is no whole value")
    func damaged() {
        let text = "https://a.example/?x=" + Self.long(seed: 4, 60)
        var bytes = gzipped(Array(text.utf8))
        // The checksum is the last but one word.
        bytes[bytes.count - 8] ^= 1
        let packed = Self.read(unpadded(bytes))
        #expect(packed.map { $0.isDamaged && $0.text == Array(text.utf8) } == true)
        #expect(Self.whole(unpadded(bytes)) == nil)
        #expect(Self.whole(packedGzip(text) + "!") == nil)
    }

    @Test(
        "letters that hold no text are nothing",
        arguments: ["", "H4s", "H4sI", "H4sIAAAAAAAAA", "H4sInternationalAssociation", "aHR0cHM6Ly9hLz9wYXNzd29yZD1hYmM", packedGzip("")])
    func nothing(letters: String) {
        #expect(Self.read(letters) == nil)
    }

    @Test("bytes that are not text end the reading")
    func binary() {
        #expect(Self.read(unpadded(gzipped([0, 1, 2, 3]))) == nil)
        let packed = Self.read(unpadded(gzipped(Array("text".utf8) + [0] + Array("more".utf8))))
        #expect(packed.map { $0.isDamaged && $0.text == Array("text".utf8) } == true)
        #expect(Self.read(unpadded(gzipped([UInt8](repeating: 0, count: 1 << 20)))) == nil)
    }

    @Test("a few letters do not become more text than the caller takes")
    func bomb() {
        let letters = unpadded(gzipped([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)))
        #expect(letters.count < 2000)
        for most in [1, 100, 1024, 5000] { #expect(Self.read(letters, atMost: most)?.text.count == most) }
        #expect(Self.read(letters, atMost: 0) == nil)
    }

    @Test("the letters after the data do not belong to it")
    func rest() {
        for text in ["https://a.example/", "https://b.example/?x", "https://c.example/?xy"] {
            let letters = packedGzip(text)
            let packed = Self.read(letters + "/next/segment")
            #expect(packed.map { String(decoding: $0.text, as: UTF8.self) } == text)
            #expect(packed?.letterCount == letters.count && packed?.isDamaged == false)
        }
    }

    @Test("a header without an end is given up", .timeLimit(.minutes(30)))
    func endless() {
        // A name that never ends, of letters that begin like gzip again and again.
        let letters = String(repeating: "H4sICAAA", count: 50_000)
        #expect(Self.read(letters) == nil)
    }

    @Test("no bytes that begin like gzip stop the program", arguments: Seeds.among(1...8))
    func hostile(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<3000 {
            var bytes = gzipped(Array(Self.long(seed: random.next(), Int(random.next() % 30)).utf8))
            for _ in 0..<1 + random.next() % 4 {
                let place = 3 + Int(random.next() % UInt64(bytes.count - 3))
                switch random.next() % 3 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                }
            }
            let most = 1 + Int(random.next() % 600)
            let letters = unpadded(bytes)
            guard let packed = Self.read(letters, atMost: most) else { continue }
            #expect((1...most).contains(packed.text.count) && (4...letters.count).contains(packed.letterCount))
        }
    }
}
