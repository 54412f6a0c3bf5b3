import Deciding

/// The linking configuration of React Navigation: an object with `prefixes` and `config`, wherever the code has it, or the `linking` of the
/// screens below `createStaticNavigation`.
struct ReactNavigation {
    let source: SourceReader
    private var router: Router
    private var unknowns: [Unknown] = []

    private static let (mostRoutes, deepest) = (5_000, 32)
    private static let fixedName: StaticString = "createStaticNavigation"

    /// Returns the routers of some source files.
    ///
    /// - Parameter schemes: The schemes that `Linking.createURL` begins with.
    static func routers(in paths: [String], for apps: [String], schemes: [String], source: SourceReader, into project: inout Project)
        -> [Router]
    {
        var routers: [Router] = []
        var fixed = Self(source: source, router: Router(.reactNavigation, apps: apps))
        for path in paths {
            guard let file = source.tree.file(path), ["prefixes", "screens", fixedName].contains(where: file.mentions),
                let code = source.code(path)
            else { continue }
            for index in code.tokens.all.indices where code.tokens.has(index, fixedName) && code.tokens.has(index + 1, "(") {
                guard let navigator = code.expression(at: index).arguments.first?.value else { continue }
                fixed.addNavigator(source.values(of: navigator), below: "", depth: 0)
            }
            for brace in code.tokens.objects(with: ["prefixes", "config"]) {
                var reader = Self(source: source, router: Router(.reactNavigation, apps: apps))
                let object = SourceValues(all: [code.expression(at: brace)])
                guard reader.read(object, schemes: schemes) else {
                    fixed.addPrefixes(of: object, schemes: schemes)
                    continue
                }
                routers.append(reader.router)
                project.unknowns += reader.unknowns
            }
        }
        if !fixed.router.routes.isEmpty {
            routers.append(fixed.router)
            project.unknowns += fixed.unknowns
        }
        return routers
    }

    /// - Returns: Whether the object is a linking configuration.
    private mutating func read(_ object: SourceValues, schemes: [String]) -> Bool {
        let config = source.member("config", of: object)
        let screens = config.flatMap { source.member("screens", of: $0.values) }
        let prefixes = source.member("prefixes", of: object)
        let decider = source.member(anyOf: ["getStateFromPath", "subscribe", "filter"], of: object)
        guard screens != nil || prefixes != nil && (config != nil || decider != nil) else { return false }
        for prefix in prefixes.map({ source.list($0.values) }) ?? [] { add(prefix, schemes: schemes) }
        if let decider {
            addUnknown("\(decider.key?.text ?? "code") may lead a link to another route, or to none", at: decider.place)
        }
        if let screens {
            add(screens.values, below: "", depth: 0)
        } else if let config {
            addUnknown(config.values.doubt?.why ?? "the screens are made by code", at: config.place)
        }
        return true
    }

    private mutating func addUnknown(_ why: String, at place: SourcePlace) {
        router.isCertain = false
        let unknown = Unknown("routes", why, at: place)
        if !unknowns.contains(unknown) { unknowns.append(unknown) }
    }

    private mutating func add(_ prefix: SourceItem, schemes: [String]) {
        // `const prefix = Linking.createURL("/")`
        let isOwn = prefix.values.all.contains { ["Linking.createURL", "createURL", "Linking.makeUrl"].contains($0.path) }
        let texts = isOwn ? schemes.map { $0 + "://" } : prefix.values.texts
        router.prefixes += texts.map { FilterClaim.Datum("prefix", $0, at: prefix.literal.place) }
        guard texts.isEmpty || !isOwn && prefix.values.doubt != nil else { return }
        router.isCertain = false
        let why = prefix.values.doubt?.why ?? "is made by code"
        unknowns.append(Unknown("prefixes", why, candidates: prefix.values.texts, at: prefix.literal.place))
    }

