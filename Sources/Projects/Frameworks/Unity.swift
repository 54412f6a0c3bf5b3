import Deciding

/// An app of Unity: the manifest that Unity merges into its own, and the settings of the player.
struct Unity {
    private let settings: IndentedSettings
    private let file: SourceFile

    /// - Returns: Whether the folder has a project of Unity.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        guard let file = tree.file(folder, "ProjectSettings/ProjectSettings.asset") else { return false }
        let unity = Unity(settings: IndentedSettings(file), file: file)
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
        if !file.mentions("PlayerSettings:") {
            project.unknowns.append(Unknown("PlayerSettings", "the file is not text", at: file.place(0)))
        }
        for scheme in unity.settings["PlayerSettings/iOSURLSchemes/-"] {
            project.addScheme(scheme.text, of: keys[1], variants: ["*"], generatedFrom: "iOSURLSchemes", at: scheme.place)
        }
        let why = "Unity's settings have no entitlements; a script that runs after the build may add them"
        project.unknowns.append(Unknown("associated domains", why, at: file.place(0)))
        project.addCodeRouter(of: keys, unknown: "links are handled in code (Application.deepLinkActivated)")
        return true
    }

    private func setting(_ name: String) -> (text: String, place: SourcePlace)? { settings["PlayerSettings/" + name].first }

    private func app(_ key: String, _ platform: AppPlatform, _ name: String, _ project: inout Project) -> ProjectApp {
        let id = setting("applicationIdentifier/" + name)
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
