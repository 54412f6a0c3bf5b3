import Bytes
import Deciding
import LinkLayers
import Secrets

extension FilterClaim {
    /// The attributes of `<data>`, without the prefix `android:`.
    static let attributes = [
        "scheme", "host", "port", "path", "pathPrefix", "pathPattern", "pathSuffix", "pathAdvancedPattern", "mimeType",
    ]

    /// A filter with what its `<data>` elements say. All of it is one pool, but a port belongs to the host of its element.
    package init(actions: [String], categories: [String], data: [Datum], isVerifiedAutomatically: Bool = false) {
        self.init(AndroidFilter(actions: actions, categories: categories))
        filter.isVerifiedAutomatically = isVerifiedAutomatically
        self.data = data
        var ports: [Int: Int] = [:]
        for datum in data where datum.name == "port" { ports[datum.element] = ports[datum.element] ?? Int(datum.value) }
        var known: Set<String> = []
        for datum in data where known.insert("\(datum.name) \(datum.value) \(datum.name == "host" ? datum.element : 0)").inserted {
            let (name, value) = (datum.name, datum.value)
            switch name {
            case "scheme": filter.schemes.append(value)
            case "host":
                let authority = AndroidFilter.Authority(host: value, port: ports[datum.element])
                if !filter.authorities.contains(authority) { filter.authorities.append(authority) }
            case "mimeType": filter.types.append(value)
            default:
                if let pattern = Self.pattern(name, "path", value) { filter.paths.append(pattern) }
                if let pattern = Self.pattern(name, "ssp", value) { filter.schemeSpecificParts.append(pattern) }
            }
        }
    }

    /// Returns the filter that a tool writes for links: VIEW, DEFAULT and BROWSABLE.
    ///
    /// - Parameter component: The activity of a framework; nil if the manifest tells it.
    static func ofLinks(_ data: [Datum], isVerified: Bool = false, to component: String? = nil) -> FilterClaim {
        var claim = FilterClaim(
            actions: [view], categories: [AndroidFilter.defaultCategory, "android.intent.category.BROWSABLE"],
            data: data, isVerifiedAutomatically: isVerified)
        (claim.component, claim.isExported) = (component, component.map { _ in true })
        return claim
    }

    /// Returns the pattern of an attribute such as `pathPrefix`; nil if its name begins otherwise.
    static func pattern(_ name: String, _ part: String, _ value: String) -> FilterPattern? {
        guard name.hasPrefix(part), let kind = FilterPattern.Kind(rawValue: String(name.dropFirst(part.count))) else { return nil }
        return FilterPattern(kind, kind == .simple || kind == .advanced ? AndroidFiles.unescaped(value) : value)
    }

    /// The schemes of data that apps pass to each other, which links do not have. Browsers show `data:` links themselves.
    package static let local: Set = ["content", "file", "data", "package", "android.resource"]
    package static let web: Set = ["http", "https"]

    static let view = "android.intent.action.VIEW"

    /// Returns whether the text of a manifest is Android's action or category, perhaps with a typing mistake: `android.intent.action.view`.
    static func means(_ name: String, _ written: String) -> Bool {
        let last = { (text: String) in text.lowercased().split(separator: ".").last.map(String.init) ?? "" }
        return written.lowercased().hasPrefix("android.intent.") && NearestWord.to(last(written), among: [last(name)]) != nil
    }

    var hasWebScheme: Bool { filter.schemes.contains(where: Self.web.contains) }

    /// Whether only the app itself means the schemes, and nobody else writes links with them.
    var hasOwnSchemes: Bool {
        !hasWebScheme && filter.schemes.allSatisfy { KnownSchemes.embedded.facts(of: $0) == nil }
    }

    /// Whether the filter takes http links to sites of the internet, but no https links to them.
    var takesOnlyHTTP: Bool {
        hasWebScheme && !filter.schemes.contains("https") && isViewed && isBrowsable && filter.types.isEmpty
            && filter.authorities.contains { $0.host.contains(".") && $0.host.last?.isLetter == true && !$0.host.hasSuffix(".local") }
    }

    /// Whether the filter means links, and not data of other apps or other requests.
    var isAboutLinks: Bool {
        if filter.schemes.isEmpty {
            // The filters of the launcher and of shared files are not BROWSABLE.
            return filter.isVerifiedAutomatically && isBrowsable || isViewed && !filter.authorities.isEmpty && filter.types.isEmpty
        }
        // An empty scheme beside a type is that of local data.
        let local = filter.types.isEmpty ? Self.local : Self.local.union([""])
        guard filter.schemes.contains(where: { !local.contains($0.lowercased()) }) else { return false }
        let isViewed = filter.actions.isEmpty ? isBrowsable : filter.actions.contains { Self.means(Self.view, $0) }
        return isViewed || filter.isVerifiedAutomatically
    }

    /// The claim as Android uses it: without hosts and schemes that no link has, and without what needs a host or a scheme.
    fileprivate var effective: FilterClaim? {
        var claim = self
        let (schemes, hosts) = (filter.schemes.isEmpty, filter.authorities.isEmpty)
        claim.filter.schemes.removeAll { DeclaredScheme.problem($0) != nil }
        claim.filter.authorities.removeAll { FilterFindings.problem(ofHost: $0.host, in: self) != nil }
        guard isViewed, !schemes, !claim.filter.schemes.isEmpty, hosts || !claim.filter.authorities.isEmpty else { return nil }
        if hosts { (claim.filter.paths, claim.filter.groups) = ([], []) }
        return claim
    }
}

