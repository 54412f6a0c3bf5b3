import Deciding
import LinkLayers

/// The claims of an app's manifests, variant by variant. A filter that is the same in several variants becomes one claim of them.
struct ManifestClaims {
    let app: String
    private var claims: [Found] = []
    private var indices: [Key: Int] = [:]
    private var gaps: [AndroidValues.Gap: [String]] = [:]
    private var unexported: [SourcePlace: [String]] = [:]

    private struct Key: Hashable {
        var claim: FilterClaim
        var isCertain: Bool
        var place: SourcePlace
    }

    private struct Found {
        var key: Key
        /// The place of the component's name in the strongest manifest, which may differ between variants.
        var component: SourcePlace
        var variants: [String]
        var generatedFrom: String?
    }

    /// More filters in a manifest, or elements in a filter, than this are not read.
    private static let mostFilters = 500
    private static let mostData = 500
    private static let mostClaims = 5000

    init(of app: String) { self.app = app }

    // MARK: Reading

    mutating func read(_ components: [MergedManifest.Component], _ values: AndroidValues, _ project: inout Project) {
        for component in components {
            for filter in component.filters.prefix(Self.mostFilters) {
                read(filter, of: component, values, &project)
            }
            for graph in component.extras where graph.name == "nav-graph" {
                for (claim, place) in NavigationGraph.filters(of: graph, values, &project) {
                    add(claim, of: component, at: place, values, from: "nav-graph")
                }
            }
            let needsExported = !component.filters.isEmpty && component.attributes["android:exported"] == nil && !component.isOverlay
            if needsExported { unexported[component.place, default: []].append(values.variant.name) }
        }
    }

    private mutating func read(
        _ filter: XMLElement, of component: MergedManifest.Component, _ values: AndroidValues, _ project: inout Project
    ) {
        let names = { (kind: String) in filter.all(kind).compactMap { $0["android:name"] } }
        let isViewed = names("action").contains { FilterClaim.means(FilterClaim.view, $0) }
        guard isViewed || filter["android:autoVerify"] == "true" else { return }
        var data: [(datum: FilterClaim.Datum, value: CodeValue)] = []
        for (number, element) in filter.all("data").prefix(Self.mostData).enumerated() {
            let ignored = [element["tools:ignore"], filter["tools:ignore"], component.attributes["tools:ignore"]?.value]
            let isAccepted = ignored.contains { $0?.contains("AppLinkUrlError") ?? false }
            for attribute in element.attributes where FilterClaim.attributes.contains(attribute.name) {
                let message = "Android ignores the attribute \(attribute.name), because its name lacks the prefix android:."
                let repair = "Write android:\(attribute.name)."
                project.add(.patternMistake, .error, message, repair: repair, of: app, [values.variant.name], at: attribute.place)
            }
            for attribute in element.attributes where attribute.name.hasPrefix("android:") {
                let (value, found) = values.value(attribute.value, at: attribute.place, &project)
                for gap in found { gaps[gap, default: []].append(values.variant.name) }
                let name = String(attribute.name.dropFirst(8))
                var datum = FilterClaim.Datum(name, attribute.value, element: number, at: attribute.place)
                datum.isAccepted = isAccepted
                data.append((datum, value))
            }
        }
        // A value with candidates gives one claim for each, a value without stays as written.
        let choices = data.map { $0.value.value.possible.count }.max() ?? 1
        let isCertain = data.allSatisfy { $0.value.value.known != nil }
        for choice in 0..<max(1, choices) {
            let chosen = data.map { datum, value in
                var datum = datum
                let possible = value.value.possible
                datum.isKnown = !possible.isEmpty
                if datum.isKnown { datum.value = possible[min(choice, possible.count - 1)] }
                return datum
            }
            var claim = FilterClaim(
                actions: names("action"), categories: names("category"), data: chosen,
                isVerifiedAutomatically: filter["android:autoVerify"] == "true")
            claim.filter.groups = Self.groups(of: filter)
            claim.refusesVerification = filter["android:autoVerify"] == "false"
            claim.filter.priority = filter["android:priority"].flatMap { Int($0) } ?? 0
            add(claim, of: component, isCertain: isCertain, at: filter.place, values)
        }
    }

