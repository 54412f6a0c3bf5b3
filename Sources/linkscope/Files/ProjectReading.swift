import Bytes
import Deciding
import Foundation
import Platform
import Projects
import Secrets
import Tasks

/// The user's own project: its folder, what was read of it, and how to see that it has changed.
nonisolated struct ProjectReading: Sendable {
    private let folder: String
    private let variant: String?
    private(set) var project: UserProject
    /// Tells the files apart by their names, sizes and times.
    private var stamp: Int
    /// Whether the user named the folder.
    private let isGiven: Bool
    /// The files that were there.
    private(set) var paths: [String]

    /// - Parameters:
    ///   - folder: The folder that the user named; nil for the current folder, if it looks like a project.
    ///   - option: What names the folder, for messages.
    ///   - progress: Shows that the project is read: a large one takes a second.
    init?(_ folder: String?, variant: String?, option: String = "--project", progress: ProgressLine? = nil) throws(CommandFailure) {
        isGiven = folder != nil
        guard let folder = folder ?? (Self.isProject(".") ? "." : nil) else {
            guard variant == nil else { throw .usage("--variant needs a project: name its folder with --project") }
            return nil
        }
        (self.folder, self.variant) = (folder, variant)
        progress?.show("reading the project \(ShownPath.of(folder))")
        defer { progress?.clear() }
        let (tree, stamp) = try ProjectFolder.tree(of: folder)
        self.stamp = stamp
        paths = Self.paths(tree, folder)
        project = Self.project(tree, folder, variant)
        guard !project.project.apps.isEmpty else {
            guard isGiven || variant != nil else { return nil }
            throw .usage("\(option) \(ProjectFolder.hasNone(folder))")
        }
        if let variant {
            let known = AppPlatform.allCases.flatMap { project.project.variants(on: $0) }
            guard known.contains(variant) else {
                throw .usage("--variant \(variant): the builds are \(known.unique.joined(separator: ", "))")
            }
        }
    }

    private static func project(_ tree: ProjectTree, _ folder: String, _ variant: String?) -> UserProject {
        UserProject(
            Project(tree), name: URL(filePath: folder).standardizedFileURL.lastPathComponent, variant: variant,
            in: ProjectFolder.resolved(folder))
    }

    private static func paths(_ tree: ProjectTree, _ folder: String) -> [String] { tree.paths.map { "\(folder)/\($0)" } }

    /// Whether a folder has a file that the root of an app's project has.
    private static func isProject(_ folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        return names.contains { name in
            marks.contains(name) || [".xcodeproj", ".xcworkspace", ".csproj"].contains { name.hasSuffix($0) }
        }
    }

    private static let marks: Set = [
        "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts", "pubspec.yaml", "app.json", "app.config.js",
        "app.config.ts", "capacitor.config.json", "capacitor.config.ts", "config.xml", "project.yml", "Project.swift", "ProjectSettings",
        "nativescript.config.ts",
    ]

    /// The device to begin with: an Android device if the project has no app for iOS.
    var deviceName: String? { project.hasApp(on: .ios) ? nil : project.hasApp(on: .android) ? "Android" : nil }

    /// A line that says that the apps of this folder are on the device; nil if the user has asked for them.
    var words: String? {
        guard !isGiven else { return nil }
        let names = project.project.apps.filter { $0.appClipOf == nil }.map { $0.name ?? $0.key }.unique
        let apps = Secrets.masked(names.listed(most: 3))
        return "linkscope: installed \(apps) on the simulated device from this folder's project. --no-project ignores the project."
    }

    /// Whether a file was added, removed or written since the project was read.
    var hasChanged: Bool { (try? ProjectFolder.tree(of: folder))?.stamp != stamp }

    /// Reads the project again if its files have changed.
    mutating func reread() {
        guard let (tree, stamp) = try? ProjectFolder.tree(of: folder), stamp != self.stamp else { return }
        _ = take(Self.project(tree, folder, variant), tree, stamp)
    }

    /// Waits until the files of the project have changed, and reads it again. Returns nil if the waiting is cancelled.
    mutating func next(_ token: CancellationToken) -> UserProject? {
        while let (tree, stamp) = ProjectFolder.change(of: folder, after: stamp, token) {
            let read = Self.project(tree, folder, variant)
            if take(read, tree, stamp) { return read }
        }
        return nil
    }

    /// Takes what was read, unless it has no apps: a file may be half written.
    private mutating func take(_ read: UserProject, _ tree: ProjectTree, _ stamp: Int) -> Bool {
        self.stamp = stamp
        guard !read.project.apps.isEmpty else { return false }
        (project, paths) = (read, Self.paths(tree, folder))
        return true
    }
}

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
    static func change(
        of folder: String, after stamp: Int, _ token: CancellationToken = CancellationTokenSource().token
    ) -> (tree: ProjectTree, stamp: Int)? {
        let clock = ContinuousClock()
        var pause = Duration.seconds(1)
        while !token.wait(atMost: pause) {
            let start = clock.now
            // A folder that cannot be read now may come back.
            if let seen = try? tree(of: folder), seen.stamp != stamp { return seen }
            pause = max(.seconds(1), (clock.now - start) * 20)
        }
        return nil
    }

    /// What to say if a folder has no app project.
    static func hasNone(_ folder: String) -> String {
        "\(Secrets.masked(folder)): no project of an Android or iOS app in this folder. Name the root folder of a project with "
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
