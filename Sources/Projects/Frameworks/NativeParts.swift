import Deciding

/// Adds the native parts of frameworks that have their own build: their files say what an app of one variant claims.
extension Project {
    /// Returns a key that no app has: the platform, with the name of the project's folder unless that is the root.
    func freeKey(_ platform: AppPlatform, in folder: String) -> String {
        freeKey(folder.isEmpty ? platform.rawValue : "\(ProjectTree.name(of: folder))-\(platform.rawValue)")
    }

    /// Adds an Android app with a manifest and its resources.
    mutating func addAndroidApp(_ app: ProjectApp, manifest path: String?, resources: [String], in tree: ProjectTree) {
        var app = app
        let files = AndroidFiles(tree)
        var claims = ManifestClaims(of: app.key)
        let root = path.flatMap { files.root($0, &self) }
        if root == nil, let path, tree.has(path) { openApps.insert(app.key) }
        let id = app.builds.first.map { CodeValue(value: $0.id, why: "the app's ID is unknown") }
        var variant = AndroidVariant("*", id: id ?? .unknown(""))
        // The frameworks' own tools fill in placeholders as well.
        variant.hasOtherPlaceholders = true
        if let root {
            let manifest = MergedManifest([(root, nil)])
            var components = manifest.components
            // Unity exports its own activity: its samples for Android 12 and later leave the attribute out.
            for index in components.indices where components[index].name.hasPrefix("com.unity3d.player.") {
                if components[index].attributes["android:exported"] == nil { components[index].export() }
            }
            claims.read(components, AndroidValues(variant: variant, resources: resources, files: files), &self)
            app.targetSDK = app.targetSDK ?? manifest.targetSDK
        }
        apps.append(app)
        claims.add(to: &self, targetSDK: app.targetSDK, as: app.variants)
    }

    /// Adds a filter that a framework writes into the main activity: VIEW, DEFAULT and BROWSABLE with one `<data>` element.
    mutating func addLinkFilter(
        _ data: [(name: String, value: String, place: SourcePlace)], isVerified: Bool = false, of app: String, from generator: String,
        at place: SourcePlace
    ) {
        let data = data.map { FilterClaim.Datum($0.name, $0.value, at: $0.place) }
        let claim = FilterClaim.ofLinks(data, isVerified: isVerified, to: "MainActivity")
        addFilter(claim, of: app, variants: variants(of: app), generatedFrom: generator, at: place)
    }

    func variants(of app: String) -> [String] { apps.first { $0.key == app }?.variants ?? ["*"] }

    /// Adds what an Info.plist or entitlements declare to an iOS app. The build fills in variables, which leave open what the app claims.
    mutating func addApple(_ app: String, _ path: String, variants: [String]? = nil, in tree: ProjectTree) {
        guard let root = propertyList(path, in: tree) else {
            if tree.has(path) { openApps.insert(app) }
            return
        }
        for (kind, value) in LinkDeclarations.all(in: root) {
            guard let text = value.text else { continue }
            if DeclaredScheme.isFilledIn(text) {
                openApps.insert(app)
                unknowns.append(Unknown(text, "the build fills it in", at: value.place))
            } else {
                add(kind, text, of: app, variants: variants ?? self.variants(of: app), at: value.place)
            }
        }
    }

    /// Says that the routes of apps are code, unless they claim no links.
    mutating func addCodeRouter(of keys: [String], unknown why: String?) {
        guard let claim = claims.first(where: { keys.contains($0.app) }) else { return }
        routers.append(Router(.code, apps: keys))
        if let why { unknowns.append(Unknown("routes", why, at: claim.place)) }
    }
}
