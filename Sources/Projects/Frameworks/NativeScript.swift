import Deciding

/// An app of NativeScript: `nativescript.config.ts` and the native resources in `App_Resources`.
enum NativeScript {
    /// - Returns: Whether the folder has a project of NativeScript.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        guard let path = tree.path(folder, "nativescript.config.ts", "nativescript.config.js") else { return false }
        let source = SourceReader(tree)
        let settings = source.exported(of: path) ?? SourceValues()
        let folderOfResources = source.member("appResourcesPath", of: settings)?.values.text ?? "App_Resources"
        let resources = ProjectTree.joined(folder, folderOfResources) ?? "App_Resources"
        let main = resources + "/Android/src/main"
        let keys = [project.freeKey(.android, in: folder), project.freeKey(.ios, in: folder)]
        let apps = zip(keys, [AppPlatform.android, .ios]).map { key, platform in
            // The ID of one platform, `android: { id: "a.b" }`, wins over that of both.
            let own = source.member(platform.rawValue, of: settings).flatMap { source.member("id", of: $0.values) }
            let id = own ?? source.member("id", of: settings)
            if let doubt = id?.values.doubt, platform == .android || own != nil {
                project.unknowns.append(Unknown("id", doubt.why, candidates: id?.values.texts ?? [], at: doubt.place))
            }
            let build = ProjectApp.Build("*", id?.values.value ?? .unknown(candidates: []))
            return ProjectApp(key, platform, builds: [build], at: id?.literal.place ?? SourcePlace(path, line: 1))
        }
        project.addAndroidApp(apps[0], manifest: main + "/AndroidManifest.xml", resources: [main + "/res"], in: tree)
        project.apps.append(apps[1])
        for file in ["Info.plist", "app.entitlements"] { project.addApple(keys[1], "\(resources)/iOS/\(file)", in: tree) }
        project.addCodeRouter(of: keys, unknown: "links are handled in code")
        return true
    }
}
