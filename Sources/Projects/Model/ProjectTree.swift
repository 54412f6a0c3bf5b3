import Bytes

/// The files of a project: their paths from its folder, and how to read one. A test gives a dictionary, the program a folder.
package struct ProjectTree: Sendable {
    /// Sorted, with `/`. Folders of dependencies and of what a build makes are left out (``skips(folder:)``).
    package let paths: [String]
    private let read: @Sendable (String) -> [UInt8]?
    private let known: Set<String>

    /// The size, in bytes, above which a file is not read.
    package static let largestFile = 4 << 20

    package init(paths: some Sequence<String>, read: @escaping @Sendable (String) -> [UInt8]?) {
        self.paths = paths.sorted()
        known = Set(self.paths)
        self.read = read
    }

    package init(_ files: [String: String]) {
        self.init(paths: files.keys.filter { !$0.split(separator: "/").dropLast().contains { Self.skips(folder: String($0)) } }) {
            files[$0].map { Array($0.utf8) }
        }
    }

    /// Returns whether a folder of this name has dependencies, or what a build makes, and so nothing that the authors wrote.
    package static func skips(folder name: String) -> Bool {
        (name.hasPrefix(".") && name != ".well-known") || skipped.contains(name)
    }

    private static let skipped: Set = [
        "node_modules", "build", "Pods", "Carthage", "DerivedData", "dist", "vendor", "bin", "obj",
    ]

    package func has(_ path: String) -> Bool { known.contains(path) }

    /// Returns a file; nil if the project has none with this path. A path never leads out of the project.
    package func file(_ path: String) -> SourceFile? {
        guard known.contains(path), let bytes = read(path) else { return nil }
        return SourceFile(path, bytes)
    }

    /// Returns the path of the first file of a folder that the project has.
    func path(_ folder: String, _ names: String...) -> String? {
        names.lazy.compactMap { Self.joined(folder, $0) }.first(where: has)
    }

    func file(_ folder: String, _ name: String) -> SourceFile? { path(folder, name).flatMap(file) }

    /// Returns the paths below a folder; all paths for an empty name.
    package func paths(in folder: String) -> ArraySlice<String> {
        if folder.isEmpty { return paths[...] }
        let (start, end) = (folder + "/", folder + "0")  // "0" follows "/"
        return paths[paths.endOfPrefix { $0 < start }..<paths.endOfPrefix { $0 < end }]
    }

    /// Returns the path of a file that is named from a folder, without `.` and `..`; nil if it leads out of the project.
    package static func joined(_ folder: String, _ name: String) -> String? {
        var parts = name.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in name.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard parts.popLast() != nil else { return nil }
        }
        // A file that is read alone may have an absolute path.
        let start = folder.hasPrefix("/") && !name.hasPrefix("/") ? "/" : ""
        return start + parts.joined(separator: "/")
    }

    /// Returns the folder of a file or a folder: `a/b` for `a/b/c`, nothing for `c`.
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns a folder and those around it, up to the project's own.
    static func folders(from folder: String) -> some Sequence<String> {
        sequence(first: folder) { $0.isEmpty ? nil : Self.folder(of: $0) }
    }

    /// Returns the part of a path after its last `/`.
    package static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}

/// A file of a project with its lines.
package struct SourceFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// Where each line begins.
    let starts: [Int]

    package init(_ path: String, _ bytes: [UInt8]) {
        (self.path, self.bytes) = (path, bytes)
        starts = [0] + bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns whether the file has a text.
    package func mentions(_ text: StaticString) -> Bool { offset(of: text) != nil }

    /// Returns where the file has a text first.
    func offset(of text: StaticString) -> Int? { bytes.place(of: text, in: bytes.indices) }

    /// Returns the place of a part of the file.
    package func place(_ range: Range<Int>) -> SourcePlace {
        var place = place(range.lowerBound)
        place.range = range
        return place
    }

    /// Returns the line of a byte.
    package func place(_ offset: Int) -> SourcePlace {
        SourcePlace(path, line: starts.endOfPrefix { $0 <= offset }, range: offset..<offset)
    }

    /// Returns the column of a byte in its line, counted from 1 in bytes.
    package func column(_ offset: Int) -> Int {
        offset - (bytes[..<offset].lastIndex(of: 0x0A) ?? -1)
    }
}
