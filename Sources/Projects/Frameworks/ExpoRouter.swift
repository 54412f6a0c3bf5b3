import Deciding

/// The routes of expo-router: each file in the folder `app` is a screen.
enum ExpoRouter {
    /// - Parameters:
    ///   - folder: The folder of the Expo project.
    ///   - root: The folder of the routes, if a plugin names it.
    /// - Returns: nil if the project has no folder with routes.
    static func router(in folder: String, root: String?, for apps: [String], of tree: ProjectTree, into project: inout Project) -> Router? {
        let roots = [root, "app", "src/app"].compactMap { $0.flatMap { ProjectTree.joined(folder, $0) } }
        guard let folder = roots.first(where: { !tree.paths(in: $0).isEmpty }) else { return nil }
        let root = top(of: folder, in: tree)
        var router = Router(.expoRouter, apps: apps)
        var patterns: Set<String> = []
        for path in tree.paths(in: root) {
            guard let segments = segments(of: String(path.dropFirst(root.count + 1))) else { continue }
            if segments.last == "+native-intent" {
                router.isCertain = false
                let place = SourcePlace(path, line: 1)
                project.unknowns.append(Unknown("routes", "redirectSystemPath may lead a link to another route", at: place))
            }
            guard let pattern = pattern(of: segments), patterns.insert(pattern).inserted else { continue }
            var route = Route(pattern, on: [.android, .ios], at: SourcePlace(path, line: 1))
            route.isCatchAll = segments.count { !isGroup($0) } == 1 && pattern.hasPrefix("/*")
            router.routes.append(route)
        }
        return router
    }

    /// Returns the folder with the first layout, if no screen is above it: the environment can set another root, such as `app/routes`.
    private static func top(of root: String, in tree: ProjectTree) -> String {
        let layouts = tree.paths(in: root).filter { path in
            let file = segments(of: path)?.last
            return file == "_layout" || file == "index" && ProjectTree.folder(of: path) == root
        }
        let folders = layouts.map(ProjectTree.folder)
        let first = folders.min { $0.split(separator: "/").count < $1.split(separator: "/").count } ?? root
        return first.dropFirst(root.count).contains { "([".contains($0) } ? root : first
    }

    /// Returns the names of the folders and of the file, without the ending; nil if it is no file with code.
    private static func segments(of path: String) -> [String]? {
        let ending = [".tsx", ".ts", ".jsx", ".js"].first(where: path.hasSuffix)
        guard let ending, !path.hasSuffix(".d.ts") else { return nil }
        return path.dropLast(ending.count).split(separator: "/").map(String.init)
    }

    /// Returns the pattern of a screen; nil if the file is not a screen. A file for one platform counts only beside a file for all.
    private static func pattern(of segments: [String]) -> String? {
        guard let file = segments.last, file != "_layout", !file.contains("+") else { return nil }
        guard ![".web", ".ios", ".android", ".native", ".test", ".spec"].contains(where: file.hasSuffix) else { return nil }
        let names = segments.filter { !isGroup($0) }
        return "/" + names.dropLast(names.last == "index" ? 1 : 0).map(named).joined(separator: "/")
    }

    private static func isGroup(_ segment: String) -> Bool { segment.hasPrefix("(") && segment.hasSuffix(")") }

    /// Returns `:id` for `[id]`, and `*slug` for `[...slug]`.
    private static func named(_ segment: String) -> String {
        guard segment.hasPrefix("["), segment.hasSuffix("]") else { return segment }
        let name = segment.dropFirst().dropLast()
        return name.hasPrefix("...") ? "*" + name.dropFirst(3) : ":" + name
    }
}
