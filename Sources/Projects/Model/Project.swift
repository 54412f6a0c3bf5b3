import Bytes
package import Deciding
package import LinkLayers

/// What the source tree of an app says about links: the apps that it builds, the links that they claim, the routes that their code has, and
/// the association files of their sites.
///
/// A value is what the files say, with the place that says it. What only a build, an environment or a server knows is an ``Unknown``.
/// Nothing is guessed, and nothing of the project is executed.
package struct Project: Sendable {
    package var apps: [ProjectApp] = []
    package var claims: [Claim] = []
    /// Filters with a value that only a build knows, so that it is not known what they claim.
    package var unknownClaims: [Claim] = []
    /// The keys of the apps that may claim anything beyond what the files tell.
    package var openApps: Set<String> = []
    package var routers: [Router] = []
    package var associations: [Association] = []
    package var unknowns: [Unknown] = []
    /// What is wrong with one file by itself: it cannot be read, or a declaration in it can never work. What is wrong between files is found
    /// by the report.
    package var findings: [ProjectFinding] = []

    /// Returns whether an app may claim more than the files tell.
    package func mayClaimMore(_ app: String) -> Bool { openApps.contains(app) || unknownClaims.contains { $0.app == app } }

    /// Returns a key that no app has, with as many names of the folders around it as that needs, and a number if they are not enough.
    func freeKey(_ key: String, in folder: String = "") -> String {
        let taken = Set(apps.map(\.key))
        var (key, folder) = (key, folder)
        while taken.contains(key), !folder.isEmpty {
            key = ProjectTree.name(of: folder) + "-" + key
            folder = ProjectTree.folder(of: folder)
        }
        guard taken.contains(key) else { return key }
        return (2...taken.count + 2).lazy.map { "\(key)-\($0)" }.first { !taken.contains($0) } ?? key
    }

    /// Returns the names of the builds of the apps for a platform, each once.
    package func variants(on platform: AppPlatform) -> [String] {
        apps.filter { $0.platform == platform }.flatMap(\.variants).unique
    }

    /// Returns the build that an answer is about if nothing else is asked for.
    package func defaultVariant(on platform: AppPlatform) -> String? { apps.first { $0.platform == platform }?.defaultBuild.variant }

    /// What the files leave open, also what no reader has said: apps that claim links, but whose routes are nowhere.
    package var openQuestions: [Unknown] {
        let routed = Set(routers.flatMap(\.apps))
        let missing = apps.filter { $0.appClipOf == nil && !routed.contains($0.key) }.compactMap { app -> Unknown? in
            guard let claim = claims.first(where: { $0.app == app.key && $0.filter?.isViewed ?? true }) else { return nil }
            let what = apps.count == 1 ? "routes" : "\(app.key) routes"
            return Unknown(what, "no route table found", at: claim.filter?.componentPlace ?? claim.place)
        }
        return unknowns + missing
    }
}

/// A place in a file of the project.
package struct SourcePlace: Sendable, Hashable, Comparable {
    /// The path from the project's folder, with `/`.
    package var file: String
    /// Counted from 1.
    package var line: Int
    /// The bytes of the file that are meant, such as the value of an attribute.
    package var range: Range<Int>

    package init(_ file: String, line: Int, range: Range<Int> = 0..<0) { (self.file, self.line, self.range) = (file, line, range) }

    package static func < (one: Self, other: Self) -> Bool {
        (one.file, one.line, one.range.lowerBound) < (other.file, other.line, other.range.lowerBound)
    }

    /// The file and the line, by which declarations count as one.
    var words: String { "\(file):\(line)" }
}

/// A value that a file has, or that a build fills in.
package enum ProjectValue: Sendable, Hashable {
    case known(String)
    /// One of these; none if the files do not tell.
    case unknown(candidates: [String])

    package var known: String? { if case .known(let value) = self { value } else { nil } }

    /// The values that the files name.
    package var possible: [String] {
        switch self {
        case .known(let value): [value]
        case .unknown(let candidates): candidates
        }
    }
}