    private static func groups(of filter: XMLElement) -> [AndroidFilter.Group] {
        filter.all("uri-relative-filter-group").map { group in
            let conditions = group.all("data").flatMap { data in
                data.attributes.compactMap { attribute -> AndroidFilter.Group.Condition? in
                    let name = String(attribute.name.dropFirst(8))
                    guard let part = AndroidFilter.Part.allCases.first(where: { name.hasPrefix($0.rawValue) }) else { return nil }
                    return FilterClaim.pattern(name, part.rawValue, attribute.value).map { .init(part, $0) }
                }
            }
            return AndroidFilter.Group(allows: group["android:allow"] != "false", conditions)
        }
    }

    /// Notes a filter of one variant, with what its component says.
    private mutating func add(
        _ claim: FilterClaim, of component: MergedManifest.Component, isCertain: Bool = true, at place: SourcePlace,
        _ values: AndroidValues, from generator: String? = nil
    ) {
        var claim = claim
        claim.component = component.name
        let exported = values.flag("android:exported", of: component)
        let enabled = values.flag("android:enabled", of: component)
        (claim.isExported, claim.isEnabled) = (exported.value, enabled.value ?? true)
        guard claim.isAboutLinks else { return }
        // Apps switch activities and aliases on and off while they run, to change their icon for example.
        let isSwitched = enabled.value == false
        let switched = isSwitched ? Unknown("enabled of \(component.name)", "code may switch it on", at: component.place) : nil
        for unknown in [exported.unknown, enabled.unknown, switched].compactMap(\.self) {
            gaps[AndroidValues.Gap(unknown: unknown), default: []].append(values.variant.name)
        }
        guard claims.count < Self.mostClaims else { return }
        let key = Key(claim: claim, isCertain: isCertain && !isSwitched && exported.unknown == nil && enabled.unknown == nil, place: place)
        if let index = indices[key] {
            if claims[index].variants.last != values.variant.name { claims[index].variants.append(values.variant.name) }
        } else {
            indices[key] = claims.count
            claims.append(Found(key: key, component: component.place, variants: [values.variant.name], generatedFrom: generator))
        }
    }

    // MARK: The result

    /// Whether each claim and each gap is in all of some variants.
    func isSame(in variants: [String]) -> Bool {
        claims.allSatisfy { $0.variants.count == variants.count } && gaps.values.allSatisfy { Set($0).count == variants.count }
    }

    /// Adds what was read to a project that has the app.
    ///
    /// - Parameter variants: The names of the app's variants if all of them are the same; nil to name those that were read.
    func add(to project: inout Project, targetSDK: Int?, as variants: [String]? = nil) {
        let same = variants
        let sorted = claims.enumerated().sorted { ($0.element.key.place, $0.offset) < ($1.element.key.place, $1.offset) }
        for (_, found) in sorted {
            var claim = found.key.claim
            claim.componentPlace = found.component
            project.addFilter(
                claim, of: app, variants: same ?? found.variants, generatedFrom: found.generatedFrom,
                isCertain: found.key.isCertain, at: found.key.place)
        }
        let ordered = gaps.map { ($0.unknown, $0.isMissing, variants: $1) }.sorted { ($0.0.place, $0.0.what) < ($1.0.place, $1.0.what) }
        for (unknown, isMissing, variants) in ordered {
            if isMissing {
                let message =
                    "Nothing gives \(unknown.what) a value, so the build stops and asks for it (\"requires a placeholder substitution\")."
                let repair = "Add it to manifestPlaceholders in the build script."
                project.add(.unresolvedPlaceholder, .error, message, repair: repair, of: app, same ?? variants, at: unknown.place)
            } else {
                if !project.unknowns.contains(unknown) { project.unknowns.append(unknown) }
            }
        }
        if let targetSDK, targetSDK < 31 { return }
        for (place, variants) in unexported.sorted(by: { $0.key < $1.key }) {
            let message =
                "The activity has an intent filter but no android:exported. Android 12 and later do not install such an app if its "
                + "targetSdk is 31 or higher."
            let repair = "Write android:exported=\"true\"."
            project.add(.exportedMissing, .error, message, repair: repair, of: app, same ?? variants, at: place)
        }
    }
}
