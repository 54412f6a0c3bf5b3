import Checks
import Foundation
import Platform
import Store

/// Goes through the files of folders, in the order of their names.
///
/// Hidden files, folders of tools and what `.gitignore` files name are left out, except what the user names. Symbolic links inside folders are
/// not followed.
nonisolated struct TreeWalk {
    enum Found {
        case file(String, size: Int)
        /// A path that cannot be read, with the reason.
        case failure(String)
        /// A file or folder that the walk cannot reach, with the reason.
        case skipped(String)
    }

    /// A folder that is being read.
    private struct Folder {
        var path: String
        /// The names that are left, in reverse order.
        var names: [String]
        var ignored: IgnoreList
    }

    private var paths: ArraySlice<String>
    private let excluded: IgnoreList
    private var folders: [Folder] = []

    /// The folders in which tools put what they build and fetch.
    private static let toolFolders: Set = [
        "node_modules", "Pods", "Carthage", "DerivedData", "build", "bower_components", "vendor", "third_party",
    ]
    private static let largestList = 1 << 20
    private static let deepest = 200

    init(_ paths: [String], excluded: IgnoreList) {
        self.paths = paths[...]
        self.excluded = excluded
    }

    /// Returns the next file; nil if there is none.
    mutating func next() -> Found? {
        while true {
            if let name = folders.last?.names.last {
                folders[folders.count - 1].names.removeLast()
                if let found = visit(name) { return found }
            } else if !folders.isEmpty {
                folders.removeLast()
            } else if let path = paths.popFirst() {
                if let found = open(path) { return found }
            } else {
                return nil
            }
        }
    }

    /// Opens a path that the user names.
    private mutating func open(_ path: String) -> Found? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return .failure("\(path): \(SystemError("stat", code: errno).reason)") }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(path, size: Int(status.st_size))
        case S_IFDIR: return enter(path)
        default: return .failure("\(path): neither a file nor a folder")
        }
    }

    private mutating func enter(_ path: String) -> Found? {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let list = names.contains(".gitignore") ? try? InputFile.bytes(of: path + "/.gitignore", limit: Self.largestList) : nil
            folders.append(Folder(path: path, names: sorted.reversed(), ignored: IgnoreList(list ?? [])))
            return nil
        } catch {
            return .failure("\(path): the folder cannot be read")
        }
    }

    private mutating func visit(_ name: String) -> Found? {
        guard !name.hasPrefix("."), let folder = folders.last else { return nil }
        let path = folder.path == "." ? name : folder.path.hasSuffix("/") ? folder.path + name : "\(folder.path)/\(name)"
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            let error = errno
            // The system's names are bytes. In a name that is not UTF-8, this sign replaces them.
            if name.contains("\u{FFFD}") { return .skipped("\(path): the name is not UTF-8") }
            // Programs may delete files during the walk.
            return error == ENOENT ? nil : .failure("\(path): \(SystemError("lstat", code: error).reason)")
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || status.st_mode & S_IFMT == S_IFREG, !isIgnored(path, isFolder: isFolder) else { return nil }
        guard isFolder else { return .file(path, size: Int(status.st_size)) }
        guard !Self.toolFolders.contains(name) else { return nil }
        guard folders.count < Self.deepest else { return .skipped("\(path): more than \(Self.deepest) folders deep") }
        return enter(path)
    }

    /// Returns whether `--exclude` or a list of an outer folder names a path.
    private func isIgnored(_ path: String, isFolder: Bool) -> Bool {
        if !excluded.isEmpty, excluded.contains(path, isFolder: isFolder) { return true }
        return folders.contains { folder in
            guard !folder.ignored.isEmpty else { return false }
            let start = folder.path == "." ? 0 : folder.path.utf8.count + (folder.path.hasSuffix("/") ? 0 : 1)
            return folder.ignored.contains(String(decoding: path.utf8.dropFirst(start), as: UTF8.self), isFolder: isFolder)
        }
    }
}
