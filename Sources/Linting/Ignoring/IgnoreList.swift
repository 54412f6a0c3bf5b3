import Bytes

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
    private struct Pattern: Sendable {
        var text: [UInt8]
        var isPath: Bool
        var isFolder: Bool
    }

    private var patterns: [Pattern] = []
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
        patterns.append(Pattern(text: text, isPath: isPath, isFolder: isFolder))
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
