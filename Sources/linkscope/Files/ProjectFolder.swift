import Foundation
import Platform
import Projects
import Secrets

/// The folder of an app's project.
nonisolated enum ProjectFolder {
    /// The most files and the deepest folders that are looked at.
    private static let mostFiles = 200_000
    private static let deepest = 64

    /// Returns the path of a folder, or of the current one for an empty text, without symbolic links and with a slash at its end.
    static func resolved(_ folder: String) -> String {
        let path = URL(filePath: folder.isEmpty ? "." : folder).resolvingSymlinksInPath().path(percentEncoded: false)
        return path.hasSuffix("/") ? path : path + "/"
    }

    /// Returns the path of a file or folder in a folder, wherever symbolic links lead: "." for the folder itself, and nil for what is not in it.
    static func path(of inner: String, in outer: String) -> String? {
        let (inner, outer) = (resolved(inner), resolved(outer))
        if inner == outer { return "." }
        return inner.utf8.starts(with: outer.utf8) ? String(inner.utf8.dropFirst(outer.utf8.count)) : nil
    }

    /// Returns the files of a folder, and a number that changes when one of them is added, removed or written. No file is read before it is
    /// asked for. Symbolic links are not followed, so that no file outside the folder is read.
    static func tree(of folder: String) throws(CommandFailure) -> (tree: ProjectTree, stamp: Int) {
        var paths: [String] = []
        var stamp = 0
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
                case S_IFREG where paths.count < mostFiles:
                    paths.append(inner)
                    // The order of the files does not count.
                    stamp ^= hash(of: inner, status)
                case S_IFDIR where !ProjectTree.skips(folder: name) && inner.utf8.count(where: { $0 == UInt8(ascii: "/") }) < deepest:
                    open.append(inner)
                default: break
                }
            }
        }
        let tree = ProjectTree(paths: paths) { path in
            try? InputFile.bytes(of: "\(folder)/\(path)", limit: ProjectTree.largestFile)
        }
        return (tree, stamp)
    }

    /// Waits until the files of a folder have changed, with pauses that are long beside the time that a look takes. Returns nil if the waiting
    /// is cancelled.
    static func change(of folder: String, after stamp: Int) async -> (tree: ProjectTree, stamp: Int)? {
        let clock = ContinuousClock()
        var pause = Duration.seconds(1)
        while (try? await Task.sleep(for: pause)) != nil {
            let start = clock.now
            // A folder that cannot be read now may come back.
            let seen = await Task.detached { try? tree(of: folder) }.value
            if let seen, seen.stamp != stamp { return seen }
            pause = max(.seconds(1), (clock.now - start) * 20)
        }
        return nil
    }

    /// What to say if a folder has no app project.
    static func hasNone(_ folder: String) -> String {
        "\(Secrets.masked(folder)): no app project for Android or iOS found: its files were not recognized as an app. Name the root folder of a project with "
            + "a Gradle module that applies com.android.application, an Xcode project, project.yml, Tuist's Project.swift, Flutter's pubspec.yaml, "
            + "a package.json that depends on expo or react-native, capacitor.config, nativescript.config, a config.xml with an app ID, "
            + "a .csproj for Android or iOS, or Unity's ProjectSettings"
    }

    /// Returns a number that tells the states of a file apart.
    private static func hash(of path: String, _ status: stat) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(status.st_size)
        hasher.combine(status.modified.tv_sec)
        hasher.combine(status.modified.tv_nsec)
        return hasher.finalize()
    }
}
