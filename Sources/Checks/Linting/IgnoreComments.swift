import Bytes
import LinkLayers

/// The comments of a file that hide findings: `linkscope:ignore`, `linkscope:ignore CODE, CODE` and `linkscope:ignore-file`.
///
/// A comment that stands alone on its line also hides findings on the next line. The text counts wherever it stands outside of links, so every
/// language and every kind of comment can have it.
struct IgnoreComments {
    private struct Mark {
        var place: Int
        /// The lines whose findings it hides.
        var lines: Range<Int>
        /// The codes of these findings; empty if it hides all.
        var codes: Set<String> = []
        /// The first word that is not a code.
        var unknown: Range<Int>?
    }

    private var marks: [Mark] = []
    /// The places of the comments that hide the findings of the whole file.
    private var fileMarks: [Int] = []

    private static let mark: StaticString = "linkscope:ignore"
    private static let codes = Set(LintRule.all.map(\.code))
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
                if fileMarks.count < Self.mostMarks { fileMarks.append(start) }
            } else {
                add(start, end, in: bytes)
            }
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
                    && word.allSatisfy { ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
        guard marks.count < Self.mostMarks else { return }
        let unknown = words.first { !Self.codes.contains(String(decoding: $0, as: UTF8.self)) }
        marks.append(
            Mark(
                place: start, lines: lines, codes: Set(words.map { String(decoding: $0, as: UTF8.self) }),
                unknown: unknown.map { $0.startIndex..<$0.endIndex }))
    }

    private static func lineEnd(_ start: Int, in bytes: [UInt8]) -> Int {
        bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
    }

    var ignoresFile: Bool { !fileMarks.isEmpty }

    /// Removes the comments in links: a link cannot hide what is wrong with it.
    mutating func remove(in links: [Range<Int>]) {
        if marks.isEmpty && fileMarks.isEmpty { return }
        let links = RangeSet(links)
        marks.removeAll { links.contains($0.place) }
        fileMarks.removeAll(where: links.contains)
    }

    /// Returns the findings about comments with words that are not codes.
    func findings(in bytes: [UInt8]) -> [LintFinding] {
        marks.compactMap(\.unknown).map { word in
            LintFinding(
                LintCode.unknownIgnore.rawValue, .note,
                "The comment names \"\(String(decoding: bytes[word], as: UTF8.self))\", but no finding has this code. Write a reason after "
                    + "two hyphens.",
                at: word)
        }
    }

    func hide(_ finding: LintFinding) -> Bool {
        marks.contains { $0.lines.contains(finding.range.lowerBound) && ($0.codes.isEmpty || $0.codes.contains(finding.code)) }
    }
}

/// Names that are left out of a walk through folders, in a subset of the patterns of `.gitignore`.
///
///     build          a file or folder with this name, at any depth
///     build/         the same, and only a folder
///     /docs/old      a path from the folder of the list
///     *.min.js       * is any text within a name, ? any character
///
/// Patterns that begin with `!`, and patterns with `**` or `[`, are ignored. So files that git ignores may be read, and files that only a
/// pattern with `!` keeps are skipped.
package struct IgnoreList: Sendable {
    private var patterns: [(text: [UInt8], isPath: Bool, isFolder: Bool)] = []
    private static let mostPatterns = 1000

    package init(_ bytes: [UInt8] = []) {
        for line in bytes.split(whereSeparator: ByteClass.isLineEnd).prefix(Self.mostPatterns) {
            add(String(decoding: line.prefix(500), as: UTF8.self))
        }
    }

    package mutating func add(_ line: String) {
        var text = Array(line.utf8)
        while let last = text.last, ByteClass.isBlank(last) { text.removeLast() }
        guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "!") else { return }
        let isFolder = text.last == UInt8(ascii: "/")
        if isFolder { text.removeLast() }
        let isPath = text.contains(UInt8(ascii: "/"))
        if text.first == UInt8(ascii: "/") { text.removeFirst() }
        let hasStars = text.indices.contains { text.has("**", at: $0, before: text.count) }
        guard !text.isEmpty, !text.contains(UInt8(ascii: "[")), !hasStars else { return }
        patterns.append((text, isPath, isFolder))
    }

    package var isEmpty: Bool { patterns.isEmpty }

    /// Returns whether a file or folder is left out.
    ///
    /// - Parameter path: Its path from the folder of the list, such as `docs/old`.
    package func contains(_ path: String, isFolder: Bool) -> Bool {
        let bytes = Array(path.utf8)
        let name = bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
        return patterns.contains { pattern in
            (isFolder || !pattern.isFolder) && Self.matches(pattern.text, pattern.isPath ? bytes : name)
        }
    }

    /// Compares a text with a pattern. Each `*` is tried from left to right, and only the last one is tried again.
    private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        var star: (place: Int, index: Int)?
        while index < text.count {
            let isSlash = text[index] == UInt8(ascii: "/")
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == text[index] || pattern[place] == UInt8(ascii: "?") && !isSlash {
                (place, index) = (place + 1, index + 1)
            } else if let last = star, text[last.index] != UInt8(ascii: "/") {
                star = (last.place, last.index + 1)
                (place, index) = (last.place + 1, last.index + 1)
            } else {
                return false
            }
        }
        while place < pattern.count, pattern[place] == UInt8(ascii: "*") { place += 1 }
        return place == pattern.count
    }
}
