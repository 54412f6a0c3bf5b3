import Deciding
import LinkLayers

/// A Capacitor project: a web app in native folders, which decide what it claims.
struct CapacitorProject {
    private let source: SourceReader
    private let settings: SourceValues

    /// Returns nil if the folder has no Capacitor project.
    init?(_ folder: String, source: SourceReader) {
        let path = source.tree.path(folder, "capacitor.config.ts", "capacitor.config.js", "capacitor.config.json")
        guard let path, let exported = source.exported(of: path) else { return nil }
        (self.source, settings) = (source, source.results(of: exported))
    }

    var name: String? { source.member("appName", of: settings)?.values.text }

    /// Reports an ID that only the creation of the native folders used.
    func addFindings(_ keys: [String], to project: inout Project) {
        guard let item = source.member("appId", of: settings), let id = item.values.text else { return }
        for app in project.apps where keys.contains(app.key) {
            let ids = app.builds.compactMap(\.id.known)
            let released = app.builds.first(where: \.isRelease)?.id.known
            guard ids.count == app.builds.count, let first = released ?? ids.first, !ids.contains(id) else { continue }
            let message =
                "appId is \(id), but the \(app.platform.name) app is \(first). Capacitor reads appId only when it creates a native folder."
            let repair = "Write the ID of the app into appId, or change the native project."
            project.findings.append(ProjectFinding(.capacitorIDDiffers, .warning, message, repair: repair, at: item.place))
        }
    }

    /// Returns the routes of the web app. A listener in its code hands links to them, so nothing is certain.
    ///
    /// Angular, Vue and React Router have objects with `path` and what it shows.
    func router(in paths: [String], for apps: [String]) -> Router? {
        var router = Router(.code, apps: apps)
        router.isCertain = false
        var found = Found()
        for path in paths {
            guard let file = source.tree.file(path), file.mentions("path:"), let code = source.code(path) else { continue }
            var end = 0
            for brace in code.tokens.objects(with: ["path"]) where brace >= end {
                end = code.tokens.after(brace)
                add(code.expression(at: brace), below: "", depth: 0, to: &found)
            }
        }
        router.routes = found.routes.map { Route(path: found.path($0.path, in: $0.place.file), on: [.android, .ios], at: $0.place) }
        return router.routes.isEmpty ? nil : router
    }

    private static let shows = ["component", "Component", "element", "loadComponent", "loadChildren", "lazy", "children", "components"]
    private static let (mostRoutes, deepest) = (5_000, 32)

    /// The routes of the files, by their paths in them.
    private struct Found {
        var routes: [(path: String, place: SourcePlace)] = []
        /// The routes that load those of a file.
        var parents: [String: (path: String, file: String)] = [:]

        func path(_ path: String, in file: String) -> String {
            var (path, file) = (path, file)
            for _ in 0..<CapacitorProject.deepest {
                guard let parent = parents[file], parent.file != file else { break }
                (path, file) = (parent.path + "/" + path, parent.file)
            }
            return path
        }
    }

    /// Returns the file of `loadChildren: () => import('./tabs.routes')`. A module has its routes in a file beside it.
    private func loaded(_ route: Literal) -> String? {
        guard let value = route.entry("loadChildren")?.value, case .function(let body) = value.content,
            let tokens = source.code(value.file.path)?.tokens
        else { return nil }
        let names = body.lazy.filter { tokens.has($0, "import") }.compactMap { tokens.text($0 + 2) }
        return names.first.flatMap { name in
            let routes =
                name.hasSuffix(".module") ? source.file(name.dropLast(".module".count) + "-routing.module", from: value.file.path) : nil
            return routes ?? source.file(name, from: value.file.path)
        }
    }

    private func add(_ object: Literal, below parent: String, depth: Int, to found: inout Found) {
        guard depth < Self.deepest, found.routes.count < Self.mostRoutes, let path = object.entry("path") else { return }
        guard Self.shows.contains(where: { object.entry($0) != nil }), let text = source.values(of: path.value).text else { return }
        let whole = text.hasPrefix("/") ? text : parent + "/" + text
        // `**` and `:rest(.*)` show what is shown for unknown links.
        found.routes.append((whole, path.value.place))
        if let file = loaded(object) { found.parents[file] = (whole, path.value.file.path) }
        for child in object.entry("children").map({ source.list(source.values(of: $0.value)) }) ?? [] {
            for option in child.values.all { add(option, below: whole, depth: depth + 1, to: &found) }
        }
    }
}
