import Deciding
import LinkLayers

/// The Xcode projects, XcodeGen and Tuist projects below a folder.
enum AppleProject {
    /// - Parameters:
    ///   - folder: Nothing for the whole tree. It need not have a project: property lists without one are checked as well.
    ///   - name: What the app is called; nil to use the names of the targets.
    /// - Returns: The keys of the apps, App Clips left out.
    static func read(_ folder: String, name: String?, in tree: ProjectTree, into project: inout Project) -> [String] {
        var targets: [AppleTarget] = []
        // What a description generates need not be read: the description is the source.
        var generated: Set<String> = []
        for path in tree.paths(in: folder) {
            let description =
                switch ProjectTree.name(of: path) {
                case "project.yml", "project.yaml": XcodeGenSpec.read(path, in: tree, into: &project)
                case "Project.swift": TuistManifest.read(path, in: tree, into: &project)
                default: (targets: [AppleTarget], project: String)?.none
                }
            guard let description else { continue }
            targets += description.targets
            generated.insert(description.project)
        }
        for path in tree.paths(in: folder) where path.hasSuffix(".xcodeproj/project.pbxproj") {
            guard !generated.contains(ProjectTree.folder(of: path)), let list = project.propertyList(path, in: tree) else { continue }
            if var xcode = XcodeProject(list, path: path, in: tree) { targets += xcode.targets() }
        }
        var reader = AppleAppReader(folder: folder, name: name, tree: tree, project: project)
        reader.read(targets)
        project = reader.project
        return reader.keys
    }
}

/// Makes apps and claims of targets.
private struct AppleAppReader {
    let folder: String
    var name: String?
    let tree: ProjectTree
    var project: Project
    /// The keys of the apps, without those of App Clips.
    var keys: [String] = []

    /// The declarations that are left to read, counted in each configuration of each target.
    var budget = 20_000
    /// The property lists that were read; nil for one that cannot be read.
    var lists: [String: PropertyList?] = [:]
    /// The entitlements files that a target names, whatever it builds.
    var entitlements: Set<String> = []
    /// Whether a target names an entitlements file in a way that only a build can tell.
    var namesOtherEntitlements = false

    mutating func read(_ targets: [AppleTarget]) {
        let opened = targets.filter { $0.product != .other && $0.isForPhone }
        // A name that is said for the project does not tell its apps apart.
        if Set(opened.filter { $0.product == .app }.map(\.name)).count > 1 { name = nil }
        var handlers = LinkHandlers(targets: targets, tree: tree)
        var parents: [(clip: Int, id: String)] = []
        for target in opened {
            let index = addApp(target)
            let key = project.apps[index].key
            if target.product == .app { keys.append(key) } else { parents.append((index, parent(of: target))) }
            addDeclarations(of: target, app: project.apps[index])
            if target.product == .appClip {
                let claim = project.claims.first { claim in
                    if case .domain("appclips", _, _) = claim.kind { claim.app == key } else { false }
                }
                let why = "registered in App Store Connect, not in the project"
                note(Unknown("App Clip experiences", why, at: claim?.place ?? target.place))
            }
            if let handler = handlers.first(of: target) {
                project.routers.append(Router(.code, apps: [key]))
                project.unknowns.append(
                    Unknown("routes", "links are handled in code (\(handler.name)), no route table declared as data", at: handler.place))
            }
        }
        for (clip, id) in parents { project.apps[clip].appClipOf = app(with: id, of: project.apps[clip]) }
        for target in targets { noteEntitlements(of: target) }
        addUnused(isStray: targets.isEmpty)
    }

    // MARK: Apps

    private mutating func addApp(_ target: AppleTarget) -> Int {
        let taken = Set(project.apps.map(\.key))
        let names = [target.name, target.folder.isEmpty ? target.name : target.folder + "/" + target.name]
        let key = names.first { !taken.contains($0) } ?? "\(target.name)-\(project.apps.count + 1)"
        var app = ProjectApp(key, .ios, builds: [], at: target.place)
        app.target = target.name
        app.name = target.product == .app ? name ?? target.name : target.name
        var undefined: [(name: String, place: SourcePlace, variants: [String])] = []
        for (index, settings) in target.configurations.enumerated() {
            let id = id(of: target, settings)
            app.builds.append(ProjectApp.Build(settings.configuration, id.value))
            if let name = id.undefined, let place = id.place {
                let known = undefined.firstIndex { $0.name == name } ?? undefined.endIndex
                if known == undefined.endIndex { undefined.append((name, place, [])) }
                undefined[known].variants.append(settings.configuration)
            }
            if index == 0, let place = id.place { app.place = place }
            if let team = settings.value("DEVELOPMENT_TEAM"), team.isKnown, !team.text.isEmpty { app.team = app.team ?? team.text }
        }
        app.team = app.team ?? target.team
        project.apps.append(app)
        for (name, place, variants) in undefined { addUndefined(name, .warning, variants, of: key, at: place) }
        return project.apps.count - 1
    }