/// An app that the project builds for one platform.
package struct ProjectApp: Sendable, Hashable {
    /// One way to build the app, such as `devDebug` or `Release`, and the app's ID in it.
    package struct Build: Sendable, Hashable {
        package var variant: String
        package var id: ProjectValue

        package init(_ variant: String, _ id: ProjectValue) { (self.variant, self.id) = (variant, id) }

        /// Whether users get it, as its name says.
        package var isRelease: Bool { variant.lowercased().hasSuffix("release") || variant.lowercased().hasPrefix("release") }
    }

    /// The name by which claims and routers mean the app, unique in the project.
    package var key: String
    package var platform: AppPlatform
    package var name: String?
    /// The folder of the Gradle module.
    package var module: String?
    /// The target of an Xcode project.
    package var target: String?
    package var team: String?
    /// The namespace of an Android app, which is not its ID.
    package var namespace: String?
    /// The key of the app that an App Clip belongs to.
    package var appClipOf: String?
    /// In the order of the files. If the files name no builds, there is one with the name `*`.
    package var builds: [Build]
    /// The version of Android whose rules the app asks for (`targetSdk`), by API level; nil if the files do not say.
    package var targetSDK: Int?
    /// Whether it is not for watches or cars only.
    package var isForPhone = true
    /// The line with the app's ID, or the nearest one.
    package var place: SourcePlace

    package init(_ key: String, _ platform: AppPlatform, builds: [Build] = [Build("*", .unknown(candidates: []))], at place: SourcePlace) {
        (self.key, self.platform, self.builds, self.place) = (key, platform, builds, place)
    }

    package var variants: [String] { builds.map(\.variant) }
    /// The IDs that a build may have, as far as the files name them.
    var possibleIDs: [String] { builds.flatMap(\.id.possible) }
    /// Whether both can have the same ID, so that only one of them can be installed.
    func mayHaveID(of other: ProjectApp) -> Bool { !Set(possibleIDs).isDisjoint(with: other.possibleIDs) }

    /// The build that users get: the release of the first flavors.
    package var defaultBuild: Build {
        let exact = builds.first { $0.variant.lowercased() == "release" }
        return exact ?? builds.first(where: \.isRelease) ?? builds.first ?? Build("*", .unknown(candidates: []))
    }

    /// Returns the build with a name. An app that has none is installed as its default build.
    package func build(_ variant: String) -> Build { builds.first { $0.variant == variant } ?? defaultBuild }
}

/// Links that an app declares to open.
package struct Claim: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case filter(FilterClaim)
        /// A scheme in `CFBundleURLTypes`.
        case urlScheme(String)
        /// An entry of `com.apple.developer.associated-domains`, such as `applinks:*.shop.example`.
        case domain(service: String, host: String, mode: String?)
        /// A scheme in `LSApplicationQueriesSchemes`: the app may ask whether it opens, and claims nothing.
        case queriesScheme(String)
    }

    /// The key of the app.
    package var app: String
    /// The builds that have the claim, by their names.
    package var variants: [String]
    package var kind: Kind
    /// What writes the declaration when the app is built, such as `expo.scheme`; nil if it stands in the file as it is.
    package var generatedFrom: String?
    /// Whether all of it is known. Otherwise it may claim something else, or nothing.
    package var isCertain: Bool
    package var place: SourcePlace

    package init(_ kind: Kind, app: String, variants: [String], generatedFrom: String? = nil, isCertain: Bool = true, at place: SourcePlace)
    {
        (self.kind, self.app, self.variants, self.place) = (kind, app, variants, place)
        (self.generatedFrom, self.isCertain) = (generatedFrom, isCertain)
    }

    /// Whether the activity is one of a library, which handles its links itself.
    func isOfLibrary(in app: ProjectApp?) -> Bool {
        guard let app, let component = filter?.component, component.contains("."), !component.hasPrefix(".") else { return false }
        let own = [app.namespace].compactMap { $0 } + app.possibleIDs
        let package = component.prefix(upTo: component.lastIndex(of: ".") ?? component.endIndex)
        return !own.isEmpty && !own.contains { component.hasPrefix($0) || $0.hasPrefix(package) }
    }
}

