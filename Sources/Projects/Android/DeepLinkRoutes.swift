import Deciding

/// The routes that Kotlin and Java code declares: the annotations of DeepLinkDispatch, and Compose's `navDeepLink`. They are routes only and
/// claim nothing.
struct DeepLinkRoutes {
    private let scope = CodeScope()
    private var files: [SourceTokens] = []
    /// The annotations that put something before their links, with what they put there.
    private var prefixes: [String: [CodeValue]] = ["DeepLink": [.known("")]]
    private var dispatch: Router
    private var compose: Router
    private var unknowns: [Unknown] = []

    private static let mostFiles = 3000

    /// - Parameter folders: The modules of the app.
    static func routers(of app: String, in folders: [String], _ tree: ProjectTree, _ project: inout Project) -> [Router] {
        var routes = DeepLinkRoutes(app: app)
        var paths: Set<String> = []
        for folder in folders { paths.formUnion(tree.paths(in: folder.isEmpty ? "src" : folder + "/src").filter(isCode)) }
        routes.read(paths.sorted().prefix(mostFiles).lazy.compactMap(tree.file))
        project.unknowns += routes.unknowns
        return [routes.dispatch, routes.compose].filter { !$0.routes.isEmpty || !$0.isCertain }
    }

    private init(app: String) {
        (dispatch, compose) = (Router(.deepLinkDispatch, apps: [app]), Router(.navigation, apps: [app]))
    }

    private static func isCode(_ path: String) -> Bool {
        (path.hasSuffix(".kt") || path.hasSuffix(".java"))
            && !path.split(separator: "/").contains { ["test", "androidTest", "testFixtures"].contains($0) }
    }

    private mutating func read(_ sources: some Sequence<SourceFile>) {
        let sources = Array(sources)
        let marked = sources.map { $0.mentions("DeepLink") }
        guard marked.contains(true) else { return }
        for (source, isMarked) in zip(sources, marked) where isMarked { readSpecifications(SourceTokens(source)) }
        // Other files may use an annotation that one of these declares, or have constants that routes use.
        let hasOwn = prefixes.count > 1
        for (source, isMarked) in zip(sources, marked) {
            let hasConstants = source.mentions("const val ") || source.mentions("static final String ")
            guard isMarked || hasConstants || hasOwn else { continue }
            let settings = CodeSettings(source)
            scope.add(settings)
            if isMarked || hasOwn { files.append(settings.code) }
        }
        for code in files { readAnnotations(code) }
        for code in files where code.all.indices.contains(where: { code.word($0) == "navDeepLink" || code.word($0) == "NavDeepLink" }) {
            readCompose(code)
        }
    }

    // MARK: DeepLinkDispatch

    /// Reads `@DeepLinkSpec(prefix = ["app://"]) annotation class AppLink`.
    private mutating func readSpecifications(_ code: SourceTokens) {
        for index in code.all.indices where code.has(index, "@") && code.word(index + 1) == "DeepLinkSpec" {
            guard code.has(index + 2, "("), let name = Self.declaredName(after: code.after(index + 2), in: code) else { continue }
            prefixes[name] = code.texts(code.inside(index + 2)).map(CodeValue.known)
        }
    }

    private mutating func readAnnotations(_ code: SourceTokens) {
        let isDispatch = code.file.mentions("deeplinkdispatch")
        // An annotation in the parentheses of another one is an argument, and stands at no class.
        var next = 0
        for index in code.all.indices where index >= next && code.has(index, "@") && code.has(index + 2, "(") {
            let name = code.word(index + 1)
            guard let prefixes = prefixes[name], name != "DeepLink" || isDispatch else { continue }
            next = code.after(index + 2)
            for (value, place) in arguments(of: index + 1, in: code) {
                for prefix in prefixes {
                    add(prefix.appending(value), Self.declaredName(after: next, in: code), to: \.dispatch, at: place)
                }
            }
            if code.inside(index + 2).prefix(200).contains(where: { code.word($0) == "activityClassFqn" }) {
                unknowns.append(
                    Unknown("filters of @\(name)", "DeepLinkDispatch writes them when the app is built", at: code.place(index + 1)))
            }
        }
    }

    /// Returns the links in the parentheses of an annotation: its plain arguments, and those in `value` and `prefix`.
    private func arguments(of annotation: Int, in code: SourceTokens) -> [(value: CodeValue, place: SourcePlace)] {
        code.expression(at: annotation).arguments.flatMap { argument -> [(value: CodeValue, place: SourcePlace)] in
            guard ["value", "prefix"].contains(argument.key?.text ?? "value") else { return [] }
            let (value, isList) = (argument.value, argument.value.path == "arrayOf")
            let links = value.elements ?? (isList ? value.arguments.map(\.value) : [value])
            return links.map { (scope.value(of: $0), $0.place) }
        }
    }

    /// Returns the name of the class, object or function after an annotation.
    private static func declaredName(after start: Int, in code: SourceTokens) -> String? {
        var index = start
        while index < min(code.all.count, start + 60) {
            if code.has(index, "@") {
                index += code.has(index + 2, "(") ? code.after(index + 2) - index : 2
            } else if ["class", "object", "fun", "interface"].contains(code.word(index)) {
                return code.word(index + 1)
            } else if code.has(index, "(") {
                return code.word(index - 1)
            } else {
                index += 1
            }
        }
        return nil
    }

    // MARK: Compose

    /// Reads `navDeepLink { uriPattern = "…" }`, `navDeepLink<T>(basePath = "…")` and `NavDeepLink.Builder().setUriPattern("…")`.
    private mutating func readCompose(_ code: SourceTokens) {
        for index in code.all.indices {
            switch code.word(index) {
            case "uriPattern" where code.has(index + 1, "="), "basePath" where code.has(index + 1, "="):
                if code.word(index) == "basePath" { compose.isCertain = false }
                addLink(at: index + 2, in: code)
            case "setUriPattern" where code.has(index + 1, "("): addLink(at: index + 2, in: code)
            default: break
            }
        }
    }

    private mutating func addLink(at index: Int, in code: SourceTokens) {
        add(scope.value(of: code.expression(at: index)), nil, to: \.compose, at: code.place(index))
    }

    // MARK: Adding

    private mutating func add(_ value: CodeValue, _ name: String?, to router: WritableKeyPath<Self, Router>, at place: SourcePlace) {
        guard let pattern = value.value.known else {
            self[keyPath: router].isCertain = false
            unknowns.append(Unknown("route", value.why, candidates: value.value.possible, at: place))
            return
        }
        // `<id>` is filled in when the app runs.
        if pattern.contains("<") { self[keyPath: router].isCertain = false }
        self[keyPath: router].routes.append(Route(pattern, isWholeLink: true, name: name, on: [.android], at: place))
    }
}
