import Deciding
import LinkLayers

extension Project {
    /// Every file that declares links contains at least one of these words.
    private static let words: [StaticString] = [
        "intent-filter", "deepLink", "CFBundleURLSchemes", "LSApplicationQueriesSchemes", "com.apple.developer.associated-domains",
        "<queries", "QUERY_ALL_PACKAGES", "Placeholders", "_scheme",
    ]

    /// Reads what one file declares without the rest of its app: a manifest, a navigation graph, an Info.plist, entitlements, the
    /// placeholders of a build script, the strings of an app, or the settings of an Expo app.
    ///
    /// There is no finding on what only the build or another file knows.
    package init(declaredIn file: SourceFile) {
        self.init()
        // Most property lists say nothing about links, and need not be readable.
        let name = ProjectTree.name(of: file.path).lowercased()
        let isExpo = name.hasPrefix("app.json") || name.hasPrefix("app.config.")
        guard isExpo || Self.words.contains(where: file.mentions) else { return }
        let tree = ProjectTree(paths: [file.path]) { _ in file.bytes }
        switch name.split(separator: ".").last {
        case "gradle", "kts": readPlaceholders(SourceTokens(file))
        case "xml" where name == "strings.xml": readStrings(file, tree)
        case "xml": readAndroid(file, tree)
        case _ where isExpo: readExpo(file, tree)
        default: readApple(file, tree)
        }
        for index in findings.indices {
            switch findings[index].code {
            // Another manifest may ask for the verification of the host, and builds for the App Store may have other entitlements.
            case .noAutoVerify, .developerModeDomain: findings[index].severity = .note
            default: break
            }
        }
    }

    private mutating func readAndroid(_ file: SourceFile, _ tree: ProjectTree) {
        let app = ProjectApp("app", .android, at: file.place(0))
        guard let root = xml(file.path, in: tree) else { return }
        guard root.name != "navigation" else {
            apps = [app]
            for (claim, place) in NavigationGraph.filters(in: root, &self) {
                addFilter(claim, of: app.key, variants: app.variants, at: place)
            }
            return
        }
        addAndroidApp(app, manifest: file.path, resources: [], in: tree)
        let package = root["package"].flatMap { DeclaredScheme.isFilledIn($0) ? nil : $0 }
        if let package { apps[0].builds = [ProjectApp.Build("*", .known(package))] }
        let others = ([root] + root.all("application")).flatMap { $0.all("receiver") + $0.all("service") }
        for filter in others.flatMap({ $0.all("intent-filter") })
        where filter.all("category").contains(where: { $0["android:name"]?.hasSuffix(".BROWSABLE") ?? false })
            && filter.all("action").contains(where: { FilterClaim.means(FilterClaim.view, $0["android:name"] ?? "") })
        {
            let message = "A receiver or a service gets no links, so this filter has no effect: Android opens links only in activities."
            findings.append(ProjectFinding(.notExported, .error, message, repair: "Move the filter to an <activity>.", at: filter.place))
        }
        for queries in root.all("queries") {
            for data in queries.all("intent").flatMap({ $0.all("data") }) {
                guard let scheme = data.attribute("android:scheme") else { continue }
                let isKnown = scheme.value != "*" && !DeclaredScheme.isFilledIn(scheme.value)
                if !isKnown { openApps.insert(app.key) }
                claims.append(Claim(.queriesScheme(scheme.value), app: app.key, variants: ["*"], at: scheme.place))
            }
            for element in queries.children where !["intent", "package", "provider"].contains(element.name) {
                let message = "<queries> holds <intent>, <package> and <provider>: \(Quote.shortened(element.name)) makes no app visible."
                let repair = "Put <data android:scheme=\"…\"/> into an <intent>, with the action VIEW."
                findings.append(ProjectFinding(.queriesScheme, .error, message, repair: repair, at: element.place))
            }
            // The schemes of an app that is named are not known.
            if !queries.all("package").isEmpty || !queries.all("provider").isEmpty { openApps.insert(app.key) }
        }
        let asksAll = root.all("uses-permission").contains { $0["android:name"] == "android.permission.QUERY_ALL_PACKAGES" }
        if asksAll { openApps.insert(app.key) }
    }

