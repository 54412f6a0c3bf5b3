import Bytes

/// Reads the settings of an xcconfig file with the files that it includes.
struct XCConfig {
    /// The most files that one file may include, each as often as it is named.
    private static let mostFiles = 200
    private static let mostLines = 20_000

    private let tree: ProjectTree
    private(set) var lines: [BuildSettings.Line] = []
    private var files = 0
    /// The files that are being read, so that none includes itself.
    private var open: [String] = []

    /// - Parameter place: The place that names the file.
    init(_ path: String, named place: SourcePlace, in tree: ProjectTree) {
        self.tree = tree
        read(path, at: place, isOptional: false)
    }

    private mutating func read(_ path: String, at place: SourcePlace, isOptional: Bool) {
        guard !open.contains(path), files < Self.mostFiles else { return }
        guard let file = tree.file(path) else {
            // A tool writes these files, with nothing in them that concerns links: CocoaPods' files, and the one of Flutter.
            let isInSkippedFolder = path.split(separator: "/").contains { ProjectTree.skips(folder: String($0)) }
            if isInSkippedFolder || path.hasSuffix("Flutter/Generated.xcconfig") { return }
            let missing = MissingSettings(name: "\(path), which is not in the project,", place: place, isOptional: isOptional)
            return lines.append(.missing(missing))
        }
        files += 1
        open.append(path)
        defer { open.removeLast() }
        for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) where lines.count < Self.mostLines {
            read(line, at: file.place(line.indices), from: ProjectTree.folder(of: path))
        }
    }

    private mutating func read(_ line: ArraySlice<UInt8>, at place: SourcePlace, from folder: String) {
        let comment = line.firstRange(of: "//".utf8)?.lowerBound ?? line.endIndex
        let text = String(decoding: line[..<comment], as: UTF8.self).trimmed
        if text.hasPrefix("#include") {
            let name = text.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first.map(String.init) ?? ""
            // The developer tools have files of their own. A file outside of the project is not read, so what it sets is not known.
            if !name.isEmpty, !name.hasPrefix("<") {
                read(ProjectTree.joined(folder, name) ?? name, at: place, isOptional: text.hasPrefix("#include?"))
            }
            return
        }
        guard let equals = Self.equals(in: text) else { return }
        var value = text[text.index(after: equals)...].trimmed
        if value.hasSuffix(";") { value = value.dropLast().trimmed }
        lines.append(.assignment(SettingAssignment(text[..<equals].trimmed, value, at: place)))
    }

    /// Returns the first `=` outside of brackets: `X[sdk=iphoneos*] = y`.
    private static func equals(in text: String) -> String.Index? {
        var depth = 0
        return text.indices.first {
            depth += text[$0] == "[" ? 1 : text[$0] == "]" ? -1 : 0
            return text[$0] == "=" && depth == 0
        }
    }
}