    private mutating func id(of target: AppleTarget, _ settings: BuildSettings) -> (
        value: ProjectValue, place: SourcePlace?, undefined: String?
    ) {
        let setting = "PRODUCT_BUNDLE_IDENTIFIER"
        var id = settings.value(setting)
        // Old projects write it into Info.plist.
        if id == nil, let written = list("INFOPLIST_FILE", target.info, of: target, settings).root?["CFBundleIdentifier"],
            let text = written.text
        {
            id = settings.resolved(text, at: written.place)
        }
        guard var id else {
            note(Unknown(setting, "no setting of \(target.name) has it", at: target.place))
            return (.unknown(candidates: []), nil, nil)
        }
        id = target.settled(id)
        if id.isKnown { return (.known(id.text), id.place, nil) }
        if let doubt = id.doubt { note(Unknown(setting, doubt.why, candidates: id.candidates, at: doubt.place)) }
        return (.unknown(candidates: id.candidates), id.place, id.undefined)
    }

    /// Adds an unknown once for all configurations and apps, with the candidates of each.
    private mutating func note(_ unknown: Unknown) {
        guard let index = project.unknowns.firstIndex(where: { $0.what == unknown.what && $0.why == unknown.why }) else {
            return project.unknowns.append(unknown)
        }
        let known = project.unknowns[index].candidates
        project.unknowns[index].candidates += unknown.candidates.filter { !known.contains($0) }
    }

    private mutating func addUndefined(
        _ variable: String, _ severity: Finding.Severity, _ variants: [String], of app: String, at place: SourcePlace
    ) {
        let message = "Nothing in the project sets \(variable), so the built app has no text in its place."
        let repair = "Set \(variable) in the build settings, or correct its name."
        project.add(.unresolvedVariable, severity, message, repair: repair, of: app, variants, at: place)
    }

    // MARK: Declarations

    private struct Declaration: Hashable {
        var kind: LinkDeclarations.Kind
        var written: String
        var value: ResolvedText
    }

    /// Adds what the property lists of the target say in each configuration.
    private mutating func addDeclarations(of target: AppleTarget, app: ProjectApp) {
        var order: [Declaration] = []
        var variants: [Declaration: [String]] = [:]
        var grants: [(configuration: String, domains: [Declaration]?)] = []
        var approved: Set<String> = []
        for settings in target.configurations {
            let info = list("INFOPLIST_FILE", target.info, of: target, settings)
            let entitlements = list("CODE_SIGN_ENTITLEMENTS", target.entitlements, of: target, settings)
            let declared = (info.root.map(LinkDeclarations.all) ?? []).filter { isDeclared($0, of: app) }
            let found = (declared + (entitlements.root.map(LinkDeclarations.all) ?? [])).map { kind, value in
                let text = value.text ?? ""
                return Declaration(kind: kind, written: text, value: target.settled(settings.resolved(text, at: value.place)))
            }
            if !info.isKnown || !entitlements.isKnown { project.openApps.insert(app.key) }
            for (key, schemes) in Self.approvals where entitlements.root?[key] != nil { approved.formUnion(schemes) }
            budget -= found.count
            guard budget > 0 else { return note(Unknown("claims", "the project has more than linkscope reads", at: target.place)) }
            for declaration in found {
                if variants[declaration] == nil { order.append(declaration) }
                // A list can have an entry twice.
                if variants[declaration]?.last != settings.configuration {
                    variants[declaration, default: []].append(settings.configuration)
                }
            }
            let domains = found.filter { $0.kind == .domain && ["applinks", "appclips"].contains(AssociatedDomain($0.value.text).service) }
            grants.append((settings.configuration, entitlements.isKnown ? domains : nil))
        }
        for declaration in order { add(declaration, of: app.key, variants[declaration] ?? [], approved) }
        addGap(grants, of: app.key)
    }

    /// The entitlements with which Apple approves an app for schemes of the system (developer.apple.com, "Preparing your app to be the default
    /// web browser", "Preparing your app to be the default email app").
    private static let approvals = ["com.apple.developer.mail-client": ["mailto"], "com.apple.developer.web-browser": ["http", "https"]]

    /// Returns whether Info.plist can declare something. Domains have an effect in entitlements only.
    private mutating func isDeclared(_ declaration: (kind: LinkDeclarations.Kind, value: PropertyList), of app: ProjectApp) -> Bool {
        guard declaration.kind == .domain else { return true }
        project.addUnusedDomain(of: app, at: declaration.value.place)
        return false
    }

    private mutating func add(_ declaration: Declaration, of app: String, _ variants: [String], _ approved: Set<String>) {
        let value = declaration.value
        if let name = value.undefined {
            return addUndefined(name, value.text.isEmpty ? .error : .warning, variants, of: app, at: value.place)
        }
        if declaration.kind == .scheme, DeclaredScheme.isFilledIn(value.text) {
            project.openApps.insert(app)
            return note(Unknown(declaration.written, "it looks like a name that the build replaces", at: value.place))
        }
        let count = project.claims.count
        if let doubt = value.doubt {
            note(Unknown(declaration.written, doubt.why, candidates: value.candidates, at: value.place))
            if value.candidates.isEmpty {
                project.openApps.insert(app)
                return
            }
        }
        project.add(declaration.kind, value.text, of: app, variants: variants, approved: approved, at: value.place)
        if value.doubt != nil { for index in project.claims[count...].indices { project.claims[index].isCertain = false } }
    }

