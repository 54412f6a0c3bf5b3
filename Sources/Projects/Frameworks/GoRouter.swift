import Deciding

/// The routes of Flutter's routers: the calls with `path:` in each other of go_router and auto_route, and the map `routes` of an app.
struct GoRouter {
    private let source: SourceReader
    private var router: Router
    private var unknowns: [Unknown] = []
    /// The routes below no other one, as far as the code shows, that need one.
    private var loose: [SourcePlace] = []

    private static let (mostRoutes, deepest) = (5_000, 32)
    private static let names: [(kind: Router.Kind, roots: Set<String>)] = [
        (
            .goRouter,
            ["GoRouter", "GoRoute", "ShellRoute", "StatefulShellRoute", "TypedGoRoute", "TypedShellRoute", "TypedStatefulShellRoute"]
        ),
        (.autoRoute, ["AutoRoute", "CustomRoute", "MaterialRoute", "CupertinoRoute", "AdaptiveRoute"]),
        (.navigator, ["MaterialApp", "CupertinoApp", "WidgetsApp"]),
    ]

    /// Returns the routers of Dart files.
    static func routers(in paths: [String], for apps: [String], source: SourceReader, into project: inout Project) -> [Router] {
        names.compactMap { kind, roots in
            var reader = Self(source: source, router: Router(kind, apps: apps))
            for path in paths { reader.read(path, roots) }
            reader.addLoose()
            guard !reader.router.routes.isEmpty || !reader.unknowns.isEmpty else { return nil }
            project.unknowns += reader.unknowns
            return reader.router
        }
    }

    private mutating func read(_ path: String, _ roots: Set<String>) {
        guard let file = source.tree.file(path), ["GoRout", "Route(", "App("].contains(where: file.mentions), let code = source.code(path)
        else {
            return
        }
        let tokens = code.tokens
        var index = 0
        while index < tokens.all.count {
            defer { index += 1 }
            guard tokens.kind(index) == .word, roots.contains(tokens.word(index)) else { continue }
            var call = code.expression(at: index)
            // A declaration follows an annotation.
            if case .computed(let parts) = call.content, let first = parts.first { call = first }
            guard case .call = call.content else { continue }
            if tokens.has(index, "GoRouter") {
                addDeciders(of: call)
                continue
            }
            if router.kind == .navigator {
                addMap(of: call)
                continue
            }
            add(call, below: nil, depth: 0)
            // The routes in it have been read.
            while index + 1 < tokens.all.count, tokens.all[index + 1].start < call.range.upperBound { index += 1 }
        }
    }

    private mutating func addUnknown(_ why: String, at place: SourcePlace) {
        router.isCertain = false
        let unknown = Unknown("routes", why, at: place)
        if unknowns.count < Self.mostRoutes, !unknowns.contains(unknown) { unknowns.append(unknown) }
    }

    private mutating func addDeciders(of call: Literal) {
        for name in ["redirect", "onEnter", "onGenerateRoute"] {
            if let code = call.entry(name) { addUnknown("\(name) may lead a link to another route", at: code.key?.place ?? call.place) }
        }
    }

    /// Adds the routes of an app, such as `MaterialApp(routes: {"/a": (context) => A()})`.
    private mutating func addMap(of app: Literal) {
        guard let map = app.entry("routes") else { return }
        for item in source.items(of: source.values(of: map.value)) {
            guard let key = item.key, let path = key.text else {
                addUnknown(item.values.doubt?.why ?? "is made by code", at: item.place)
                continue
            }
            addRoute(path, named: nil, at: key.place)
        }
        if let home = app.entry("home") { addRoute("/", named: nil, at: home.key?.place ?? home.value.place) }
        addDeciders(of: app)
    }

    /// Adds a route and those in it. Shells and branches add nothing to the paths.
    private mutating func add(_ call: Literal, below parent: String?, depth: Int) {
        guard depth < Self.deepest, router.routes.count < Self.mostRoutes else { return }
        var base = parent
        if let path = call.entry("path") {
            let values = source.values(of: path.value)
            if let doubt = values.doubt { addUnknown(doubt.why, at: doubt.place) }
            if values.texts.isEmpty { addUnknown(values.doubt?.why ?? "is made by code", at: values.doubt?.place ?? path.value.place) }
            for text in values.texts {
                guard parent != nil || text.hasPrefix("/") || text == "*" else {
                    loose.append(path.value.place)
                    return
                }
                base = text.hasPrefix("/") && router.kind == .autoRoute ? text : (parent ?? "") + "/" + text
                addRoute(base ?? text, named: call.entry("name"), at: path.value.place)
            }
        } else if router.kind == .autoRoute {
            guard call.entry("initial").map({ source.values(of: $0.value).flag == true }) == true else {
                return addUnknown("the path is made of the name of the page", at: call.place)
            }
            addRoute(parent ?? "/", named: nil, at: call.place)
        }
        addDeciders(of: call)
        for name in ["routes", "branches", "children"] {
            guard let children = call.entry(name) else { continue }
            let values = source.values(of: children.value)
            if values.all.isEmpty, let doubt = values.doubt { addUnknown(doubt.why, at: doubt.place) }
            for child in source.items(of: values) { add(child, below: base, depth: depth + 1) }
        }
    }

    private mutating func add(_ child: SourceItem, below parent: String?, depth: Int) {
        if let doubt = child.values.doubt { addUnknown(doubt.why, at: doubt.place) }
        for option in child.values.all {
            let isRoute = ["path", "routes", "branches", "children"].contains { option.entry($0) != nil }
            if isRoute { add(option, below: parent, depth: depth) } else { addUnknown("is made by code", at: option.place) }
        }
    }

    private mutating func addRoute(_ path: String, named name: Literal.Entry?, at place: SourcePlace) {
        let route = Route(path: path, name: name.flatMap { source.values(of: $0.value).text }, at: place)
        if !router.routes.contains(where: { $0.place == place && $0.pattern == route.pattern }) { router.routes.append(route) }
    }

    /// Routes that nothing in the files places are somewhere below others.
    private mutating func addLoose() {
        let placed = Set(router.routes.map(\.place))
        for place in loose where !placed.contains(place) { addUnknown("the route above this one is made by code", at: place) }
    }
}