    private mutating func add(_ screens: SourceValues, below parent: String, depth: Int) {
        guard depth < Self.deepest else { return }
        if let doubt = screens.doubt { addUnknown(doubt.why, at: doubt.place) }
        for screen in source.items(of: screens) {
            if let doubt = screen.values.doubt { addUnknown(doubt.why, at: doubt.place) }
            for option in screen.values.all {
                if let path = option.text {
                    add(parent + "/" + path, screen, at: screen.literal.place)
                } else if option.entries != nil {
                    addScreen(screen, SourceValues(all: [option]), below: parent, depth: depth)
                }
            }
        }
    }

    /// Adds a screen with settings, and the screens in it. A screen without a path adds nothing to theirs.
    ///
    /// - Returns: The path of the screen.
    @discardableResult
    private mutating func addScreen(_ screen: SourceItem, _ settings: SourceValues, below parent: String, depth: Int) -> String {
        var base = parent
        if let path = source.member("path", of: settings) {
            if let doubt = path.values.doubt { addUnknown(doubt.why, at: doubt.place) }
            for text in path.values.texts {
                base = isExact(settings) ? text : parent + "/" + text
                add(base, screen, at: path.place)
            }
        }
        for alias in source.member("alias", of: settings).map({ source.list($0.values) }) ?? [] {
            let path = source.member("path", of: alias.values)?.values ?? alias.values
            for text in path.texts { add(isExact(alias.values) ? text : parent + "/" + text, screen, at: alias.literal.place) }
        }
        if let screens = source.member("screens", of: settings) { add(screens.values, below: base, depth: depth + 1) }
        return base
    }

    // MARK: Static navigation

    /// Adds the prefixes of an object without a configuration, as in `<Navigation linking={{ prefixes: ["app://"] }} />`.
    private mutating func addPrefixes(of object: SourceValues, schemes: [String]) {
        for prefix in source.member("prefixes", of: object).map({ source.list($0.values) }) ?? [] { add(prefix, schemes: schemes) }
        if let enabled = source.member("enabled", of: object), enabled.values.texts == ["auto"] {
            addUnknown("screens without a path get one from their names", at: enabled.place)
        }
    }

    /// Adds the screens of `createStackNavigator({ screens: { … }, groups: { … } })` and the like.
    private mutating func addNavigator(_ navigator: SourceValues, below parent: String, depth: Int) {
        guard depth < Self.deepest else { return }
        for call in navigator.all where call.path?.hasSuffix("Navigator") ?? false {
            let options = SourceValues(all: call.arguments.prefix(1).flatMap { source.values(of: $0.value).all })
            let groups = source.member("groups", of: options).map { source.items(of: $0.values).map(\.values) } ?? []
            let screens = ([options] + groups).compactMap { source.member("screens", of: $0) }
            for screen in screens.flatMap({ source.items(of: $0.values) }) {
                for option in screen.values.all {
                    addStaticScreen(screen, SourceValues(all: [option]), isObject: option.entries != nil, below: parent, depth: depth)
                }
            }
        }
    }

    /// Adds a screen that is `{ screen: …, linking: "path" }`, a navigator or a component.
    private mutating func addStaticScreen(
        _ screen: SourceItem, _ value: SourceValues, isObject: Bool, below parent: String, depth: Int
    ) {
        guard isObject else { return addNavigator(value, below: parent, depth: depth + 1) }
        var base = parent
        for linking in source.member("linking", of: value)?.values.all ?? [] {
            if let path = linking.text {
                base = parent + "/" + path
                add(base, screen, at: linking.place)
            } else {
                base = addScreen(screen, SourceValues(all: [linking]), below: parent, depth: depth)
            }
        }
        if let inner = source.member("screen", of: value) { addNavigator(inner.values, below: base, depth: depth + 1) }
    }

    private func isExact(_ settings: SourceValues) -> Bool { source.member("exact", of: settings)?.values.flag ?? false }

    private mutating func add(_ pattern: String, _ screen: SourceItem, at place: SourcePlace) {
        guard router.routes.count < Self.mostRoutes else { return }
        router.routes.append(Route(path: pattern, name: screen.key?.text, at: place))
    }
}
