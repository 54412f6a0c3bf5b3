import Deciding
import LinkLayers

/// An Expo project: its configuration, which writes the native folders when the app is built.
struct ExpoProject {
    let folder: String
    let source: SourceReader
    /// The settings, in which a dynamic configuration has replaced or extended the static one.
    private(set) var settings = SourceValues()
    private let staticPath: String?
    private let dynamicPath: String?
    /// The outermost call that makes the settings of others: `withSentry(config, …)`.
    private var wrapper: Literal?
    /// Where something is said that has no place of its own.
    let place: SourcePlace

    /// Returns nil if the folder has no Expo project. A file named `app.json` or `app.config.ts` alone does not make one.
    init?(_ folder: String, hasDependency: Bool, source: SourceReader) {
        (self.folder, self.source) = (folder, source)
        staticPath = source.tree.path(folder, "app.config.json", "app.json")
        dynamicPath = source.tree.path(folder, "app.config.ts", "app.config.js", "app.config.mjs", "app.config.cjs")
        let file = staticPath.flatMap { source.exported(of: $0) } ?? SourceValues()
        let known = source.member("expo", of: file)
        let isNative = ["android", "ios"].contains { !source.tree.paths(in: ProjectTree.joined(folder, $0) ?? $0).isEmpty }
        let path = dynamicPath ?? staticPath ?? (isNative ? nil : source.tree.path(folder, "package.json"))
        guard let path, hasDependency || known != nil else { return nil }
        place = SourcePlace(path, line: 1)
        settings = known?.values ?? file
        if let dynamicPath {
            source.parameters["config"] = settings
            let exported = source.exported(of: dynamicPath) ?? SourceValues(doubt: .init(why: "is made by code", place: place))
            let result = unwrapped(source.results(of: exported))
            settings = source.member("expo", of: result)?.values ?? result
        }
    }

    /// Returns the settings that functions get as their first argument to change them, as the functions of config plugins do.
    private mutating func unwrapped(_ values: SourceValues) -> SourceValues {
        var values = values
        for _ in 0..<Self.mostWrappers {
            guard values.all.count == 1, let inner = values.all[0].arguments.first?.value, inner.text == nil else { break }
            let found = source.results(of: source.values(of: inner))
            guard found.all.contains(where: { $0.entries != nil || !$0.arguments.isEmpty }) else { break }
            wrapper = wrapper ?? values.all[0]
            values = found
        }
        return values
    }

    private static let mostWrappers = 50

    /// Whether code makes or changes the settings, so that the apps may claim anything.
    private var isOpen: Bool { wrapper != nil || source.doubt(about: settings) != nil }

    func member(_ path: String...) -> SourceItem? {
        path.dropFirst().reduce(source.member(path[0], of: settings)) { item, name in
            item.flatMap { source.member(name, of: $0.values) ?? Self.doubtful($0) }
        }
    }

    /// Returns a member that the files do not tell.
    private static func doubtful(_ item: SourceItem) -> SourceItem? {
        item.values.doubt.map { SourceItem(literal: item.literal, values: SourceValues(doubt: $0)) }
    }

    var name: String? { member("name")?.values.texts.first }

    /// Returns whether the project builds an app for a platform: it does, unless `platforms` leaves it out.
    func builds(_ platform: String) -> Bool {
        guard let platforms = member("platforms"), platforms.values.doubt == nil else { return true }
        return source.list(platforms.values).contains { $0.values.text == platform }
    }

    /// Whether the plugins are listed, and one of them is the router.
    var hasRouterPlugin: Bool { plugins.contains { $0.name == "expo-router" } }
    /// The folder of the routes, if the router's plugin names one.
    var routerRoot: String? {
        plugins.lazy.filter { $0.name == "expo-router" }.compactMap { source.member("root", of: $0.options)?.values.text }.first
    }
    /// The schemes of both platforms.
    var schemes: [String] { member("scheme").map { source.list($0.values).flatMap(\.values.texts) } ?? [] }

    private var plugins: [(name: String, options: SourceValues)] {
        (member("plugins").map { source.list($0.values) } ?? []).compactMap { item in
            let parts = source.list(item.values)
            return parts.first?.values.text.map { ($0, parts.count > 1 ? parts[1].values : SourceValues()) }
        }
    }

