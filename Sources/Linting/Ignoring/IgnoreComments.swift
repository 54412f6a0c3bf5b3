import Bytes

/// The comments of a file that hide findings: `linkscope:ignore`, `linkscope:ignore CODE, CODE` and `linkscope:ignore-file`.
///
/// A comment that stands alone on its line also hides findings on the next line. The text counts wherever it stands, so every language and
/// every kind of comment can have it.
struct IgnoreComments {
    /// Whether the whole file is ignored.
    private(set) var ignoresFile = false
    /// What each comment hides, by the place of its line.
    private var marks: [(lines: Range<Int>, codes: Set<String>)] = []

    private static let mark: StaticString = "linkscope:ignore"
    private static let longestIndent = 500
    private static let longestCodes = 500
    private static let mostMarks = 10_000

    /// The line that was read last. A line may have many comments.
    private var line = 0..<0

    init(_ bytes: [UInt8]) {
        var index = 0
        while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
            index = colon + 1
            let start = colon - 9
            guard start >= 0, bytes.has(Self.mark, at: start, before: bytes.count) else { continue }
            let end = start + Self.mark.utf8CodeUnitCount
            if bytes.has("-file", at: end, before: bytes.count) {
                ignoresFile = true
                return
            }
            add(start, end, in: bytes)
            index = end
        }
    }

    private mutating func add(_ start: Int, _ end: Int, in bytes: [UInt8]) {
        // Only the first comment of a line can stand alone.
        let isFirst = start >= line.upperBound
        if isFirst {
            let first = bytes[line.upperBound..<start].lastIndex(where: ByteClass.isLineEnd).map { $0 + 1 } ?? line.upperBound
            line = first..<Self.lineEnd(end, in: bytes)
        }
        let isAlone =
            isFirst && start - line.lowerBound < Self.longestIndent
            && bytes[line.lowerBound..<start].allSatisfy { ByteClass.isBlank($0) || "/*#<!-;{".utf8.contains($0) }
        var lines = line
        if isAlone, line.upperBound < bytes.count {
            var next = line.upperBound + 1
            if next < bytes.count, bytes[next - 1] == 0x0D, bytes[next] == 0x0A { next += 1 }
            lines = line.lowerBound..<Self.lineEnd(min(next, bytes.count), in: bytes)
        }
        // The codes are the words after the mark. A reason may follow them after two hyphens.
        let words = bytes[end..<min(line.upperBound, end + Self.longestCodes)].split { $0 == 0x20 || $0 == UInt8(ascii: ",") }
            .prefix { word in
                word.first != UInt8(ascii: "-")
                    && word.allSatisfy { ByteClass.isLetter($0) || ByteClass.isDigit($0) || $0 == UInt8(ascii: "-") }
            }
        guard marks.count < Self.mostMarks else { return }
        marks.append((lines, Set(words.map { String(decoding: $0, as: UTF8.self) })))
    }

    private static func lineEnd(_ start: Int, in bytes: [UInt8]) -> Int {
        bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
    }

    /// Returns whether a comment hides a finding.
    func hide(_ finding: LintFinding) -> Bool {
        marks.contains { $0.lines.contains(finding.range.lowerBound) && ($0.codes.isEmpty || $0.codes.contains(finding.code)) }
    }
}
