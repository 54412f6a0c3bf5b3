import Deciding

/// An app module of Gradle.
enum AndroidModule {
    /// Reads a module that builds an app, with its manifests, resources and routes.
    ///
    /// - Parameter name: What a framework's own file says; nil if the Android files decide.
    static func read(_ module: GradleModule, key: String, name: String?, into project: inout Project) {
        let variants = GradleVariants(module)
        let sources = AndroidSources(module, variants.namespace)
        var builds = variants.all
        var claims = ManifestClaims(of: key)
        var manifests: [MergedManifest] = []
        for index in builds.indices {
            let manifest = MergedManifest(sources.manifests(of: builds[index], &project))
            if builds[index].id.why == GradleVariants.noID, let package = manifest.package { builds[index].id = .known(package) }
            claims.read(manifest.components, sources.values(of: builds[index]), &project)
            manifests.append(manifest)
        }
        let isOne = !variants.isNamed && Set(builds.map(\.id)).count == 1 && claims.isSame(in: builds.map(\.name))
        if isOne { builds = [AndroidVariant("*", id: builds[0].id)] }

        let place = variants.idPlace ?? module.scripts.last.map { SourcePlace($0.code.file.path, line: 1) }
        var app = ProjectApp(key, .android, at: place ?? SourcePlace(module.folder, line: 1))
        app.builds = builds.map { ProjectApp.Build($0.name, $0.id.value) }
        (app.module, app.namespace) = (module.folder, variants.namespace)
        app.isForPhone = manifests.first?.isForPhone ?? true
        app.targetSDK = variants.targetSDK ?? manifests.first?.targetSDK
        let shown = variants.all.firstIndex { $0.sets.contains("release") } ?? 0
        let values = sources.values(of: variants.all[shown])
        app.name = name ?? self.name(manifests[shown].label, values, module, &project)
        project.apps.append(app)
        project.unknowns += variants.unknowns.filter { !project.unknowns.contains($0) }
        if builds.contains(where: { $0.id.why == GradleVariants.noID }) {
            project.unknowns.append(Unknown("applicationId", "neither the script nor the manifest has it", at: app.place))
        }
        claims.add(to: &project, targetSDK: app.targetSDK, as: isOne ? ["*"] : nil)
        noteDependencies(of: module, &project)
        let links = DeepLinkRoutes.routers(of: key, in: sources.folders, sources.files.tree, &project)
        let routes = NavigationGraph.routes(in: sources.allResources, sources.files, &project)
        project.routers += links + (routes.isEmpty ? [] : [Router(.navigation, apps: [key], routes: routes)])
    }

    /// Returns the modules below a folder that build an app.
    static func applications(in folder: String, of tree: ProjectTree) -> [GradleModule] {
        let files = GradleFiles(tree)
        let folders = files.modules.filter { folder.isEmpty || $0 == folder || $0.hasPrefix(folder + "/") }
        return folders.compactMap { GradleModule($0, in: files) }.filter(\.buildsApp)
    }

    private static func name(
        _ label: XMLElement.Attribute?, _ values: AndroidValues, _ module: GradleModule, _ project: inout Project
    ) -> String? {
        if let label, let known = values.value(label.value, at: label.place, &project).value.value.known { return known }
        let settings = module.files.script("settings.gradle", in: module.root)
        let root = settings?.all.first { $0.name == "name" && $0.path.last == "rootProject" }
        if let settings, let root, let name = settings.code.texts(root.value).first { return name }
        return module.folder.isEmpty ? nil : ProjectTree.name(of: module.folder)
    }

    /// Adds one unknown for all artifacts: their manifests may have filters, and are not in the tree.
    private static func noteDependencies(of module: GradleModule, _ project: inout Project) {
        let what = "filters of dependencies"
        guard let own = module.scripts.last, !project.unknowns.contains(where: { $0.what == what }) else { return }
        let artifact = own.all.first { setting in
            setting.path.last == "dependencies" && setting.name.hasSuffix("mplementation")
                && setting.value.contains {
                    own.code.word($0) == "libs" || own.code.text($0)?.contains(":") == true && own.code.word($0 - 2) != "project"
                }
        }
        guard let artifact else { return }
        project.unknowns.append(Unknown(what, "the manifests of artifacts are not in the tree", at: own.code.place(artifact.index)))
    }
}

/// Where the manifests and the resources of a module and its libraries are.
struct AndroidSources {
    let module: GradleModule
    let files: AndroidFiles
    /// The folders of the module and of the modules that it depends on.
    let folders: [String]
    private let namespace: String?
    private let libraries: [(folder: String, namespace: String?)]

    init(_ module: GradleModule, _ namespace: String?) {
        (self.module, self.namespace, files) = (module, namespace, AndroidFiles(module.files.tree))
        libraries = module.libraries().map { folder in
            let script = module.files.script("build.gradle", in: folder)
            let setting = script?.all.first { $0.name == "namespace" && $0.path.last == "android" }
            return (folder, script.flatMap { script in setting.flatMap { script.code.texts($0.value).first } })
        }
        folders = [module.folder] + libraries.map(\.folder)
    }

    func manifests(of variant: AndroidVariant, _ project: inout Project) -> [MergedManifest.Source] {
        let name = "AndroidManifest.xml"
        let own = variant.sets.map { set in (stated(["manifest"], of: set).first ?? path(in: module.folder, set, name), namespace) }
        let others = libraries.flatMap { library in variant.sets.map { (path(in: library.folder, $0, name), library.namespace) } }
        return (own + others).compactMap { path, namespace in
            files.root(path, &project).map { ($0, namespace) }
        }
    }

    func values(of variant: AndroidVariant) -> AndroidValues {
        let own = variant.sets.flatMap { set in stated(["res"], of: set) + [path(in: module.folder, set, "res")] }
        let others = libraries.flatMap { library in variant.sets.map { path(in: library.folder, $0, "res") } }
        return AndroidValues(variant: variant, resources: own + others, files: files)
    }

    /// The resource folders of all source sets.
    var allResources: [String] {
        var found: [String] = []
        for folder in folders {
            let start = folder.isEmpty ? "src/" : folder + "/src/"
            let sets = Set(files.tree.paths(in: String(start.dropLast())).map { $0.dropFirst(start.count).prefix { $0 != "/" } })
            found += sets.sorted().filter { !$0.lowercased().contains("test") }.map { "\(start)\($0)/res" }
        }
        return found + stated(["res"], of: "main")
    }

    /// Returns a path in a source set. Kotlin Multiplatform calls the sets `androidMain` and so on.
    private func path(in folder: String, _ set: String, _ name: String) -> String {
        let start = folder.isEmpty ? "src/" : folder + "/src/"
        let other = "\(start)android\(set.prefix(1).uppercased())\(set.dropFirst())"
        let isMultiplatform = !files.tree.paths(in: other).isEmpty && files.tree.paths(in: start + set).isEmpty
        return isMultiplatform ? "\(other)/\(name)" : "\(start)\(set)/\(name)"
    }

    /// Returns the paths that `sourceSets` states for a set, such as `main.manifest.srcFile "AndroidManifest.xml"`.
    private func stated(_ kind: [String], of set: String) -> [String] {
        (module.settings[["sourceSets", set] + kind] ?? []).flatMap { script, setting in
            script.code.texts(setting.value).compactMap { ProjectTree.joined(module.folder, $0) }
        }
    }
}
