import Bytes

/// One way to build an Android app, and what its manifests and resources are filled in with.
struct AndroidVariant {
    var name: String
    var id: CodeValue
    /// The names of the source sets, the one that wins first, `main` last.
    var sets = ["main"]
    var placeholders: [String: CodeValue] = [:]
    /// Whether code may add placeholders that the files do not show.
    var hasOtherPlaceholders = false
    /// The strings that the build script adds.
    var strings: [String: CodeValue] = [:]

    init(_ name: String, id: CodeValue) { (self.name, self.id) = (name, id) }
}

/// The variants of a module: each combination of one flavor of each dimension with each build type.
struct GradleVariants {
    private(set) var all: [AndroidVariant] = []
    /// Whether the files name flavors or build types; `debug` and `release` exist anyway.
    private(set) var isNamed = false
    private(set) var unknowns: [Unknown] = []
    private(set) var namespace: String?
    private(set) var targetSDK: Int?
    private(set) var idPlace: SourcePlace?
    private let module: GradleModule

    static let noID = "the files have no applicationId"
    /// More variants than this are left out, which becomes an unknown.
    private static let most = 100
    private static let config = ["defaultConfig"]

    init(_ module: GradleModule) {
        self.module = module
        namespace = value(["namespace"], in: []).flatMap(\.value.value.known)
        idPlace = (value(["applicationId"], in: Self.config) ?? value(["namespace"], in: []))?.place
        for key in ["targetSdk", "targetSdkVersion", "setTargetSdkVersion"] {
            let level = value([key], in: Self.config) ?? value(["version"], in: Self.config + [key])
            if let number = level?.value.value.known.flatMap({ Int($0) }) { targetSDK = number }
        }
        let types = blocks("buildTypes")
        let flavors = flavorsByDimension()
        isNamed = !types.isEmpty || !flavors.isEmpty
        var combinations: [[String]] = [[]]
        for dimension in flavors {
            combinations = Array(combinations.lazy.flatMap { start in dimension.lazy.map { start + [$0] } }.prefix(Self.most + 1))
        }
        let allTypes = ["debug", "release"] + types.filter { $0 != "debug" && $0 != "release" }
        for combination in combinations {
            for type in allTypes where all.count <= Self.most { all.append(variant(combination, type)) }
        }
        noteLimits()
    }

    private mutating func noteLimits() {
        let place = idPlace ?? SourcePlace(module.folder, line: 1)
        if all.count > Self.most {
            all.removeLast()
            unknowns.append(Unknown("variants", "there are more than \(Self.most); the others are not read", at: place))
        }
        let code = module.scope.files.first { file in file.all.contains { $0.name == "productFlavors" } && !module.leavesOut(file) }
        if let code, module.scripts.count > 1, blocks("productFlavors").isEmpty {
            unknowns.append(Unknown("productFlavors", "code of the build may define them", at: code.code.place(0)))
            // A flavor can have another ID, or add to it.
            for index in all.indices where all[index].id.value.known != nil {
                all[index].id = all[index].id.or(.unknown(""), why: "code of the build may define flavors")
            }
        }
        for script in module.scripts {
            guard let filter = script.all.first(where: { ["variantFilter", "beforeVariants"].contains($0.name) }) else { continue }
            unknowns.append(Unknown("variants", "\(filter.name) may leave some out", at: script.code.place(filter.index)))
        }
    }

    // MARK: Settings

    /// Returns the last value of a setting in a block of `android`, and where it stands.
    private func value(_ names: [String], in block: [String]) -> (value: CodeValue, place: SourcePlace)? {
        var found: (value: CodeValue, place: SourcePlace)?
        for (script, setting) in module.settings[block] ?? [] where names.contains(setting.name) && setting.operation != .block {
            let value = module.scope.value(of: setting, in: script)
            let before = found?.value ?? .unknown("")
            let merged = setting.isConditional ? before.or(value, why: "a condition chooses it") : value
            found = (merged, script.code.place(setting.index))
        }
        return found
    }

    private static let noNames: Set = [
        "whenObjectAdded", "matching", "onEach", "forEach", "addAll", "putAll", "dimension", "defaultConfig",
    ]

    /// Returns the names of the flavors or of the build types.
    private func blocks(_ kind: String) -> [String] {
        let settings = (module.settings[[kind]] ?? []).map(\.setting).filter { $0.operation == .block || $0.value.isEmpty }
        let names = settings.map(\.name).filter { !Self.noNames.contains($0) }.unique
        // `buildTypes.release.isMinifyEnabled = true` names one without a block.
        let others = Set(module.settings.keys.filter { $0.first == kind && $0.count > 1 }.map { $0[1] })
        return names + others.subtracting(names).subtracting(Self.noNames).sorted()
    }

    private func flavorsByDimension() -> [[String]] {
        var dimensions: [String] = []
        for block in [[], ["flavorDimensions"]] {
            for (script, setting) in module.settings[block] ?? [] where block == ["flavorDimensions"] || setting.name == "flavorDimensions"
            {
                dimensions += script.code.split(setting.value).flatMap { part in
                    let texts = script.code.texts(part)
                    return texts.isEmpty ? [script.code.word(part.upperBound - 1)] : texts
                }
            }
        }
        var flavors: [String: [String]] = [:]
        for flavor in blocks("productFlavors") {
            let stated = value(["dimension", "setDimension", "flavorDimension"], in: ["productFlavors", flavor])?.value
            let dimension = stated.map { $0.value.known ?? String($0.why.split(separator: " ").first ?? "") } ?? dimensions.first ?? ""
            let known = dimensions.first { dimension == $0 || dimension.hasSuffix("." + $0) } ?? dimension
            if !dimensions.contains(known) { dimensions.append(known) }
            flavors[known, default: []].append(flavor)
        }
        return dimensions.compactMap { flavors[$0] }
    }

