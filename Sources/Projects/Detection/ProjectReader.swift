import Bytes
import Deciding
import JSONDocument
import LinkLayers

extension Project {
    /// Reads a project, with all apps in it.
    package init(_ tree: ProjectTree) {
        var reader = ProjectReader(tree: tree)
        reader.readFrameworks()
        reader.readNativeApps()
        AssociationFiles.read(tree, into: &reader.project)
        self = reader.project
    }
}

/// Finds the apps of a tree: first those of the frameworks, with the native folders that belong to them, then the native ones.
private struct ProjectReader {
    let tree: ProjectTree
    let source: SourceReader
    var project = Project()
    /// The folders whose native projects have been read.
    private var handled: [String] = []
    /// The folders of packages. The code of one is not that of the folder around it.
    private var packages: [String] = []

    /// Files that a framework's project has.
    private static let marks: Set = [
        "pubspec.yaml", "package.json", "app.json", "app.config.json", "app.config.ts", "app.config.js", "capacitor.config.ts",
        "capacitor.config.js", "capacitor.config.json", "config.xml", "nativescript.config.ts", "nativescript.config.js",
        "ProjectSettings.asset",
    ]

    init(tree: ProjectTree) {
        self.tree = tree
        source = SourceReader(tree)
    }

    mutating func readFrameworks() {
        let marked = tree.paths.filter { Self.marks.contains(ProjectTree.name(of: $0)) || $0.hasSuffix(".csproj") }
        packages = marked.filter { ["pubspec.yaml", "package.json"].contains(ProjectTree.name(of: $0)) }.map(ProjectTree.folder)
        for path in marked where path.hasSuffix(".json") { checkJSON(path) }
        var seen: Set<String> = []
        for path in marked {
            let isUnity = path.hasSuffix("ProjectSettings/ProjectSettings.asset")
            let folder = isUnity ? ProjectTree.folder(of: ProjectTree.folder(of: path)) : ProjectTree.folder(of: path)
            if seen.insert(folder).inserted { readFramework(folder) }
        }
    }

    /// Reads the project of a folder, of the first kind that it has.
    private mutating func readFramework(_ folder: String) {
        let package = tree.path(folder, "package.json").flatMap { source.exported(of: $0)?.all.first }
        let dependencies = Set((package?.entry("dependencies")?.value.entries ?? []).compactMap(\.key?.text))
        source.parameters = [:]
        if let flutter = FlutterProject(folder, in: tree) {
            read(flutter)
        } else if let expo = ExpoProject(folder, hasDependency: dependencies.contains("expo"), source: source) {
            read(expo, usesRouter: dependencies.contains("expo-router") || expo.hasRouterPlugin)
        } else if dependencies.contains("react-native") {
            let settings = tree.path(folder, "app.json").flatMap { source.exported(of: $0) } ?? SourceValues()
            let apps = readNative(folder, name: source.member(anyOf: ["displayName", "name"], of: settings)?.values.text)
            let found = reactNavigation(in: folder, for: apps.keys, schemes: [])
            add(found, for: apps, of: "React Native", in: found.isEmpty ? sources(in: folder) : [], at: packagePlace(in: folder))
        } else if let capacitor = CapacitorProject(folder, source: source) {
            let apps = readNative(folder, name: capacitor.name)
            capacitor.addFindings(apps.keys, to: &project)
            let paths = sources(in: folder)
            let router = capacitor.router(in: paths, for: apps.keys)
            add(router.map { [$0] } ?? [], for: apps, of: "Capacitor", in: paths, at: packagePlace(in: folder))
            if let first = router?.routes.first, !apps.keys.isEmpty {
                noteRoutes(
                    in: paths, found: "a listener of appUrlOpen decides whether a link reaches the web routes",
                    missing: "no listener of appUrlOpen was found, which would lead links to the web routes", at: first.place)
            }
        } else if Cordova.read(folder, in: tree, into: &project) {
            // Cordova writes the projects in `platforms`, and plugins have examples. Any other native project is one of the app's own.
            handled += ["platforms", "plugins"].compactMap { ProjectTree.joined(folder, $0) }
        } else if DotNet.read(folder, in: tree, into: &project) || NativeScript.read(folder, in: tree, into: &project)
            || Unity.read(folder, in: tree, into: &project)
        {
            handled.append(folder)
        }
    }

