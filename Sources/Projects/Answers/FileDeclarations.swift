import Deciding
import LinkLayers

extension Project {
    /// Every file that declares links contains at least one of these words.
    private static let words: [StaticString] = [
        "intent-filter", "deepLink", "CFBundleURLSchemes", "LSApplicationQueriesSchemes", "com.apple.developer.associated-domains",
    ]

    /// Reads what one file declares without the rest of its app: a manifest, a navigation graph, an Info.plist or entitlements.
    ///
    /// There is no finding on what only the build or another file knows.
    package init(declaredIn file: SourceFile) {
        self.init()
        // Most property lists say nothing about links, and need not be readable.
        guard Self.words.contains(where: file.mentions) else { return }
        let tree = ProjectTree(paths: [file.path]) { _ in file.bytes }
        if file.path.lowercased().hasSuffix(".xml") { readAndroid(file, tree) } else { readApple(file, tree) }
        for index in findings.indices {
            switch findings[index].code {
            // Another manifest may ask for the verification of the host, and builds for the App Store may have other entitlements.
            case .noAutoVerify, .developerModeDomain: findings[index].severity = .note
            // The build may ask for the rules of an older Android.
            case .exportedMissing where apps.first?.targetSDK == nil: findings[index].severity = .warning
            default: break
            }
        }
    }

    private mutating func readAndroid(_ file: SourceFile, _ tree: ProjectTree) {
        let app = ProjectApp("app", .android, at: file.place(0))
        guard let document = xml(file.path, in: tree) else { return }
        guard document.root.name != "navigation" else {
            apps = [app]
            for (claim, place) in NavigationGraph.filters(in: document, &self) {
                addFilter(claim, of: app.key, variants: app.variants, at: place)
            }
            return
        }
        addAndroidApp(app, manifest: file.path, resources: [], in: tree)
        let package = document.root["package"].flatMap { DeclaredScheme.isFilledIn($0) ? nil : $0 }
        if let package { apps[0].builds = [ProjectApp.Build("*", .known(package))] }
    }

    private mutating func readApple(_ file: SourceFile, _ tree: ProjectTree) {
        let app = ProjectApp("app", .ios, at: file.place(0))
        apps = [app]
        guard let root = propertyList(file.path, in: tree) else { return }
        // A file can also be one URL type, which a script adds to the Info.plist.
        let schemes = (root["CFBundleURLSchemes"]?.texts ?? []).map { (kind: LinkDeclarations.Kind.scheme, value: $0) }
        for (kind, value) in LinkDeclarations.all(in: root) + schemes.prefix(LinkDeclarations.most) {
            guard let text = value.text, !DeclaredScheme.isFilledIn(text) else { continue }
            add(kind, text, of: app.key, variants: app.variants, at: value.place)
        }
        findings += AssociationFindings.developerModes(of: self)
    }
}
