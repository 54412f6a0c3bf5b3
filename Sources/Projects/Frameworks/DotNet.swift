import Bytes
import Deciding
import LinkLayers

/// An app of .NET for Android and iOS, or of MAUI: the project file, and the attributes of activities in its C# code.
struct DotNet {
    private let folder: String
    private let tree: ProjectTree
    private let root: XMLElement
    private var configurations: [String] = []

    /// - Returns: Whether the folder has a project file that builds an app for Android or iOS.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        let start = folder.isEmpty ? 0 : folder.utf8.count + 1
        let paths = tree.paths(in: folder).filter { $0.hasSuffix(".csproj") && !$0.utf8.dropFirst(start).contains(UInt8(ascii: "/")) }
        for path in paths {
            let isApp = tree.file(path).map { $0.mentions("-android") || $0.mentions("-ios") || $0.mentions("UseMaui") } ?? false
            guard isApp, let root = project.xml(path, in: tree) else { continue }
            let reader = DotNet(folder, root, tree)
            // An extension belongs to another app.
            if reader.property("IsAppExtension", "", nil)?.text.lowercased() == "true" { continue }
            // A library may target the same platforms.
            guard reader.property("ApplicationId", "", nil) != nil || reader.property("OutputType", "", nil)?.text == "Exe" else {
                continue
            }
            let frameworks = root.descendants.filter { $0.name.hasPrefix("TargetFramework") }.map(\.text).joined()
            let count = project.apps.count
            if frameworks.contains("-android") { reader.readAndroid(&project) }
            if frameworks.contains("-ios") { reader.readApple(&project) }
            project.addCodeRouter(of: project.apps[count...].map(\.key), unknown: "links are handled in code")
            return true
        }
        return false
    }

    private init(_ folder: String, _ root: XMLElement, _ tree: ProjectTree) {
        (self.folder, self.root, self.tree) = (folder, root, tree)
        let names = Set(["ApplicationId", "CodesignEntitlements"])
        let conditions = groups.flatMap { group in group.children.filter { names.contains($0.name) }.map { condition(group, $0) } }
        configurations = conditions.contains { $0.contains("$(Configuration)") } ? ["Debug", "Release"] : ["*"]
    }

    // MARK: The project file

    private var groups: [XMLElement] { root.all("PropertyGroup") }

    private func condition(_ group: XMLElement, _ element: XMLElement) -> String {
        (group["Condition"] ?? "") + " " + (element["Condition"] ?? "")
    }

    /// Returns the last value of a property for a platform and a configuration, whose conditions name them or neither.
    private func property(_ name: String, _ platform: String, _ configuration: String?) -> (text: String, place: SourcePlace)? {
        var found: (text: String, place: SourcePlace)?
        for group in groups {
            for element in group.all(name) {
                let condition = condition(group, element)
                let isAbout = { (word: String) in !word.isEmpty && ["'", "-"].contains { condition.contains($0 + word) } }
                let isOther = ["Debug", "Release", "android", "ios", "maccatalyst", "windows"].contains(where: isAbout)
                if !isOther || [platform, configuration ?? ""].contains(where: isAbout) {
                    found = (element.text, element.place)
                }
            }
        }
        return found
    }

    /// - Parameter stated: The ID in a native file, which wins over the property (dotnet/android, pull request 6304; SingleProject.md of
    ///   dotnet/macios).
    private func app(_ platform: AppPlatform, stated: (text: String, place: SourcePlace)?, _ project: Project) -> ProjectApp {
        let stated = stated.flatMap { $0.text.contains("$") ? nil : $0 }
        let id = { (configuration: String?) in stated ?? property("ApplicationId", platform.rawValue, configuration) }
        let place = id(configurations.last)?.place ?? root.place
        let builds = configurations.map { configuration in
            let id = id(configuration)?.text
            return ProjectApp.Build(
                configuration, id.map { $0.contains("$(") ? .unknown(candidates: []) : .known($0) } ?? .unknown(candidates: []))
        }
        var app = ProjectApp(project.freeKey(platform, in: folder), platform, builds: builds, at: place)
        let name = ProjectTree.name(of: root.place.file)
        app.name = property("ApplicationTitle", platform.rawValue, nil)?.text ?? String(name.dropLast(".csproj".count))
        return app
    }

    private func noteUnknownID(of app: ProjectApp, _ project: inout Project) {
        guard app.builds.contains(where: { $0.id.known == nil }) else { return }
        project.unknowns.append(Unknown("ApplicationId", "no property of this file has a value for it", at: app.place))
    }

    private func path(_ name: String) -> String { ProjectTree.joined(folder, name.replacing("\\", with: "/")) ?? "" }

    // MARK: Android

    private func readAndroid(_ project: inout Project) {
        let manifests = ["Platforms/Android/AndroidManifest.xml", "Properties/AndroidManifest.xml", "AndroidManifest.xml"].map(path)
        let manifest = manifests.first(where: tree.has)
        let package = manifest.flatMap { project.xml($0, in: tree) }?.attribute("package")
        let app = app(.android, stated: package.map { ($0.value, $0.place) }, project)
        let resources = ["Platforms/Android/Resources", "Resources"].map(path)
        project.addAndroidApp(app, manifest: manifest, resources: resources, in: tree)
        noteUnknownID(of: app, &project)
        let scope = CodeScope()
        var files: [SourceTokens] = []
        for path in folders(&project).flatMap(tree.paths(in:)).unique where path.hasSuffix(".cs") {
            guard let file = tree.file(path), file.mentions("IntentFilter") || file.mentions("const string") else { continue }
            let settings = CodeSettings(file)
            scope.add(settings)
            files.append(settings.code)
        }
        for code in files { readActivities(code, scope, of: app.key, &project) }
    }

    /// Returns the folders of the project and of those that it refers to, whose constants and activities it has as well.
    private func folders(_ project: inout Project) -> [String] {
        var (found, queue) = ([folder], [root])
        while let next = queue.popLast() {
            let own = ProjectTree.folder(of: next.place.file)
            for reference in next.descendants where reference.name == "ProjectReference" {
                let name = reference["Include"]?.replacing("\\", with: "/")
                guard let path = name.flatMap({ ProjectTree.joined(own, $0) }), !found.contains(ProjectTree.folder(of: path)),
                    let other = project.xml(path, in: tree)
                else { continue }
                found.append(ProjectTree.folder(of: path))
                queue.append(other)
            }
        }
        return found
    }

    private static let components: Set = ["Activity", "Service", "BroadcastReceiver"]

    /// Reads the attributes before each class: `[Activity(Exported = true)] [IntentFilter(new[] { Intent.ActionView }, …)] class Main`.
    private func readActivities(_ code: SourceTokens, _ scope: CodeScope, of app: String, _ project: inout Project) {
        var filters: [Int] = []
        var component: Int?
        for index in code.all.indices where code.isWord(index) {
            let isAttribute = "(],".contains(code.word(index + 1)) && ["[", ",", "."].contains(code.word(index - 1))
            switch code.word(index) {
            case let name where isAttribute && Self.components.contains(where: { name == $0 || name == $0 + "Attribute" }):
                component = index
            case "IntentFilter" where isAttribute, "IntentFilterAttribute" where isAttribute: filters.append(index)
            case "class":
                let isExported = component.flatMap { Self.isExported(code, $0) }
                for filter in filters where component.map({ code.word($0).hasPrefix("Activity") }) ?? true {
                    guard var claim = claim(filter, code, scope, &project) else {
                        project.openApps.insert(app)
                        continue
                    }
                    claim.component = code.word(index + 1)
                    claim.componentPlace = code.place(index + 1)
                    claim.isExported = isExported
                    project.addFilter(claim, of: app, variants: configurations, generatedFrom: "IntentFilter", at: code.place(filter))
                }
                if !filters.isEmpty, let component, isExported == nil {
                    project.add(
                        .exportedMissing, .error,
                        "The class has an intent filter but does not say Exported, so the build for Android 12 and later fails.",
                        repair: "Write Exported = true in [\(code.word(component))].", of: app, configurations, at: code.place(index + 1))
                }
                (filters, component) = ([], nil)
            default: break
            }
        }
    }

    /// Returns whether other apps can start a component; nil if its attribute does not say so. The build exports the main activity.
    private static func isExported(_ code: SourceTokens, _ attribute: Int) -> Bool? {
        func flag(_ name: String) -> Bool? {
            code.inside(attribute + 1).first { code.word($0) == name && code.has($0 + 1, "=") }.flatMap { Bool(code.word($0 + 2)) }
        }
        return flag("Exported") ?? (flag("MainLauncher") == true ? true : nil)
    }

    private func claim(_ index: Int, _ code: SourceTokens, _ scope: CodeScope, _ project: inout Project) -> FilterClaim? {
        var (actions, categories): ([String], [String]) = ([], [])
        var data: [FilterClaim.Datum] = []
        var isVerified = false
        for argument in code.expression(at: index).arguments {
            let name = argument.key?.text ?? "actions"
            for item in argument.value.elements ?? [argument.value] {
                let found = Self.constant(item).map(CodeValue.known) ?? scope.value(of: item)
                switch name {
                case "actions": if let known = found.value.known { actions.append(known) }
                case "Categories": if let known = found.value.known { categories.append(known) }
                case "AutoVerify": isVerified = item.flag == true
                default:
                    guard let attribute = Self.attribute(name) else { continue }
                    guard let known = found.value.known else {
                        project.unknowns.append(Unknown(name, found.why, candidates: found.value.possible, at: item.place))
                        return nil
                    }
                    // The build writes an element for each value, and none for an empty text (IntentFilterAttribute.Partial.cs of
                    // dotnet/android).
                    if known.isEmpty { continue }
                    data.append(FilterClaim.Datum(attribute, known, element: data.count, at: item.place))
                }
            }
        }
        return FilterClaim(actions: actions, categories: categories, data: data, isVerifiedAutomatically: isVerified)
    }

    /// Returns the value of `Intent.ActionView` or `Intent.CategoryBrowsable`.
    private static func constant(_ item: Literal) -> String? {
        let names = (item.path ?? "").split(separator: ".").suffix(2)
        guard names.count == 2, names.first == "Intent", let name = names.last else { return nil }
        for kind in ["Action", "Category"] where name.hasPrefix(kind) {
            let words = name.dropFirst(kind.count).map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined().dropFirst()
            return "android.intent.\(kind.lowercased()).\(words)"
        }
        return nil
    }

    /// Returns the attribute of `<data>` for `DataScheme`, `DataPathPrefixes` and so on.
    private static func attribute(_ name: String) -> String? {
        guard name.hasPrefix("Data") else { return nil }
        let own = name.dropFirst(4).lowercased()
        return FilterClaim.attributes.first { [$0, $0 + "s", $0 + "es"].contains { $0.lowercased() == own } }
    }

    // MARK: iOS

    private func readApple(_ project: inout Project) {
        let info = ["Platforms/iOS/Info.plist", "Info.plist"].map(path).first(where: tree.has)
        let id = info.flatMap { project.propertyList($0, in: tree) }?["CFBundleIdentifier"]
        let app = app(.ios, stated: id.flatMap { id in id.text.map { ($0, id.place) } }, project)
        project.apps.append(app)
        noteUnknownID(of: app, &project)
        if let info { project.addApple(app.key, info, in: tree) }
        let usual = ["Platforms/iOS/Entitlements.plist", "Entitlements.plist"].map(path).first(where: tree.has)
        var named: [String: [String]] = [:]
        for configuration in configurations {
            if let file = property("CodesignEntitlements", "ios", configuration).map({ path($0.text) })
                ?? defaultEntitlements(configuration)
            {
                named[file, default: []].append(configuration)
            }
        }
        for (file, variants) in named.sorted(by: { $0.key < $1.key }) {
            let count = project.claims.count
            project.addApple(app.key, file, variants: variants, in: tree)
            guard configurations.count > variants.count, !variants.contains("Release"), project.claims.count > count else { continue }
            let message = "Only \(variants.joined(separator: ", ")) has the domain, so links do not open the app that users get."
            let repair = "Name the file in CodesignEntitlements for Release too."
            let place = project.claims[count].place
            project.findings.append(ProjectFinding(.entitlementsConfigGap, .error, message, repair: repair, at: place))
        }
        guard let usual, named[usual] == nil, let root = project.propertyList(usual, in: tree),
            let domain = root[LinkDeclarations.domains]?.texts.first
        else { return }
        let message = "No configuration signs the app with this file, so its associated domains have no effect."
        let repair = "Name the file in <CodesignEntitlements> of the project file."
        project.findings.append(ProjectFinding(.entitlementsFileUnused, .warning, message, repair: repair, at: domain.place))
    }

    /// Returns the file that signs the app if no setting names one: that in the folder of the project (dotnet/macios, pull request 15729) or,
    /// for MAUI, in the folder of the platform (dotnet/maui, pull request 1307).
    private func defaultEntitlements(_ configuration: String) -> String? {
        let isMaui = ["UseMaui", "SingleProject"].contains { property($0, "ios", configuration)?.text.lowercased() == "true" }
        if isMaui, case let file = path("Platforms/iOS/Entitlements.plist"), tree.has(file) { return file }
        let isOff = property("EnableDefaultCodesignEntitlements", "ios", configuration)?.text.lowercased() == "false"
        return isOff ? nil : [path("Entitlements.plist")].first(where: tree.has)
    }
}
