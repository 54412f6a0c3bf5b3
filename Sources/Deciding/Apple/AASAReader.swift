import JSONDocument
import LinkLayers

/// Parses `applinks`: its entries, the defaults they inherit, and the parts that have no effect.
struct AASAReader {
    var sink = FindingSink()
    private(set) var details: [AASAFile.Detail] = []
    /// The app IDs of `details` that no app can have.
    private(set) var impossibleAppIDs: Set<String> = []
    private(set) var isUsable = false
    private(set) var appClips: [String] = []

    var variables = SubstitutionVariables()
    /// The settings of the rules that were read.
    let compiled = CompiledSettings()
    /// Whether devices ignore the rules that are read, so that their findings are dropped.
    var isIgnored = false

    mutating func read(_ root: JSONDocument.Node) {
        let problem = "The file must be a JSON object, but is \(root.kind.withArticle): devices ignore it."
        guard let root = sink.object(root, AASAFile.services, in: "the file", .wrongRoot, else: problem) else { return }
        isUsable = true
        appClips = root["appclips"]?["apps"]?.elements.compactMap(\.stringValue) ?? []
        guard let node = root["applinks"] else {
            // A file for passwords and passkeys, or for App Clips, is complete.
            let other = AASAFile.services.dropFirst().first { root[$0] != nil }
            let message = "The file has no \"applinks\"" + (other.map { ", only \"\($0)\"" } ?? "") + ": no app gets links from it."
            return sink.add(.noAppLinks, message, at: root.range, severity: other == nil ? .error : .note)
        }
        let links = sink.object(
            node, ["apps", "details", "defaults", "substitutionVariables"], in: "\"applinks\"", .noAppLinks,
            else: "\"applinks\" must be an object, but is \(node.kind.withArticle): no app gets links from it.")
        guard let links else { return }
        if let apps = links["apps"], apps.kind != .array || apps.count > 0 {
            sink.add(.appsNotEmpty, "\"apps\" is left over from iOS 9 and must be an empty array.", at: apps.range)
        }
        readVariables(links["substitutionVariables"])
        readDetails(links["details"], of: links, AASASettings(links["defaults"], name: "\"defaults\"", &sink))
    }

    /// Adds a finding for each rule that is never used because of an earlier rule. A rule with a mistake in its pattern already has a
    /// finding.
    mutating func addUnreachableRules() {
        for (rule, earlier) in RuleCoverage.pairs(of: details) {
            let isBroken = sink.all.contains {
                $0.code == .impossiblePattern && ($0.range.map { rule.range.contains($0.lowerBound) } ?? false)
            }
            if isBroken { continue }
            let isSameEntry = rule.place.detail == earlier.place.detail
            let name = isSameEntry ? rule.place.inEntry : "\(rule.place)"
            let other = isSameEntry ? earlier.place.inEntry : "\(earlier.place)"
            let links = earlier.isEverything ? "every link" : "the same links"
            let consequence = AssociationFinding.consequence(
                ofUnused: name, isExcluding: rule.isExcluding, after: earlier.isExcluding)
            let open = earlier.emptyItem.map { " \"*\" also matches a link without \"\($0)\"; \"?*\" requires it." } ?? ""
            let message = "\(rule.place) is never used, because \(other) matches \(links) first.\(consequence)\(open)"
            sink.add(.unreachableRule, message, at: rule.range)
        }
    }

    private mutating func readVariables(_ node: JSONDocument.Node?) {
        let problem = "\"substitutionVariables\" must be an object of arrays; it is ignored."
        guard let node = sink.value(node, .object, else: problem) else { return }
        var values: [String: [String]] = [:]
        for member in node.members {
            let name = member.key.stringValue ?? ""
            if name.utf8.contains(where: { "$()".utf8.contains($0) }) {
                sink.add(.badVariable, "A variable's name must not contain $, ( or ): this one can never be used.", at: member.key.range)
            }
            let list = sink.value(
                member.value, .array, .badVariable,
                else: "The variable \"\(name.prefix(80))\" must be an array of strings; it stays undefined.")
            values[name] = list?.elements.compactMap { element in
                let problem = "A variable's values must be strings; this one is ignored."
                guard let value = sink.value(element, .string, .badVariable, else: problem)?.stringValue else { return nil }
                if value.contains("$(") {
                    sink.add(
                        .badVariable, "A value cannot contain another variable: this text is matched literally.", at: element.range)
                }
                return value
            }
        }
        variables = SubstitutionVariables(values)
    }

    private mutating func readDetails(_ node: JSONDocument.Node?, of links: JSONDocument.Node, _ defaults: AASASettings) {
        switch node?.kind {
        case .array:
            for entry in node?.elements.map({ $0 }) ?? [] { readDetail(entry, appID: nil, defaults) }
        case .object:
            // In the oldest format, `details` is an object whose keys are the apps.
            for member in node?.members.map({ $0 }) ?? [] { readDetail(member.value, appID: member.key.stringValue ?? "", defaults) }
        default:
            sink.add(.noDetails, "\"applinks\" has no \"details\": it names no app, so no app gets a link.", at: (node ?? links).range)
            return
        }
        if details.isEmpty {
            let message = "\"details\" is empty: no app gets a link."
            sink.add(.noDetails, message, at: node?.range, severity: appClips.isEmpty ? .error : .note)
        }
        // Without a single valid app ID, these mistakes keep the whole file from working.
        if !details.contains(where: { $0.appIDs.contains { !impossibleAppIDs.contains($0) } }) {
            sink.makeErrors(of: [.noAppID, .badAppID])
        }
    }