    /// Reports the first mistake of a JSON file. Comments and other additions of JSON 5 are not mistakes.
    private mutating func checkJSON(_ path: String) {
        guard let file = tree.file(path) else { return }
        let allowed: Set<JSONFinding.Code> = [
            .comment, .trailingComma, .singleQuotes, .invalidWord, .invalidNumber, .byteOrderMark, .duplicateKey,
        ]
        let mistake = JSONDocument(file.bytes).findings.first { $0.isError && !allowed.contains($0.code) }
        guard let mistake else { return }
        let message = "line \(mistake.line), column \(mistake.column): \(mistake.message)"
        let repair = "Correct the file, so that all of it is read."
        project.findings.append(ProjectFinding(.fileUnreadable, .error, message, repair: repair, at: file.place(mistake.offset)))
    }

    // MARK: Native folders

    /// The apps of native folders, and what their readers did not know.
    private struct NativeApps {
        var android: [String] = []
        var apple: [String] = []
        var unknowns: Range<Int>

        var keys: [String] { android + apple }
    }

    /// Reads the folders `android` and `ios` of a framework's project.
    private mutating func readNative(_ folder: String, name: String?) -> NativeApps {
        let (android, apple) = (ProjectTree.joined(folder, "android") ?? "android", ProjectTree.joined(folder, "ios") ?? "ios")
        let start = project.unknowns.count
        var apps = NativeApps(unknowns: start..<start)
        if !tree.paths(in: android).isEmpty { apps.android = readAndroid(android, name: name, in: tree) }
        if !tree.paths(in: apple).isEmpty { apps.apple = AppleProject.read(apple, name: name, in: tree, into: &project) }
        handled += [android, apple]
        apps.unknowns = start..<project.unknowns.count
        return apps
    }

    private mutating func readAndroid(_ folder: String, name: String?, in tree: ProjectTree) -> [String] {
        AndroidModule.applications(in: folder, of: tree).map { module in
            let key = key(ofModule: module.folder)
            AndroidModule.read(module, key: key, name: name, into: &project)
            return key
        }
    }

    /// Reads the apps that no framework builds.
    mutating func readNativeApps() {
        let folders = handled.map { $0.isEmpty ? "" : $0 + "/" }
        let paths = tree.paths.filter { path in !folders.contains { path.hasPrefix($0) } }
        let rest = ProjectTree(paths: paths) { [tree] in tree.file($0)?.bytes }
        _ = readAndroid("", name: nil, in: rest)
        _ = AppleProject.read("", name: nil, in: rest, into: &project)
    }

    // MARK: Keys

    /// Returns `android` for `android/app`, otherwise the name of the folder without `-android`.
    private func key(ofModule folder: String) -> String {
        if folder.isEmpty { return project.freeKey("app", in: "") }
        let parent = ProjectTree.folder(of: folder)
        if ProjectTree.name(of: folder) == "app", ProjectTree.name(of: parent) == "android" {
            return project.freeKey("android", in: ProjectTree.folder(of: parent))
        }
        let name = ProjectTree.name(of: folder)
        return project.freeKey(name.hasSuffix("-android") ? String(name.dropLast("-android".count)) : name, in: parent)
    }

    // MARK: Frameworks

    private mutating func read(_ flutter: FlutterProject) {
        let apps = readNative(flutter.folder, name: flutter.name)
        guard !apps.keys.isEmpty else { return }
        let files = tree.paths(in: ProjectTree.joined(flutter.folder, "lib") ?? "lib").filter {
            $0.hasSuffix(".dart") && !$0.hasSuffix(".g.dart")
        }
        var routers = GoRouter.routers(in: files, for: apps.keys, source: source, into: &project)
        flutter.apply(to: &routers, of: &project)
        add(routers, for: apps, of: "Flutter", in: files, at: flutter.place)
    }

