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
                case S_IFREG where paths.count < mostFiles: paths.append(inner)
                case S_IFDIR where !ProjectTree.skips(folder: name) && inner.utf8.count(where: { $0 == UInt8(ascii: "/") }) < deepest:
                    open.append(inner)
                default: break
                }
            }
        }
        return ProjectTree(paths: paths) { path in
            try? InputFile.bytes(of: "\(folder)/\(path)", limit: ProjectTree.largestFile)
        }
    }
}
