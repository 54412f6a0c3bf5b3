import Bytes
import JSONDocument

extension Secrets {
    /// The minimum length of a token in a path, in any row of the table. Shorter segments are not looked up.
    package static let shortestToken = 12
}

/// Finds the tokens in paths: a long random segment after a word that says what it is for.
///
///    /login-link/9f86d081884c7d659a2f      after the word, perhaps as the whole query or fragment: /reset#9f86d081884c7d659a2f
///    /reset/MTA/cb1xyz-7f3c9a0b1d2e4f5a    after the word and the ID of a user: a number, perhaps in base64
///    /reset/token/9f86d081884c7d659a2f     after the word and another one, such as `token`, a language or an address
///    /email-reset/9f86d081884c7d659a2f     after a word that has the word as a part
///    $deeplink_path=reset/9f86d081884c     in a path without a slash at its beginning, as the value of a parameter or member
///
/// This is a class for the reason given at ``SecretShapes``.
final class PathSecrets: Sendable {
    private final class Row: Sendable {
        let test: ValueTest
        /// The hosts whose segments are for everyone.
        let publicHosts: [String]

        init?(_ row: JSONDocument.Node) {
            guard let test = ValueTest(row) else { return nil }
            (self.test, publicHosts) = (test, row.words("public-on"))
        }
    }

    private let rows: FactRows<Row>
    /// The rows with each word.
    private let words: [WordHash: [Int]]
    /// The words that may come between one of these and the token.
    private let between: Set<WordHash>

    private static let shortest = Secrets.shortestToken
    private static let longestID = 12

    init(_ table: FactTable) {
        var words: [WordHash: [Int]] = [:]
        table.forEachWord(of: "segments") { words[table.hash($0.range, without: ContextFinder.isSeparator), default: []].append($0.row) }
        self.words = words
        var between: Set<WordHash> = []
        table.forEachWord(of: "between") { between.insert(table.hash($0.range)) }
        self.between = between
        rows = FactRows(table) { Row($0) }
    }

    /// Calls `body` with the tokens that begin in a run of base64 letters, which include the slash.
    func search(_ run: Range<Int>, in bytes: ByteView, _ body: (Range<Int>) -> Void) {
        bytes.forEachPart(of: run, separatedBy: UInt8(ascii: "/")) { part in
            // Only the last segment may continue after the run, with a dot or an equals sign.
            guard part.lowerBound > run.lowerBound || Self.afterPath.contains(bytes[part.lowerBound - 1]),
                part.count >= Self.shortest || part.upperBound == run.upperBound,
                let token = token(at: part.lowerBound, in: bytes)
            else { return }
            body(token)
        }
    }

    private func token(at start: Int, in bytes: ByteView) -> Range<Int>? {
        let token = start..<bytes.skip(start) { ByteClass.isUnreserved($0) || Self.signs.contains($0) }
        guard token.count >= Self.shortest else { return nil }
        let before = segment(before: start - 1, in: bytes)
        guard
            let rows = rows(for: before, bytes)
                ?? (isBetween(before, bytes) ? rows(for: segment(before: before.lowerBound - 1, in: bytes), bytes) : nil)
        else { return nil }
        let form = ValueTraits(bytes, at: start, end: token.upperBound)
        let isSecret = rows.contains { row in
            guard let row = self.rows[row], form.passes(row.test) else { return false }
            return row.publicHosts.isEmpty || !isHost(of: start, oneOf: row.publicHosts, in: bytes)
        }
        return isSecret ? token : nil
    }

    /// Returns whether the host before the path of a segment is one of these, or belongs to one of them.
    private func isHost(of segment: Int, oneOf hosts: [String], in bytes: ByteView) -> Bool {
        var host = self.segment(before: segment - 1, in: bytes)
        while !host.isEmpty, bytes[host.lowerBound - 1] == UInt8(ascii: "/"), bytes[host.lowerBound - 2] != UInt8(ascii: "/") {
            host = self.segment(before: host.lowerBound - 1, in: bytes)
        }
        return bytes.withSpan(host) { host in
            hosts.contains { known in
                let start = host.count - known.utf8.count
                return start >= 0 && known.withBytes { host.extracting(start..<host.count).isEqual(to: $0) }
                    && (start == 0 || host[start - 1] == UInt8(ascii: "."))
            }
        }
    }

    private func rows(for word: Range<Int>, _ bytes: ByteView) -> [Int]? {
        if word.isEmpty { return nil }
        var (whole, part) = (WordHash(), WordHash())
        var rowsOfPart: [Int]?
        for index in word {
            if ContextFinder.isSeparator(bytes[index]) || SecretNames.beginsWord(index, in: bytes) {
                rowsOfPart = rowsOfPart ?? words[part]
                part = WordHash()
            }
            if ContextFinder.isSeparator(bytes[index]) { continue }
            whole.add(bytes[index])
            part.add(bytes[index])
        }
        return words[whole] ?? rowsOfPart ?? words[part]
    }

    /// Returns the segment that ends at a slash, which JSON may have escaped. The range is empty unless the segment follows a slash or
    /// begins a fragment, a value or the text.
    private func segment(before slash: Int, in bytes: ByteView) -> Range<Int> {
        let end = bytes[slash - 1] == SecretSearch.backslash ? slash - 1 : slash
        let start = bytes.skipBack(end, atMost: SecretNames.longest) { SecretSearch.isNameByte($0) || $0 == UInt8(ascii: "@") }
        return start == 0 || Self.beforeSegment.contains(bytes[start - 1]) ? start..<end : end..<end
    }

    private static let beforeSegment = ByteSet("/#=\"'")
    private static let afterPath = ByteSet("?#")
    /// The signs of a token that are not those of a name.
    private static let signs = ByteSet("=:+")

    /// Returns whether a segment may stand between the word and the token: a known word, a language, or the address or ID of a user.
    private func isBetween(_ segment: Range<Int>, _ bytes: ByteView) -> Bool {
        between.contains(bytes.hash(segment)) || segment.count == 2 || segment.contains { bytes[$0] == UInt8(ascii: "@") }
            || isUserID(segment, bytes)
    }

    /// Returns whether a segment is a number, perhaps in base64.
    private func isUserID(_ segment: Range<Int>, _ bytes: ByteView) -> Bool {
        guard !segment.isEmpty, segment.count <= Self.longestID else { return false }
        if segment.allSatisfy({ ByteClass.isDigit(bytes[$0]) }) { return true }
        var decoder = Base64.Decoder()
        return segment.allSatisfy { index in
            guard let digit = Base64.value(bytes[index]) else { return false }
            return decoder.add(digit).map(ByteClass.isDigit) ?? true
        }
    }
}