    /// Adds what is wrong with the configuration, and what it does not tell.
    func addFindings(to project: inout Project) {
        if let item = member("name"), let doubt = item.values.doubt {
            project.unknowns.append(Unknown("name", doubt.why, candidates: item.values.texts, at: doubt.place))
        }
        if let plugins = member("plugins") {
            project.unknowns.append(Unknown("config plugins", "plugins may add filters or schemes at prebuild", at: plugins.place))
        }
        if let wrapper {
            let why = "\(wrapper.path ?? "a function") may change them"
            project.unknowns.append(Unknown("settings of \(ProjectTree.name(of: place.file))", why, at: wrapper.place))
        }
        guard let staticPath, let dynamicPath, wrapper == nil else { return }
        let ignored = source.exported(of: staticPath).flatMap { source.member("expo", of: $0) }
        let items = source.items(of: settings)
        let used = items + items.flatMap { source.items(of: $0.values) }
        guard let ignored, !items.isEmpty, items.allSatisfy({ $0.key != nil }), settings.doubt == nil,
            !used.contains(where: { $0.place.file == staticPath })
        else { return }
        let (name, other) = (ProjectTree.name(of: dynamicPath), ProjectTree.name(of: staticPath))
        project.findings.append(
            ProjectFinding(
                .expoStaticIgnored, .warning, "\(name) does not spread its argument `config`, so Expo ignores the settings in \(other).",
                repair: "Export a function from \(name) that returns `{ ...config, … }`, or move the settings of \(other) there.",
                at: ignored.place))
    }

    // MARK: Android

    /// The activity that gets the filters.
    private static let activity = ".MainActivity"

    func addAndroid(_ key: String, to project: inout Project) {
        project.apps.append(app(key, .android, id: member("android", "package"), "android.package", in: &project))
        if isOpen { project.openApps.insert(key) }
        addIntentFilters(of: key, to: &project)
        let members = [member("scheme"), member("android", "scheme")].compactMap { $0 }
        let schemes = members.flatMap { texts($0, "scheme", of: key, in: &project) }
        guard let first = members.first, !schemes.isEmpty else { return }
        let data = schemes.map { FilterClaim.Datum("scheme", $0.text, at: $0.place) }
        let claim = FilterClaim.ofLinks(data, to: Self.activity)
        let isCertain = schemes.allSatisfy(\.isCertain)
        project.addFilter(claim, of: key, variants: ["*"], generatedFrom: "expo.scheme", isCertain: isCertain, at: first.place)
    }

    private func addIntentFilters(of app: String, to project: inout Project) {
        guard let list = member("android", "intentFilters") else { return }
        open(app, list.values.doubt, "android.intentFilters", in: &project)
        for (index, item) in source.list(list.values).enumerated() {
            var isCertain = true
            func texts(_ item: SourceItem) -> [String] {
                for value in source.list(item.values) where value.values.doubt != nil {
                    isCertain = false
                    open(app, value.values.doubt, "android.intentFilters", value.values.texts, in: &project)
                }
                return source.list(item.values).flatMap(\.values.texts)
            }
            let elements = source.member("data", of: item.values).map { source.list($0.values) } ?? []
            let data = elements.enumerated().flatMap { number, element in
                source.items(of: element.values).flatMap { value -> [FilterClaim.Datum] in
                    let name = value.key?.text ?? ""
                    let known = texts(value).map { FilterClaim.Datum(name, $0, element: number, at: value.literal.place) }
                    guard known.isEmpty, value.values.doubt != nil else { return known }
                    let written = String(decoding: value.literal.file.bytes[value.literal.range], as: UTF8.self)
                    return [FilterClaim.Datum(name, written, element: number, isKnown: false, at: value.literal.place)]
                }
            }
            let action = source.member("action", of: item.values).map { texts($0) } ?? []
            let categories = source.member("category", of: item.values).map { texts($0) } ?? []
            var claim = FilterClaim(
                actions: action.prefix(1).map { "android.intent.action." + $0 },
                categories: categories.map { "android.intent.category." + $0 }, data: data,
                isVerifiedAutomatically: source.member("autoVerify", of: item.values)?.values.flag ?? false)
            (claim.component, claim.isExported) = (Self.activity, true)
            project.addFilter(
                claim, of: app, variants: ["*"], isCertain: isCertain && item.values.doubt == nil,
                at: index == 0 ? list.place : item.place)
        }
    }

