/// The settings of a YAML file, line by line. What the files of tools say needs no more of YAML, and tags of a tool's own do no harm.
///
///     dependencies:
///       flutter:
///         sdk: flutter      path dependencies/flutter/sdk
///     schemes:
///     - shop                path schemes/-
struct IndentedSettings {
    typealias Setting = (path: String, value: String, place: SourcePlace)

    private(set) var all: [Setting] = []

    /// The most settings that are read, the most spaces before one, and the longest name.
    private static let (most, deepest, longestName) = (20_000, 40, 100)

    init(_ file: SourceFile) {
        var parents: [(indent: Int, name: String)] = []
        for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) where all.count < Self.most {
            let indent = line.prefix { $0 == 0x20 }.count
            let text = String(decoding: line, as: UTF8.self).trimmed
            let isItem = text.hasPrefix("- ")
            guard indent <= Self.deepest, let end = isItem ? text.startIndex : text.firstIndex(of: ":"), !text.hasPrefix("#") else {
                continue
            }
            // An item of a list may stand below the first letter of the list's name.
            while let last = parents.last, isItem ? last.indent > indent : last.indent >= indent { parents.removeLast() }
            let name = isItem ? "-" : String(text[..<end].prefix(Self.longestName))
            let path = (parents.map(\.name) + [name]).joined(separator: "/")
            if !isItem { parents.append((indent, name)) }
            all.append((path, String(text[end...].dropFirst()).trimmed, file.place(line.startIndex)))
        }
    }

    /// Returns the values that are not empty, with their places.
    subscript(path: String) -> [(text: String, place: SourcePlace)] {
        all.filter { $0.path == path && !["", "[]", "{}"].contains($0.value) }.map { ($0.value, $0.place) }
    }
}
