import Foundation
import Platform
import Projects

/// The folder of an app's project.
nonisolated enum ProjectFolder {
    /// The most files and the deepest folders that are looked at.
    private static let mostFiles = 200_000
    private static let deepest = 64

    /// Returns the files of a folder. Symbolic links are not followed, so that no file outside the folder is read.
    static func tree(of folder: String) throws(CommandFailure) -> ProjectTree {
        var paths: [String] = []
        try visit(folder) { path, _ in paths.append(path) }
        return ProjectTree(paths: paths) { path in
            try? InputFile.bytes(of: "\(folder)/\(path)", limit: ProjectTree.largestFile)
        }
    }

    /// Returns a number that changes when a file is added, removed or written.
    static func stamp(of folder: String) -> Int {
        var stamp = 0
        try? visit(folder) { path, status in
            var hasher = Hasher()
            hasher.combine(path)
            hasher.combine(status.st_size)
            hasher.combine(status.modified.tv_sec)
            hasher.combine(status.modified.tv_nsec)
            // The order of the files does not count.
            stamp ^= hasher.finalize()
        }
        return stamp
    }

    private static func visit(_ folder: String, _ use: (String, stat) -> Void) throws(CommandFailure) {
        var count = 0
        var open = [""]
        while let path = open.popLast() {
            let place = path.isEmpty ? folder : "\(folder)/\(path)"
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
                if path.isEmpty { throw CommandFailure("\(folder): the folder cannot be read") }
                continue
            }
            for name in names {
                var status = stat()
                guard unsafe lstat("\(place)/\(name)", &status) == 0 else { continue }
                let inner = path.isEmpty ? name : "\(path)/\(name)"
                switch status.st_mode & S_IFMT {
                case S_IFREG where count < mostFiles:
                    count += 1
                    use(inner, status)
                case S_IFDIR where !ProjectTree.skips(folder: name) && inner.utf8.count(where: { $0 == UInt8(ascii: "/") }) < deepest:
                    open.append(inner)
                default: break
                }
            }
        }
    }
}