/// An intent filter of an activity, as the built app has it.
package struct FilterClaim: Sendable, Hashable {
    /// A scheme, host, port, path, pattern or type of a `<data>` element.
    package struct Datum: Sendable, Hashable {
        /// The name of the attribute without `android:`, such as `pathPrefix`.
        package var name: String
        package var value: String
        /// The number of the `<data>` element in the filter: a port belongs to the host of its element.
        package var element: Int
        package var place: SourcePlace
        /// Whether the files tell the value. Otherwise it is as written, such as `${host}`.
        package var isKnown: Bool
        /// Whether the file tells Android's own lint to accept the link: `tools:ignore="AppLinkUrlError"`.
        package var isAccepted = false

        package init(_ name: String, _ value: String, element: Int = 0, isKnown: Bool = true, at place: SourcePlace) {
            (self.name, self.value, self.element, self.isKnown, self.place) = (name, value, element, isKnown, place)
        }
    }

    package var filter: AndroidFilter
    /// The activity or alias, by the name in the manifest.
    package var component: String?
    /// Where the component is named; nil if a framework adds it.
    package var componentPlace: SourcePlace?
    package var isExported: Bool?
    package var isEnabled = true
    /// Whether it says `android:autoVerify="false"`: its author knows that Android does not verify it.
    package var refusesVerification = false
    /// What the `<data>` elements say, in their order, and where.
    package var data: [Datum] = []

    package init(_ filter: AndroidFilter) { self.filter = filter }

    package var isViewed: Bool { filter.actions.contains(Self.view) }
    package var isDefault: Bool { filter.categories.contains(AndroidFilter.defaultCategory) }
    package var isBrowsable: Bool { filter.categories.contains("android.intent.category.BROWSABLE") }
    /// Whether Android 12 and later verify the hosts: all schemes are those of web pages.
    package var isVerifiable: Bool {
        filter.isVerifiedAutomatically && isViewed && isDefault && isBrowsable && !filter.schemes.isEmpty
            && filter.schemes.allSatisfy { $0 == "http" || $0 == "https" }
    }
}

/// The code or the files that choose a screen for a link, for one or more apps.
package struct Router: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case deepLinkDispatch, navigation, expoRouter, reactNavigation, goRouter, autoRoute, navigator, cordova
        /// Code without a table of routes handles the links, so its routes are unknown.
        case code
    }

    package var kind: Kind
    /// The keys of the apps.
    package var apps: [String]
    package var routes: [Route]
    /// React Navigation: what a link begins with; a link with another beginning is ignored. Empty for other kinds.
    package var prefixes: [FilterClaim.Datum] = []
    /// Whether code may send a link elsewhere, such as a redirect, or routes are not all known.
    package var isCertain = true
    /// The platforms on which a setting keeps links from reaching the router, such as Flutter's flag, with the place of the setting.
    package var disabled: [AppPlatform: SourcePlace] = [:]

    package init(_ kind: Kind, apps: [String], routes: [Route] = []) { (self.kind, self.apps, self.routes) = (kind, apps, routes) }
}