    // MARK: One variant

    private mutating func variant(_ flavors: [String], _ type: String) -> AndroidVariant {
        let combination = Self.camelCase(flavors)
        var variant = AndroidVariant(Self.camelCase(flavors + [type]), id: .known(""))
        variant.sets = (flavors.isEmpty ? [] : [variant.name]) + [type] + (flavors.count > 1 ? [combination] : []) + flavors + ["main"]
        let types = inherited(type)
        let flavorBlocks = flavors.map { ["productFlavors", $0] }
        variant.id = id(flavorBlocks, types)
        for block in [Self.config] + flavorBlocks.reversed() + types {
            addPlaceholders(of: block, to: &variant)
            addStrings(of: block, to: &variant)
        }
        return variant
    }

    private static func camelCase(_ names: [String]) -> String {
        (names.first ?? "") + names.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns the blocks of a build type and of those that it begins as (`initWith`), the weakest first.
    private func inherited(_ type: String) -> [[String]] {
        var blocks = [["buildTypes", type]]
        while blocks.count < 10, let first = blocks.first,
            let (script, setting) = (module.settings[first] ?? []).first(where: { $0.setting.name == "initWith" })
        {
            let words = setting.value.compactMap { script.code.text($0) ?? (script.code.isWord($0) ? script.code.word($0) : nil) }
            guard let base = words.last, ["buildTypes", base] != first else { break }
            blocks.insert(["buildTypes", base], at: 0)
        }
        return blocks
    }

    private mutating func id(_ flavors: [[String]], _ types: [[String]]) -> CodeValue {
        let bases = (flavors + [Self.config]).compactMap { value(["applicationId", "setApplicationId"], in: $0) }
        guard let base = bases.first ?? value(["namespace"], in: []) else { return .unknown(Self.noID) }
        note("applicationId", base)
        var id = base.value
        for block in [Self.config] + flavors + types.suffix(1) {
            let inherited = block == types.last ? types.dropLast().reversed() : []
            let own = value(["applicationIdSuffix", "setApplicationIdSuffix"], in: block)
            guard let suffix = own ?? inherited.firstResult({ value(["applicationIdSuffix"], in: $0) }) else { continue }
            note("applicationIdSuffix", suffix)
            id = id.appending(suffix.value)
        }
        return id
    }

    private mutating func note(_ what: String, _ found: (value: CodeValue, place: SourcePlace)) {
        guard case .unknown(let candidates) = found.value.value else { return }
        let unknown = Unknown(what, found.value.why, candidates: candidates, at: found.place)
        if !unknowns.contains(unknown) { unknowns.append(unknown) }
    }

    // MARK: Placeholders and strings

    private func addPlaceholders(of block: [String], to variant: inout AndroidVariant) {
        var own: [String: CodeValue] = [:]
        for (script, setting) in module.settings[block] ?? [] {
            guard ["manifestPlaceholders", "addManifestPlaceholders", "setManifestPlaceholders"].contains(setting.name) else { continue }
            if setting.operation == .assign { own = [:] }
            add(script, setting, to: &own, &variant.hasOtherPlaceholders)
        }
        for (script, setting) in module.settings[block + ["manifestPlaceholders"]] ?? [] {
            if setting.operation == .assign {
                own[setting.name] = module.scope.value(of: setting, in: script)
            } else {
                add(script, setting, to: &own, &variant.hasOtherPlaceholders)
            }
        }
        variant.placeholders.merge(own) { $1 }
    }

    /// Adds the pairs of `[a: "b"]`, `mapOf("a" to "b")` or `"a" to "b"`.
    private func add(
        _ script: CodeSettings, _ setting: CodeSettings.Setting, to map: inout [String: CodeValue], _ hasOthers: inout Bool
    ) {
        let code = script.code
        var range = setting.value
        if code.text(range.lowerBound) == nil, let opening = range.first(where: { code.has($0, "[") || code.has($0, "(") }) {
            hasOthers = hasOthers || code.after(opening) < range.upperBound
            range = code.inside(opening)
        }
        for part in code.split(range) {
            let sign = code.after(part.lowerBound)
            guard sign + 1 < part.upperBound, code.has(sign, ":") || code.has(sign, "to") else {
                hasOthers = hasOthers || !code.has(part.lowerBound, ":")
                continue
            }
            let key = code.text(part.lowerBound) ?? code.word(part.lowerBound)
            map[key] = module.scope.value(sign + 1..<part.upperBound, in: code)
        }
    }

    private func addStrings(of block: [String], to variant: inout AndroidVariant) {
        for (script, setting) in module.settings[block] ?? [] where setting.name == "resValue" {
            let parts = script.code.split(setting.value)
            guard parts.count == 3, script.code.text(parts[0].lowerBound) == "string",
                let name = module.scope.value(parts[1], in: script.code).value.known
            else { continue }
            variant.strings[name] = module.scope.value(parts[2], in: script.code)
        }
    }
}
