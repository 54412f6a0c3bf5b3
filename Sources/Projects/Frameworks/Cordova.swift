import Bytes
import Deciding
import JSONDocument
import LinkLayers

/// An app of Cordova: `config.xml`, from which Cordova and its plugins write both native projects when the app is built.
struct Cordova {
    private typealias Value = (text: String, place: SourcePlace)

    private let folder: String
    private let tree: ProjectTree
    private let root: XMLElement
    private let package: JSONDocument?
    private let android: String?
    private var ios: String?
    /// The events of links, with where they are declared.
    private var events: [(name: String, place: SourcePlace)] = []
    private var routes: [Route] = []

    private var keys: [String] { [android, ios].compactMap(\.self) }

    /// Reads the folder of a project.
    ///
    /// - Returns: Whether the folder has a `config.xml` of Cordova.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        // Cordova copies the file into the projects that it writes, for Android into `res/xml`.
        let parts = folder.split(separator: "/")
        if parts.contains("platforms") || parts.last == "xml" { return false }
        guard let file = tree.file(folder, "config.xml"), file.mentions("<widget") else { return false }
        guard let root = project.xml(file.path, in: tree), root.name == "widget" else { return true }
        // Capacitor writes such a file for the plugins of Cordova, without an ID.
        guard root["id"] != nil else { return false }
        var cordova = Cordova(folder, root, in: tree, &project)
        cordova.readUniversalLinks(&project)
        cordova.readPlugins(&project)
        cordova.readBranch(&project)
        cordova.readRawFiles(&project)
        cordova.leaveToXcode(&project)
        cordova.readSubscriptions(&project)
        return true
    }

    private init(_ folder: String, _ root: XMLElement, in tree: ProjectTree, _ project: inout Project) {
        (self.folder, self.tree, self.root) = (folder, tree, root)
        package = tree.file(folder, "package.json").map { JSONDocument($0.bytes) }
        let listed = package?.root?["cordova"]?["platforms"].map { Array($0.elements).compactMap(\.stringValue) } ?? []
        let engines = root.all("engine").compactMap { $0["name"] } + listed
        let needed = ["dependencies", "devDependencies"].compactMap { [package] in package?.root?[$0] }
            .flatMap { $0.members.compactMap(\.key.stringValue) }
        let builds = { (platform: String) in
            engines.isEmpty || engines.contains(platform) || needed.contains("cordova-\(platform)")
        }
        android = builds("android") ? project.freeKey(.android, in: folder) : nil
        ios = builds("ios") ? project.freeKey(.ios, in: folder) : nil
        let preferences = root.descendants.filter { $0.name == "preference" }
        let target = preferences.first { $0["name"]?.lowercased() == "android-targetsdkversion" }?["value"]
        for (key, platform, other) in [(android, AppPlatform.android, "android-packageName"), (ios, .ios, "ios-CFBundleIdentifier")] {
            guard let key else { continue }
            let id = root.attribute(other) ?? root.attribute("id")
            let value = id.map { ProjectValue.known($0.value) } ?? .unknown(candidates: [])
            let place = id?.place ?? root.place
            var app = ProjectApp(key, platform, builds: [ProjectApp.Build("*", value)], at: place)
            app.name = root.all("name").first?.text
            if platform == .android { app.targetSDK = target.flatMap { Int($0) } }
            if platform == .ios { app.team = root.descendants.first { $0.name == "ios-team-id" }?["value"] }
            project.apps.append(app)
        }
    }

    /// Removes the iOS app if config.xml claims no links for it and an Xcode project of the app's own builds it.
    private mutating func leaveToXcode(_ project: inout Project) {
        let isBuilt = tree.paths(in: folder).contains { path in
            path.hasSuffix(".xcodeproj/project.pbxproj") && !path.split(separator: "/").contains { $0 == "platforms" || $0 == "plugins" }
                && tree.file(path)?.mentions("com.apple.product-type.application\"") == true
        }
        guard isBuilt, let key = ios, !project.claims.contains(where: { $0.app == key }) else { return }
        project.apps.removeAll { $0.key == key }
        ios = nil
    }

    // MARK: cordova-universal-links-plugin

    private mutating func readUniversalLinks(_ project: inout Project) {
        for host in root.all("universal-links").flatMap({ $0.all("host") }) {
            guard let name = host.attribute("name") else { continue }
            let place = name.place
            if host["scheme"] == nil {
                let message =
                    "The host \(name.value) has no scheme, so the plugin claims http only and https links open the browser on Android."
                let repair = "Write scheme=\"https\"."
                project.findings.append(ProjectFinding(.cordovaSchemeDefaultsToHTTP, .warning, message, repair: repair, at: place))
            }
            let paths = host.all("path").compactMap { path in path.attribute("url").map { ($0.value, $0.place, path["event"]) } }
            for (url, place, event) in paths.isEmpty ? [("*", place, nil)] : paths {
                add(url, of: name, scheme: host["scheme"] ?? "http", event: event ?? host["event"], at: place, &project)
            }
            if let ios {
                project.addDomain("applinks:\(name.value)", of: ios, variants: ["*"], generatedFrom: "universal-links", at: place)
            }
        }
    }

    private mutating func add(
        _ url: String, of host: XMLElement.Attribute, scheme: String, event: String?, at place: SourcePlace, _ project: inout Project
    ) {
        let path = url.hasPrefix("/") ? url : "/" + url
        var data = [("scheme", scheme, place), ("host", host.value, place)]
        if url != "*" {
            data.append((path.contains("*") ? "pathPattern" : "path", path.replacing("*", with: ".*"), place))
        }
        if let android { project.addLinkFilter(data, isVerified: true, of: android, from: "universal-links", at: place) }
        let event = event ?? "didLaunchAppFromLink"
        if !events.contains(where: { $0.name == event }) { events.append((event, place)) }
        guard !routes.contains(where: { $0.pattern == path && $0.name == event }) else { return }
        let platforms = [android == nil ? nil : AppPlatform.android, ios == nil ? nil : .ios].compactMap(\.self)
        var route = Route(path, name: event, on: platforms, at: place)
        route.isCatchAll = path == "/*"
        routes.append(route)
    }

    /// Compares the events with those that the code subscribes to, and adds the routers.
    private func readSubscriptions(_ project: inout Project) {
        var subscribed: [Value] = []
        var isKnown = true
        let code = tree.paths(in: folder).filter { $0.hasSuffix(".js") || $0.hasSuffix(".ts") || $0.hasSuffix(".tsx") }
        for path in code where !events.isEmpty {
            guard let file = tree.file(path), file.mentions("universalLinks") else { continue }
            let tokens = SourceTokens(file)
            for index in tokens.all.indices where tokens.word(index) == "subscribe" && tokens.word(index - 2) == "universalLinks" {
                let isDefault = tokens.word(index + 2) == "null"
                let name = isDefault ? "didLaunchAppFromLink" : tokens.text(index + 2)
                if let name { subscribed.append((name, tokens.place(index))) } else { isKnown = false }
            }
        }
        for (name, place) in subscribed where !events.contains(where: { $0.name == name }) {
            let message = "No host and no path in config.xml raises the event \(name), so no link reaches its handler."
            let repair = "Add a <path> with event=\"\(name)\", or remove the subscription."
            project.findings.append(ProjectFinding(.routeUnreachable, .warning, message, repair: repair, at: place))
        }
        for (name, place) in events where isKnown && !subscribed.isEmpty && !subscribed.contains(where: { $0.text == name }) {
            let message = "No code subscribes to the event \(name), so a link to this path opens the app and nothing more."
            let repair = "Call universalLinks.subscribe('\(name)', …)."
            project.findings.append(ProjectFinding(.claimWithoutRoute, .warning, message, repair: repair, at: place))
        }
        if !routes.isEmpty {
            project.routers.append(Router(.cordova, apps: keys, routes: routes))
            let place = subscribed.first?.place ?? routes[0].place
            project.unknowns.append(Unknown("what a handler does", "JavaScript callbacks are not read", at: place))
        }
        // Links with a scheme of the app's own go to `handleOpenURL` or to another plugin.
        let isHandledInCode = project.claims.contains { keys.contains($0.app) && $0.generatedFrom != "universal-links" }
        if isHandledInCode { project.addCodeRouter(of: keys, unknown: routes.isEmpty ? "links are handled in code" : nil) }
    }

    // MARK: Plugins and raw XML

    /// Returns the variables of a plugin, from both files.
    private func variables(of plugin: String) -> [String: Value] {
        var found: [String: Value] = [:]
        if let file = tree.file(folder, "package.json"), let node = package?.root?["cordova"]?["plugins"]?[plugin] {
            for member in node.members {
                guard let name = member.key.stringValue, let text = member.value.stringValue else { continue }
                found[name] = (text, file.place(member.value.range))
            }
        }
        for variable in root.all("plugin").filter({ $0["name"] == plugin }).flatMap({ $0.all("variable") }) {
            if let name = variable["name"], let value = variable.attribute("value") { found[name] = (value.value, value.place) }
        }
        return found
    }

    private func readPlugins(_ project: inout Project) {
        // Plugins that descend from cordova-plugin-customurlscheme have its variable, one for several schemes also SECOND_URL_SCHEME and so on.
        let listed = package?.root?["cordova"]?["plugins"]?.members.compactMap(\.key.stringValue) ?? []
        for plugin in (listed + root.all("plugin").compactMap { $0["name"] }).unique {
            for (name, scheme) in variables(of: plugin).sorted(by: { ($0.value.place, $0.key) < ($1.value.place, $1.key) })
            where (name == "URL_SCHEME" || name.hasSuffix("_URL_SCHEME")) && !scheme.text.trimmed.isEmpty {
                add(scheme, from: plugin, &project)
            }
        }
        // The plugin's defaults for a second filter are spaces, which claim nothing.
        let custom = variables(of: "cordova-plugin-customurlscheme").filter { !$0.value.text.trimmed.isEmpty && $0.value.text != "/" }
        if let android, let scheme = custom["ANDROID_SCHEME"] {
            let names = [("scheme", "ANDROID_SCHEME"), ("host", "ANDROID_HOST"), ("pathPrefix", "ANDROID_PATHPREFIX")]
            let data = names.compactMap { name, variable in custom[variable].map { (name, $0.text, $0.place) } }
            project.addLinkFilter(data, of: android, from: "cordova-plugin-customurlscheme", at: scheme.place)
        }
        let variables = variables(of: "ionic-plugin-deeplinks")
        for (key, host) in variables.sorted(by: { $0.key < $1.key }) where key.hasPrefix("DEEPLINK_") && key.hasSuffix("HOST") {
            let scheme = variables["DEEPLINK_SCHEME"]?.text ?? "https"
            let prefix = variables["ANDROID_PATH_PREFIX"]?.text ?? "/"
            var data = [("scheme", scheme, host.place), ("host", host.text, host.place)]
            if prefix != "/" { data.append(("pathPrefix", prefix, variables["ANDROID_PATH_PREFIX"]?.place ?? host.place)) }
            if let android {
                project.addLinkFilter(data, isVerified: true, of: android, from: "ionic-plugin-deeplinks", at: host.place)
            }
            let domain = "applinks:\(host.text)"
            if let ios { project.addDomain(domain, of: ios, variants: ["*"], generatedFrom: "ionic-plugin-deeplinks", at: host.place) }
        }
    }

    /// Reads `<branch-config>`. With a host `a.app.link` the plugin claims `a-alternate.app.link` as well (updateAndroidManifest.js and
    /// updateAssociatedDomains.js of branch-cordova-sdk).
    private func readBranch(_ project: inout Project) {
        var hosts: [(name: String, value: String, place: SourcePlace)] = []
        for element in root.all("branch-config").flatMap(\.children) {
            guard let value = element.attribute("value") else { continue }
            let place = value.place
            if element.name == "uri-scheme" { add((value.value, place), from: "branch-config", &project) }
            let isAlternate = value.value.contains("-alternate") && value.value.contains("app.link")
            guard element.name.hasSuffix("link-domain"), !isAlternate else { continue }
            let label = value.value.prefix { $0 != "." }
            let other = value.value.contains("app.link") ? ["\(label)-alternate\(value.value.dropFirst(label.count))"] : []
            for host in [value.value] + other {
                if element.name != "ios-link-domain" { hosts.append(("host", host, place)) }
                guard let ios, element.name != "android-link-domain" else { continue }
                project.addDomain("applinks:\(host)", of: ios, variants: ["*"], generatedFrom: "branch-config", at: place)
            }
        }
        guard let android, let place = hosts.first?.place else { return }
        let prefix = root.all("branch-config").flatMap { $0.all("android-prefix") }.first?.attribute("value")
        if let prefix, hosts.contains(where: { !$0.value.contains("app.link") }) {
            hosts.append(("pathPrefix", prefix.value, prefix.place))
        }
        project.addLinkFilter([("scheme", "https", place)] + hosts, isVerified: true, of: android, from: "branch-config", at: place)
    }

    private func add(_ scheme: Value, from plugin: String, _ project: inout Project) {
        if let android {
            project.addLinkFilter([("scheme", scheme.text, scheme.place)], of: android, from: plugin, at: scheme.place)
        }
        if let ios { project.addScheme(scheme.text, of: ios, variants: ["*"], generatedFrom: plugin, at: scheme.place) }
    }

    /// Reads `<config-file>` and `<edit-config>`, which put XML into the native files.
    private func readRawFiles(_ project: inout Project) {
        var component = MergedManifest.Component("MainActivity", at: root.place)
        component.export()
        for element in root.descendants where element.name == "config-file" || element.name == "edit-config" {
            let target = element["target"] ?? element["file"] ?? ""
            if target.hasSuffix("AndroidManifest.xml") {
                component.filters += element.descendants.filter { $0.name == "intent-filter" }
            } else if let ios, target.hasSuffix("Info.plist") {
                let values = element.plistValues("CFBundleURLSchemes").map(\.value)
                for text in values.flatMap({ $0.name == "string" ? [$0] : $0.all("string") }) {
                    project.addScheme(text.text, of: ios, variants: ["*"], at: text.textPlace)
                }
            } else if let ios, element["parent"] == "com.apple.developer.associated-domains" {
                // Most write the same domains for Debug and for Release.
                for text in element.descendants where text.name == "string" && !target.contains("Debug") {
                    project.addDomain(text.text, of: ios, variants: ["*"], at: text.textPlace)
                }
            }
        }
        guard let android else { return }
        let files = AndroidFiles(tree)
        var variant = AndroidVariant("*", id: .known(root["android-packageName"] ?? root["id"] ?? ""))
        variant.hasOtherPlaceholders = true
        var claims = ManifestClaims(of: android)
        claims.read([component], AndroidValues(variant: variant, resources: [], files: files), &project)
        claims.add(to: &project, targetSDK: nil, as: ["*"])
    }
}