    private mutating func readDetail(_ node: JSONDocument.Node, appID: String?, _ defaults: AASASettings) {
        let place = details.count
        details.append(AASAFile.Detail(appIDs: [], components: []))
        let entry = sink.object(
            node, ["appID", "appIDs", "components", "paths", "defaults"], in: "details[\(place)]", .noAppID,
            else: "An entry of \"details\" must be an object; this one names no app and is ignored.")
        guard let entry else { return }
        details[place].appIDs = appIDs(of: entry, appID, place)
        let settings = AASASettings(entry["defaults"], name: "details[\(place)].defaults", &sink).over(defaults)
        if entry["components"] != nil, let paths = entry["paths"] {
            let message = "\"paths\" is ignored because \"components\" is present: only iOS 12 and earlier read it."
            sink.add(.pathsIgnored, message, at: paths.range)
            var reader = self
            reader.sink = FindingSink()
            reader.isIgnored = true
            details[place].ignoredRules = reader.rules(paths, isLegacy: true, settings)
            details[place].ignoredPaths = paths.range
        }
        details[place].components = rules(of: entry, settings)
    }

    /// Returns the apps of an entry: those of `appID` and of `appIDs` together.
    private mutating func appIDs(of node: JSONDocument.Node, _ key: String?, _ place: Int) -> [String] {
        var appIDs: [String] = []
        if let key { add(key, at: node.range, to: &appIDs) }
        let (one, many) = (node["appID"], node["appIDs"])
        if one != nil, let many {
            let message = "details[\(place)] has both \"appID\" and \"appIDs\": write all app IDs in \"appIDs\", and remove \"appID\"."
            sink.add(.bothAppIDForms, message, at: many.range)
        }
        if let one { add(one, to: &appIDs, key: "appID") }
        if let many, many.kind == .array {
            for one in many.elements { add(one, to: &appIDs, key: "appIDs") }
        } else if let many {
            let message = "\"appIDs\" must be an array of strings, but is \(many.kind.withArticle): devices ignore it, so it names no app."
            sink.add(.noAppID, message, at: many.range)
        }
        if appIDs.isEmpty, one == nil, many?.count ?? 0 == 0, many == nil || many?.kind == .array {
            sink.add(.noAppID, "details[\(place)] names no app: its rules have no effect.", at: node.range)
        }
        return appIDs
    }

    private mutating func add(_ node: JSONDocument.Node, to appIDs: inout [String], key: String) {
        if let appID = node.stringValue {
            add(appID, at: node.range, to: &appIDs)
        } else {
            sink.add(.badAppID, "\"\(key)\" must name apps as strings; this is \(node.kind.withArticle).", at: node.range)
        }
    }

    private mutating func add(_ appID: String, at range: Range<Int>, to appIDs: inout [String]) {
        if let problem = AppleAppID.problem(appID) {
            sink.add(.badAppID, problem, at: range)
            impossibleAppIDs.insert(appID)
        }
        appIDs.append(appID)
    }
}

/// The format of an app ID: a prefix of ten uppercase letters and digits, then the bundle identifier. Apple assigns the prefix to a team.
enum AppleAppID {
    /// Words that documentation and generators use in place of a prefix. Apple assigns prefixes at random, so a real prefix is unlikely to
    /// contain one of these words.
    private static let placeholders = ["TEAMID", "YOURTEAM", "TEAMNAME", "APPIDPREF", "APPPREFIX", "PREFIX", "BUNDLEID"]

    /// Returns a sentence that says why no app can have this ID, and what to write instead. Returns nil if an app can have the ID.
    static func problem(_ text: String) -> String? {
        let shown = text.prefix(80)
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), dot != text.startIndex, text.utf8.last != UInt8(ascii: ".") else {
            return "\"\(shown)\" is not an app ID: write prefix.bundle-id, such as ABCDE12345.com.example.shop."
        }
        let prefix = text.utf8[..<dot]
        if prefix.count == 10, prefix.allSatisfy({ CharacterClass.upper.contains($0) || CharacterClass.digit.contains($0) }) {
            let word = String(decoding: prefix, as: UTF8.self)
            if placeholders.contains(where: word.contains) || prefix.allSatisfy({ $0 == prefix.first }) {
                return "\"\(shown)\" is not an app ID: \(word) is a placeholder. Write the prefix that Apple gave to your team."
            }
            guard !text.utf8[dot...].allSatisfy({ CharacterClass.alnum.contains($0) || "-.".utf8.contains($0) }) else { return nil }
            return "\"\(shown)\" is not an app ID: a bundle identifier has only letters, digits, hyphens and periods."
        }
        // A prefix of lowercase letters only is the first part of a bundle identifier.
        guard prefix.allSatisfy({ $0 &- 0x61 < 26 }) else {
            let start = String(decoding: prefix.prefix(40), as: UTF8.self)
            return "\"\(shown)\" is not an app ID: \"\(start)\" is not a prefix of ten capital letters and digits, such as ABCDE12345."
        }
        return "\"\(shown)\" is a bundle identifier, not an app ID: add the team's prefix, as in ABCDE12345.\(shown)."
    }
}
