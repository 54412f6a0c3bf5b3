import Deciding

/// An app of NativeScript: `nativescript.config.ts` and the native resources in `App_Resources`.
enum NativeScript {
    /// - Returns: Whether the folder has a project of NativeScript.
    static func read(_ folder: String, in tree: ProjectTree, into project: inout Project) -> Bool {
        let source = SourceReader(tree)
        guard let path = tree.path(folder, "nativescript.config.ts", "nativescript.config.js", "package.json") else { return false }
        var settings = source.exported(of: path) ?? SourceValues()
        if path.hasSuffix("package.json") {
            // Before version 7 the package has the ID.
            guard let own = source.member("nativescript", of: settings)?.values, source.member("id", of: own) != nil else { return false }
            settings = own
        }
        let stated = source.member("appResourcesPath", of: settings)
        let places = (stated.map(\.values.texts) ?? ["App_Resources", "app/App_Resources", "src/App_Resources"])
            .compactMap { ProjectTree.joined(folder, $0) }
        let found = places.first { !tree.paths(in: $0).isEmpty }
        let resources = found ?? places.first ?? "App_Resources"
        let main = resources + (tree.has(resources + "/Android/AndroidManifest.xml") ? "/Android" : "/Android/src/main")
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
        if let stated, found == nil || stated.values.doubt != nil {
            project.openApps.formUnion(keys)
            let why = stated.values.doubt?.why ?? "the folder is not in the project"
            project.unknowns.append(Unknown("appResourcesPath", why, candidates: stated.values.texts, at: stated.place))
        }
        for file in ["Info.plist", "app.entitlements"] { project.addApple(keys[1], "\(resources)/iOS/\(file)", in: tree) }
        project.addCodeRouter(of: keys, unknown: "links are handled in code")
        return true
    }
}