    /// Returns the property list that a setting names, and whether it is known what it says; nothing if no setting names any.
    private mutating func list(
        _ setting: String, _ described: PropertyList?, of target: AppleTarget, _ settings: BuildSettings
    ) -> (root: PropertyList?, isKnown: Bool) {
        if let described { return (described, true) }
        guard let (path, value) = target.file(setting, settings) else { return (nil, true) }
        guard let path else {
            let why =
                value.doubt?.why ?? value.undefined.map { "nothing in the project sets \($0)" } ?? "the file is outside of the project"
            note(Unknown(setting, why, at: value.place))
            return (nil, false)
        }
        guard tree.has(path) else {
            note(Unknown(setting, "\(path) is not in the project", at: value.place))
            return (nil, false)
        }
        if lists[path] == nil { lists[path] = .some(project.propertyList(path, in: tree)) }
        let root = lists[path].flatMap { $0 }
        return (root, root != nil)
    }

    /// Adds a finding if only some configurations are signed with domains for links.
    private mutating func addGap(_ grants: [(configuration: String, domains: [Declaration]?)], of app: String) {
        let without = grants.filter { $0.domains?.isEmpty == true }.map(\.configuration)
        guard !without.isEmpty, let with = grants.first(where: { $0.domains?.isEmpty == false }), let domain = with.domains?.first else {
            return
        }
        let isReleased = { (name: String) in !["debug", "profile"].contains { name.lowercased().contains($0) } }
        // Flavors have configurations of their own: what one releases with domains, another may leave out.
        let isLost = without.contains(where: isReleased) && !grants.contains { isReleased($0.configuration) && $0.domains?.isEmpty != true }
        let names = without.joined(separator: ", ")
        let effect =
            isLost ? "Links work in builds from Xcode, but not in TestFlight and the App Store." : "Links do not work in these builds."
        project.add(
            .entitlementsConfigGap, isLost ? .error : .note,
            "The app is signed with associated domains in \(with.configuration), but not in \(names). \(effect)",
            repair: "Set CODE_SIGN_ENTITLEMENTS in \(names) to a file with these domains.", of: app, without, at: domain.value.place)
    }

    // MARK: App Clips

    /// Returns the ID of the app that an App Clip belongs to, perhaps with the prefix of a team; nothing if its entitlements do not say.
    private mutating func parent(of target: AppleTarget) -> String {
        guard let settings = target.configurations.first else { return "" }
        let root = list("CODE_SIGN_ENTITLEMENTS", target.entitlements, of: target, settings).root
        guard let id = root?["com.apple.developer.parent-application-identifiers"]?.texts.first, let text = id.text else { return "" }
        return settings.resolved(text, at: id.place).text
    }

    private func app(with id: String, of clip: ProjectApp) -> String? {
        let apps = project.apps.filter { keys.contains($0.key) }
        let named = apps.first { $0.possibleIDs.contains { id == $0 || id.hasSuffix("." + $0) } }
        // The ID of a clip begins with the ID of its app.
        let similar = apps.first { app in app.possibleIDs.contains { own in clip.possibleIDs.contains { $0.hasPrefix(own + ".") } } }
        return (named ?? similar ?? (apps.count == 1 ? apps[0] : nil))?.key
    }

    // MARK: Files that nobody names

    private mutating func noteEntitlements(of target: AppleTarget) {
        for settings in target.configurations {
            for value in settings.allValues(of: "CODE_SIGN_ENTITLEMENTS") where !value.text.isEmpty {
                guard value.isKnown, let path = ProjectTree.joined(target.folder, value.text) else {
                    namesOtherEntitlements = true
                    continue
                }
                entitlements.insert(path)
            }
        }
    }

    /// - Parameter isStray: Whether the folder has no project.
    private mutating func addUnused(isStray: Bool) {
        let isMadeByCode = project.unknowns.contains { ["targets", "CODE_SIGN_ENTITLEMENTS"].contains($0.what) }
        for path in tree.paths(in: folder) {
            let name = ProjectTree.name(of: path)
            // A built framework has a file of its own, in binary form.
            let isOwn = isStray && !path.contains("framework/")
            if isOwn, name == "Info.plist" || name.hasSuffix("-Info.plist") { _ = project.propertyList(path, in: tree) }
            // NativeScript names the files of this folder.
            guard name.hasSuffix(".entitlements"), !entitlements.contains(path), !path.contains("App_Resources/"),
                !namesOtherEntitlements, !isMadeByCode, let root = project.propertyList(path, in: tree),
                let domain = root[LinkDeclarations.domains]?.texts.first
            else { continue }
            let message = "No Xcode project signs an app with this file, so its associated domains have no effect."
            let repair = "Set CODE_SIGN_ENTITLEMENTS of the app's target to this file, or delete it."
            project.findings.append(ProjectFinding(.entitlementsFileUnused, .warning, message, repair: repair, at: domain.place))
        }
    }
}