    // MARK: iOS

    func addApple(_ key: String, to project: inout Project) {
        let id = member("ios", "bundleIdentifier")
        var app = app(key, .ios, id: id, "ios.bundleIdentifier", in: &project)
        app.team = member("ios", "appleTeamId")?.values.text
        project.apps.append(app)
        if isOpen { project.openApps.insert(key) }
        let types = member("ios", "infoPlist", "CFBundleURLTypes")
        let lists = types.map { source.list($0.values).compactMap { source.member("CFBundleURLSchemes", of: $0.values) } }
        for item in lists ?? [member("scheme"), member("ios", "scheme")].compactMap({ $0 }) {
            for scheme in texts(item, "scheme", of: key, in: &project) {
                project.addScheme(scheme.text, of: key, variants: ["*"], at: scheme.place)
                if !scheme.isCertain { project.claims[project.claims.count - 1].isCertain = false }
            }
        }
        if types == nil, let id, let text = id.values.text, !text.isEmpty {
            project.addScheme(text, of: key, variants: ["*"], generatedFrom: "ios.bundleIdentifier (Expo adds it)", at: id.place)
        }
        for (index, item) in source.list(member("ios", "infoPlist", "LSApplicationQueriesSchemes")?.values ?? SourceValues()).enumerated() {
            guard let scheme = item.values.text else { continue }
            project.addQueriedScheme(scheme, index: index, of: key, variants: ["*"], at: item.place)
        }
        for item in [member("ios", "associatedDomains"), member("ios", "entitlements", "com.apple.developer.associated-domains")] {
            guard let item else { continue }
            for domain in texts(item, "ios.associatedDomains", of: key, in: &project) {
                let count = project.claims.count
                project.addDomain(domain.text, of: key, variants: ["*"], at: domain.place)
                for index in count..<project.claims.count where !domain.isCertain { project.claims[index].isCertain = false }
            }
        }
    }

    // MARK: Values

    private func app(_ key: String, _ platform: AppPlatform, id: SourceItem?, _ setting: String, in project: inout Project) -> ProjectApp {
        let place = id?.place ?? member(platform.rawValue)?.place ?? place
        let missing = Doubt(why: "\(setting) is not set", place: place)
        let values = id?.values ?? SourceValues(doubt: settings.doubt ?? missing)
        add(source.doubt(about: values), setting, values.texts, to: &project)
        var app = ProjectApp(key, platform, builds: [.init("*", values.value)], at: place)
        app.name = name
        return app
    }

    private func add(_ doubt: Doubt?, _ setting: String, _ candidates: [String] = [], to project: inout Project) {
        guard let doubt else { return }
        let same = project.unknowns.firstIndex { $0.what == setting && $0.why == doubt.why && $0.place == doubt.place }
        guard let same else { return project.unknowns.append(Unknown(setting, doubt.why, candidates: candidates, at: doubt.place)) }
        project.unknowns[same].candidates += candidates.filter { !project.unknowns[same].candidates.contains($0) }
    }

    /// Adds a doubt about what an app claims. Without candidates, it may claim anything.
    private func open(
        _ app: String, _ doubt: Doubt?, _ setting: String, _ candidates: [String] = [], in project: inout Project
    ) {
        if doubt != nil, candidates.isEmpty { project.openApps.insert(app) }
        add(doubt, setting, candidates, to: &project)
    }

    /// Returns the texts of a list or of a single value, with the place of each.
    private func texts(
        _ item: SourceItem, _ setting: String, of app: String, in project: inout Project
    ) -> [(text: String, place: SourcePlace, isCertain: Bool)] {
        if item.values.all.isEmpty { open(app, item.values.doubt, setting, in: &project) }
        let isList = item.values.all.contains { $0.elements != nil }
        return source.list(item.values).flatMap { element -> [(text: String, place: SourcePlace, isCertain: Bool)] in
            open(app, element.values.doubt, setting, element.values.texts, in: &project)
            let isCertain = element.values.doubt == nil
            // The settings of a template have empty texts to fill in.
            return element.values.texts.filter { !$0.isEmpty }.map { ($0, isList ? element.literal.place : item.place, isCertain) }
        }
    }
}