    /// Reads the schemes among the placeholders of a build script, which manifests of libraries have: `appAuthRedirectScheme: "shop"`.
    private mutating func readPlaceholders(_ code: SourceTokens) {
        for index in code.all.indices where code.isQuote(index) {
            let before = (max(0, index - 5)..<index).filter { !code.has($0, ":") && !code.has($0, "=") && !code.has($0, "to") }
            let last = before.last { code.isWord($0) || code.kind($0) == .text }
            // After a comma, a word is the value of the pair before: `"redirectScheme" to scheme, "redirectHost" to host`.
            if let last, code.isWord(last), code.has(index - 1, ",") { continue }
            let name = last.map { code.isWord($0) ? code.word($0) : code.piece($0) }
            let isScheme = name?.hasSuffix("Scheme") == true || name?.hasSuffix("SchemeName") == true
            if isScheme, let scheme = code.text(index), !scheme.isEmpty, !DeclaredScheme.isFilledIn(scheme) {
                addScheme(scheme, inBuild: code.place(index))
            }
        }
    }

    /// Reads the strings of an Android app that its manifest has as schemes.
    private mutating func readStrings(_ file: SourceFile, _ tree: ProjectTree) {
        for element in xml(file.path, in: tree)?.all("string") ?? []
        where ["fb_login_protocol_scheme", "custom_url_scheme"].contains(element["name"]) && !DeclaredScheme.isFilledIn(element.text) {
            addScheme(element.text, inBuild: element.textPlace)
        }
    }

    private mutating func addScheme(_ scheme: String, inBuild place: SourcePlace) {
        let claim = FilterClaim.ofLinks([FilterClaim.Datum("scheme", scheme, at: place)])
        findings += FilterFindings(claim, targetSDK: nil, at: place).all
    }

    private mutating func readExpo(_ file: SourceFile, _ tree: ProjectTree) {
        let isCode = !file.path.hasSuffix(".json")
        guard let expo = ExpoProject(ProjectTree.folder(of: file.path), hasDependency: isCode, source: SourceReader(tree)) else { return }
        expo.addAndroid("android", to: &self)
        expo.addApple("ios", to: &self)
    }

    private mutating func readApple(_ file: SourceFile, _ tree: ProjectTree) {
        let app = ProjectApp("app", .ios, at: file.place(0))
        apps = [app]
        guard let root = propertyList(file.path, in: tree) else { return }
        if let types = root["CFBundleURLTypes"], !types.members.isEmpty {
            let message = "iOS reads no schemes from CFBundleURLTypes, because it is a dictionary and not an array of dictionaries."
            findings.append(ProjectFinding(.schemeInvalid, .error, message, repair: "Put the <dict> into an <array>.", at: types.place))
        }
        // A file can also be one URL type, which a script adds to the Info.plist.
        let schemes = (root["CFBundleURLSchemes"]?.texts ?? []).map { (kind: LinkDeclarations.Kind.scheme, value: $0) }
        let all = LinkDeclarations.all(in: root) + schemes.prefix(LinkDeclarations.most)
        // The entitlements, which are another file, tell whether Apple has approved the app as a browser or for mail.
        let isBrowser = FilterClaim.web.isSubset(of: all.filter { $0.kind == .scheme }.compactMap(\.value.text))
        let approved = isBrowser ? FilterClaim.web.union(["mailto"]) : []
        for (kind, value) in all {
            guard let text = value.text, !DeclaredScheme.isFilledIn(text) else {
                if case .queriedScheme = kind { openApps.insert(app.key) }
                continue
            }
            if kind == .domain, file.path.hasSuffix("Info.plist") {
                addUnusedDomain(of: app, at: value.place)
                continue
            }
            let known = findings.count
            add(kind, text, of: app.key, variants: app.variants, approved: approved, at: value.place)
            for index in known..<findings.count where text.lowercased() == "mailto" { findings[index].severity = .note }
        }
        addFacebook(root, all.filter { $0.kind == .scheme }.compactMap(\.value.text), of: app)
        findings += AssociationFindings.developerModes(of: self)
    }
}

extension SourceFile {
    /// The newest version of Android that a build script is for, by its API level: `targetSdkVersion 29`, `targetSdk = 34`.
    package var targetSDK: Int? {
        let code = SourceTokens(self)
        let values = code.all.indices.filter { code.word($0).hasPrefix("targetSdk") }.compactMap { index in
            Int(code.word(code.has(index + 1, "=") || code.has(index + 1, "(") ? index + 2 : index + 1))
        }
        return values.max()
    }
}