/// A screen that a link can lead to.
package struct Route: Sendable, Hashable {
    /// As `/product/:id`, `/docs/*slug` (the rest), or, for routers that compare whole links, as written: `https://shop.example/p/{id}`.
    package var pattern: String
    package var isWholeLink: Bool
    /// The screen, activity or event.
    package var name: String?
    package var platforms: [AppPlatform]
    /// The regular expressions of parameters, by the parameters' names.
    package var constraints: [String: String] = [:]
    /// Whether it takes what no other route takes.
    package var isCatchAll = false
    package var place: SourcePlace

    package init(
        _ pattern: String, isWholeLink: Bool = false, name: String? = nil, on platforms: [AppPlatform], at place: SourcePlace
    ) {
        (self.pattern, self.isWholeLink, self.name, self.platforms, self.place) = (pattern, isWholeLink, name, platforms, place)
    }

    /// Creates a route from a path with `:name`, `:name(expression)` and `*`.
    init(path: String, name: String? = nil, on platforms: [AppPlatform] = [.android, .ios], at place: SourcePlace) {
        var (segments, constraints) = ([String](), [String: String]())
        var rest = Substring(path)
        while !rest.isEmpty {
            var segment = rest.prefix { $0 != "/" && $0 != "(" }
            rest = rest.dropFirst(segment.count)
            if segment.hasPrefix(":"), rest.first == "(" {
                var open = 0
                let expression = rest.prefix { character in
                    if character == "(" { open += 1 }
                    if character == ")" { open -= 1 }
                    return open > 0
                }
                rest = rest.dropFirst(expression.count + 1)
                constraints[String(segment.dropFirst())] = String(expression.dropFirst())
            }
            let end = rest.prefix { $0 != "/" }
            rest = rest.dropFirst(end.count + 1)
            segment += end
            if !segment.isEmpty { segments.append(String(segment)) }
        }
        self.init("/" + segments.joined(separator: "/"), name: name, on: platforms, at: place)
        self.constraints = constraints
        let takesAll = constraints.values.first.map { [".*", ".+"].contains($0) } ?? false
        isCatchAll = segments.count == 1 && (segments[0].hasPrefix("*") || segments[0].hasPrefix(":") && takesAll)
    }
}

/// An association file that is kept in the tree. A site may serve another one.
package struct Association: Sendable {
    package enum Content: Sendable {
        case apple(AASAFile)
        case android(AssetLinksFile)
    }

    package var content: Content
    package var source: SourceFile
    /// The host, if a folder's name or a setting of the hosting tells it. Otherwise the file is used for each host that the project claims.
    package var host: String?

    package init(_ content: Content, _ source: SourceFile, host: String? = nil) {
        (self.content, self.source, self.host) = (content, source, host)
    }

    var platform: AppPlatform {
        switch content {
        case .apple: .ios
        case .android: .android
        }
    }

    /// Whether the files that were read include all that this one includes.
    func isWhole(with read: Set<String>) -> Bool {
        guard case .android(let file) = content else { return true }
        return file.includes.allSatisfy { !$0.isSecure || read.contains($0.url) }
    }
}

/// Something that the files alone do not tell.
package struct Unknown: Sendable, Hashable {
    /// The key or the thing, such as `applicationId` or `routes`.
    package var what: String
    /// What would tell, or why nothing does. A part of a sentence, without its period.
    package var why: String
    package var candidates: [String] = []
    package var place: SourcePlace

    package init(_ what: String, _ why: String, candidates: [String] = [], at place: SourcePlace) {
        (self.what, self.why, self.candidates, self.place) = (what, why, candidates, place)
    }
}

/// Something that is wrong with the project's declarations, or that surprises.
package struct ProjectFinding: Sendable, Hashable {
    package var code: ProjectCode
    package var severity: Finding.Severity
    /// A sentence: what is wrong and what follows. May quote the file, so secrets in it must be masked.
    package var message: String
    /// What mends it, as an imperative.
    package var repair: String?
    /// The builds that have it; empty if all do.
    package var variants: [String]
    package var place: SourcePlace

    package init(
        _ code: ProjectCode, _ severity: Finding.Severity, _ message: String, repair: String? = nil, variants: [String] = [],
        at place: SourcePlace
    ) {
        (self.code, self.severity, self.message, self.repair, self.place) = (code, severity, message, repair, place)
        self.variants = variants
    }
}