    private mutating func read(_ expo: ExpoProject, usesRouter: Bool) {
        var apps = readNative(expo.folder, name: expo.name)
        let (name, around) = (ProjectTree.name(of: expo.folder), ProjectTree.folder(of: expo.folder))
        let slug = expo.member("slug")?.values.text ?? "app"
        expo.addFindings(to: &project)
        if apps.android.isEmpty, expo.builds("android") {
            apps.android = [project.freeKey(expo.folder.isEmpty ? slug : name + "-android", in: around)]
            expo.addAndroid(apps.android[0], to: &project)
        }
        if apps.apple.isEmpty, expo.builds("ios") {
            apps.apple = [project.freeKey((expo.folder.isEmpty ? slug : name) + "-ios", in: around)]
            expo.addApple(apps.apple[0], to: &project)
        }
        var found: [Router] = []
        if usesRouter {
            let router = ExpoRouter.router(in: expo.folder, root: expo.routerRoot, for: apps.keys, of: tree, into: &project)
            found = router.map { [$0] } ?? []
        }
        if found.isEmpty { found = reactNavigation(in: expo.folder, for: apps.keys, schemes: expo.schemes) }
        add(found, for: apps, of: "Expo", in: found.isEmpty ? sources(in: expo.folder) : [], at: expo.place)
    }

    private mutating func reactNavigation(in folder: String, for apps: [String], schemes: [String]) -> [Router] {
        if apps.isEmpty { return [] }
        return ReactNavigation.routers(in: sources(in: folder), for: apps, schemes: schemes, source: source, into: &project)
    }

    /// Returns the files with JavaScript or TypeScript of a folder, without those of packages in it and of tests.
    private func sources(in folder: String) -> [String] {
        let inner = packages.filter { $0 != folder && ($0.hasPrefix(folder + "/") || folder.isEmpty) }.map { $0 + "/" }
        return tree.paths(in: folder).filter { path in
            [".ts", ".tsx", ".js", ".jsx", ".mjs"].contains(where: path.hasSuffix) && !path.hasSuffix(".d.ts")
                && ![".test.", ".spec.", "/__"].contains(where: ("/" + path).contains) && !inner.contains(where: path.hasPrefix)
        }
    }

    /// What the code of a framework's app calls to take links.
    private static let listeners: [StaticString] = [
        "appUrlOpen", "Linking.addEventListener(", "getInitialURL()", ".uriLinkStream", "getInitialLink()",
    ]

    private func packagePlace(in folder: String) -> SourcePlace { SourcePlace(tree.path(folder, "package.json") ?? "", line: 1) }

    /// Says why routes are not known: at the code that takes links if some is found, otherwise at another place.
    private mutating func noteRoutes(in paths: [String], found: String, missing: String, at place: SourcePlace) {
        let listener = paths.firstResult { path in
            tree.file(path).flatMap { file in Self.listeners.firstResult { file.offset(of: $0) }.map(file.place) }
        }
        project.unknowns.append(Unknown("routes", listener == nil ? missing : found, at: listener ?? place))
    }

    /// Adds the routers of a framework's project. What native code does with links is of no interest, then.
    ///
    /// - Parameter paths: The files with the project's code; they are read only if there are no routers.
    private mutating func add(
        _ routers: [Router], for apps: NativeApps, of framework: String, in paths: [String], at place: SourcePlace
    ) {
        guard !apps.keys.isEmpty else { return }
        guard !routers.isEmpty else {
            project.routers.append(Router(.code, apps: apps.keys))
            return noteRoutes(
                in: paths, found: "links are handled in code, no route table declared as data",
                missing: "no route table found in the code of the \(framework) app", at: place)
        }
        project.routers.removeAll { router in router.kind == .code && router.apps.allSatisfy(apps.keys.contains) }
        for index in apps.unknowns.reversed() where project.unknowns[index].what.hasSuffix("routes") { project.unknowns.remove(at: index) }
        project.routers += routers
    }
}
