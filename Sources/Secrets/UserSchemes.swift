import Bytes
import Services

/// The schemes whose links have a secret in the place of the user: `trojan://secret@host`.
struct UserSchemes: Sendable {
    private var schemes: Set<WordHash> = []
    /// The last two letters of the schemes.
    private var lastPairs = BytePairs()

    init(_ table: FactTable) {
        table.forEachWord(of: "users") { word in
            schemes.insert(table.hash(word.range))
            lastPairs.insert(table.text[word.range.upperBound - 2], table.text[word.range.upperBound - 1])
        }
    }

    /// Returns whether the scheme that ends at a colon is one of them.
    @inline(__always)
    func contains(before colon: Int, in bytes: ByteView) -> Bool {
        // Few schemes end like one of them.
        lastPairs.mayContain(bytes[colon &- 2] | 0x20, bytes[colon &- 1] | 0x20) && isWhole(before: colon, in: bytes)
    }

    @inline(never)
    private func isWhole(before colon: Int, in bytes: ByteView) -> Bool {
        var start = colon
        while colon - start < Self.longest, SecretShapes.isWord(bytes[start - 1]) { start -= 1 }
        var hash = WordHash()
        for index in start..<colon { hash.add(bytes[index]) }
        return schemes.contains(hash)
    }

    private static let longest = 16
}
