import Deciding

/// An app of Unity: the manifest that Unity merges into its own, and the settings of the player.
struct Unity {
    private let settings: PropertyList?
    private let file: SourceFile

    /// - Returns: Whether the folder has a project of Unity.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        guard let file = tree.file(folder, "ProjectSettings/ProjectSettings.asset") else { return false }
        var reader = YAMLReader()
        let unity = Unity(settings: (try? reader.list(of: file))?["PlayerSettings"], file: file)
        let keys = [project.freeKey(.android, in: folder), project.freeKey(.ios, in: folder)]
        var manifest = tree.path(folder, "Assets/Plugins/Android/AndroidManifest.xml")
        if let path = manifest, let switched = unity.setting("useCustomMainManifest"), switched.text == "0" {
            project.unknowns.append(Unknown(path, "Unity does not use it, because Custom Main Manifest is off", at: switched.place))
            manifest = nil
        }
        let apps = [unity.app(keys[0], .android, "Android", &project), unity.app(keys[1], .ios, "iPhone", &project)]
        project.addAndroidApp(apps[0], manifest: manifest, resources: [], in: tree)
        project.apps.append(apps[1])
        project.openApps.insert(keys[1])
        if unity.settings == nil {
            project.unknowns.append(Unknown("PlayerSettings", "the file has none, or is not YAML", at: file.place(0)))
        }
        for scheme in unity.settings?["iOSURLSchemes"]?.elements ?? [] {
            guard let text = scheme.text, !text.isEmpty else { continue }
            project.addScheme(text, of: keys[1], variants: ["*"], generatedFrom: "iOSURLSchemes", at: scheme.place)
        }
        let why = "Unity's settings have no entitlements; a script that runs after the build may add them"
        project.unknowns.append(Unknown("associated domains", why, at: file.place(0)))
        project.addCodeRouter(of: keys, unknown: "links are handled in code (Application.deepLinkActivated)")
        return true
    }

    private func setting(_ names: String...) -> (text: String, place: SourcePlace)? {
        guard let value = names.reduce(settings, { $0?[$1] }), let text = value.text, !text.isEmpty else { return nil }
        return (text, value.place)
    }

    private func app(_ key: String, _ platform: AppPlatform, _ name: String, _ project: inout Project) -> ProjectApp {
        let id = setting("applicationIdentifier", name)
        if id == nil {
            let why = "the player's settings have none for \(name)"
            project.unknowns.append(Unknown("applicationIdentifier", why, at: file.place(0)))
        }
        let value = id.map { ProjectValue.known($0.text) } ?? .unknown(candidates: [])
        var app = ProjectApp(key, platform, builds: [ProjectApp.Build("*", value)], at: id?.place ?? file.place(0))
        app.name = setting("productName")?.text
        if platform == .ios { app.team = setting("appleDeveloperTeamID")?.text }
        if platform == .android {
            app.targetSDK = setting("AndroidTargetSdkVersion").flatMap { Int($0.text) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return app
    }
}