extension FilterPattern {
    /// Whether it can begin as the path of a link does: with a slash.
    var takesPaths: Bool {
        guard kind != .suffix, let first = text.first else { return true }
        return (kind == .simple || kind == .advanced ? "/.[\\*" : "/").contains(first)
    }
}

extension Project {
    /// More claims of an app than this are not compared with each other; apps have a handful.
    private static let mostCompared = 300
    /// Filters have no more findings than this; those of apps have a handful.
    private static let mostFindings = 2000

    /// Adds a filter of an app that the project already has, and what is wrong with it. A filter that is not about links is left out, and so
    /// is one that no link matches. Of one with unknown values, only what is wrong with the others is known.
    package mutating func addFilter(
        _ claim: FilterClaim, of app: String, variants: [String], generatedFrom: String? = nil, isCertain: Bool = true,
        at place: SourcePlace
    ) {
        guard claim.isAboutLinks else { return }
        let target = apps.first { $0.key == app }?.targetSDK
        if findings.count < Self.mostFindings {
            for finding in FilterFindings(claim, targetSDK: target, at: place).all { add(finding, of: app, variants: variants) }
            if generatedFrom == nil, claim.takesOnlyHTTP, let http = claim.data.first(where: { $0.name == "scheme" && $0.value == "http" })
            {
                let message = "The filter matches http links but not https links, and most web links are https."
                let finding = ProjectFinding(
                    .schemeMalformed, .note, message, repair: "Add <data android:scheme=\"https\" />.", at: http.place)
                add(finding, of: app, variants: variants)
            }
        }
        defer { if claims.count + unknownClaims.count < Self.mostCompared { checkSiblings(of: app) } }
        guard claim.data.allSatisfy(\.isKnown) else {
            return unknownClaims.append(Claim(.filter(claim), app: app, variants: variants, isCertain: false, at: place))
        }
        guard let effective = claim.effective else { return }
        claims.append(
            Claim(.filter(effective), app: app, variants: variants, generatedFrom: generatedFrom, isCertain: isCertain, at: place))
        if effective.hasWebScheme, claims.count < Self.mostCompared { checkVerification(of: app) }
    }

    /// Adds a finding on some variants of an app, or adds the variants to the finding that says the same.
    mutating func add(_ finding: ProjectFinding, of app: String, variants: [String]) {
        let all = apps.first { $0.key == app }?.variants ?? variants
        var finding = finding
        finding.variants = variants
        let index = findings.firstIndex {
            $0.code == finding.code && $0.message == finding.message && ($0.place == finding.place || finding.code.isToldOnce)
        }
        if let index {
            let known = findings[index]
            finding.variants = known.variants.isEmpty ? all : (known.variants + variants).unique
            finding.severity = max(known.severity, finding.severity)
            finding.place = min(known.place, finding.place)
        }
        if Set(finding.variants).isSuperset(of: all) { finding.variants = [] }
        if let index { findings[index] = finding } else { findings.append(finding) }
    }

    /// Makes findings on schemes in capitals notes if another filter of the app takes the lowercase scheme: QR codes are often in capitals.
    private mutating func checkSiblings(of app: String) {
        let filters = (claims + unknownClaims).filter { $0.app == app }.compactMap(\.filter)
        let schemes = Set(filters.flatMap(\.filter.schemes))
        let meant = Set(filters.flatMap(\.data).filter { $0.name == "scheme" && schemes.contains($0.value.lowercased()) }.map(\.place))
        for index in findings.indices where findings[index].code == .schemeCapitals && meant.contains(findings[index].place) {
            findings[index].severity = .note
        }
    }

    /// Takes back that filters lack verification or https, if other filters of the app have it: one verified host counts for all.
    private mutating func checkVerification(of app: String) {
        var unverified: [(FilterClaim, variants: [String])] = []
        var verified: [String: Set<String>] = [:]
        var (plain, secure): ([FilterClaim], Set<String>) = ([], [])
        for claim in claims where claim.app == app {
            guard case .filter(let filter) = claim.kind else { continue }
            if filter.filter.schemes.contains("https") {
                secure.formUnion(filter.filter.authorities.map(\.host))
            } else if filter.takesOnlyHTTP {
                plain.append(filter)
            }
            if filter.isVerifiable {
                for variant in claim.variants { verified[variant, default: []].formUnion(filter.filter.authorities.map(\.host)) }
            } else if filter.hasWebScheme {
                unverified.append((filter, claim.variants))
            }
        }
        for filter in plain where filter.filter.authorities.allSatisfy({ secure.contains($0.host) }) {
            let places = Set(filter.data.map(\.place))
            findings.removeAll { $0.code == .schemeMalformed && places.contains($0.place) }
        }
        var others: [(hosts: [String], places: Set<SourcePlace>)] = []
        for (filter, variants) in unverified {
            let (hosts, places) = (filter.filter.authorities.map(\.host), Set(filter.data.map(\.place)))
            if variants.allSatisfy({ variant in hosts.allSatisfy { verified[variant]?.contains($0) ?? false } }) {
                findings.removeAll { $0.code == .noAutoVerify && places.contains($0.place) }
            } else {
                others.append((hosts, places))
            }
        }
        // Sites of others do not name the app. One filter for each of many sites is as one filter for all of them.
        let areAllForeign = KnownHost.areOfOthers(others.flatMap(\.hosts))
        for (hosts, places) in others where areAllForeign || KnownHost.areOfOthers(hosts) {
            for index in findings.indices where findings[index].code == .noAutoVerify && places.contains(findings[index].place) {
                findings[index].severity = .note
                findings[index].repair = "Ask the user to add the hosts in the app's settings."
            }
        }
    }
}
