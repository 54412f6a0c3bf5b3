import Deciding

/// An app of Unity: the manifest that Unity merges into its own, and the settings of the player.
enum Unity {
    /// - Returns: Whether the folder has a project of Unity.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        guard let file = tree.file(ProjectTree.joined(folder, "ProjectSettings/ProjectSettings.asset") ?? "") else { return false }
        let settings = UnitySettings(file)
        let keys = [project.freeKey(.android, in: folder), project.freeKey(.ios, in: folder)]
        let android = settings.app(keys[0], .android, "Android")
        let manifest = ProjectTree.joined(folder, "Assets/Plugins/Android/AndroidManifest.xml")
        project.addAndroidApp(android, manifest: manifest, resources: [], in: tree)
        project.apps.append(settings.app(keys[1], .ios, "iPhone"))
        for scheme in settings.values["iOSURLSchemes"] ?? [] {
            project.addScheme(scheme.text, of: keys[1], variants: ["*"], generatedFrom: "iOSURLSchemes", at: scheme.place)
        }
        let why = "Unity's settings have no entitlements; a script that runs after the build may add them"
        project.unknowns.append(Unknown("associated domains", why, at: SourcePlace(file.path, line: 1)))
        project.addCodeRouter(of: keys, unknown: "links are handled in code (Application.deepLinkActivated)")
        return true
    }
}

/// `ProjectSettings.asset`, line by line: it is YAML with tags of Unity's own, and what counts is on two levels.
private struct UnitySettings {
    /// The values by their names, as `productName`, `applicationIdentifier.Android`, or a list.
    private(set) var values: [String: [(text: String, place: SourcePlace)]] = [:]
    private let file: SourceFile

    init(_ file: SourceFile) {
        self.file = file
        var (offset, parent) = (0, "")
        for line in file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let place = file.place(offset)
            offset += line.count + 1
            let text = String(decoding: line, as: UTF8.self).trimmed
            if text.hasPrefix("- ") {
                values[parent, default: []].append((String(text.dropFirst(2)), place))
                continue
            }
            guard let colon = text.firstIndex(of: ":") else { continue }
            let value = String(text[text.index(after: colon)...]).trimmed
            let isInner = line.prefix { $0 == 0x20 }.count > 2
            let name = isInner ? "\(parent).\(text[..<colon])" : String(text[..<colon])
            if !isInner { parent = name }
            if !value.isEmpty, value != "[]", value != "{}" { values[name, default: []].append((value, place)) }
        }
    }

    func app(_ key: String, _ platform: AppPlatform, _ name: String) -> ProjectApp {
        let id = values["applicationIdentifier.\(name)"]?.first
        let value = id.map { ProjectValue.known($0.text) } ?? .unknown(candidates: [])
        var app = ProjectApp(key, platform, builds: [ProjectApp.Build("*", value)], at: id?.place ?? SourcePlace(file.path, line: 1))
        app.name = values["productName"]?.first?.text
        if platform == .ios { app.team = values["appleDeveloperTeamID"]?.first?.text }
        if platform == .android {
            app.targetSDK = values["AndroidTargetSdkVersion"]?.first.flatMap { Int($0.text) }.flatMap { $0 > 0 ? $0 : nil }
        }
        return app
    }
}
