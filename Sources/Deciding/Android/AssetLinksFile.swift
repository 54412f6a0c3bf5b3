import JSONDocument
import LinkLayers

/// An assetlinks.json file: the statements of a site about apps and other sites.
///
/// Parsing never fails. An invalid statement is left out, with a finding.
package struct AssetLinksFile: Sendable {
    /// The relation that lets an app open a site's links.
    package static let handleAllURLs = "delegate_permission/common.handle_all_urls"
    /// The maximum size of a file, in bytes, that devices read.
    package static let sizeLimit = 1 << 20

    package struct Statement: Sendable {
        /// The index of the statement in the file, from 0.
        package var index: Int
        package var relations: [String]
        package var target: Asset
        /// The rules that restrict the app's links on Android 15 and later. Nil if the statement has no list of such rules.
        package var dynamicRules: [DynamicLinkRule]?
        package var range: Range<Int>
    }

    package struct Include: Sendable {
        package var url: String
        package var range: Range<Int>

        /// Whether the URL is https. Devices read no other includes.
        package var isSecure: Bool { url.lowercased().hasPrefix("https://") }
    }

    package private(set) var statements: [Statement] = []
    package private(set) var includes: [Include] = []
    package private(set) var findings: [AssociationFinding] = []
    /// Also has findings that are not listed because there are too many. They can be reasons for a decision.
    private var sink = FindingSink()
    /// Whether the file is a list of statements that devices read. They ignore a file that is too large.
    package private(set) var isUsable = false
    /// Whether the file is larger than devices read.
    var isTooLarge: Bool { source.count > Self.sizeLimit }
    /// Why statements were left out, in order. Each message is a sentence without its period that names the statement.
    package private(set) var ignored: [Asset.Problem] = []
    /// The source text. Ranges refer to its bytes.
    package let source: [UInt8]

    package init(_ bytes: [UInt8]) {
        source = bytes
        // Devices ignore a file that is too large, so its content decides nothing.
        let root = sink.root(of: bytes, size: bytes.count, limit: (bytes: Self.sizeLimit, words: "1 MiB"))
        if let root { read(root) }
        findings = sink.listed
    }

    /// The reason why devices would not read the file. Nil if they would read it.
    package var problem: AssociationFinding? { isUsable ? nil : findings.first { $0.severity == .error } }

    /// The statements that let an app open the site's links, with the app.
    package var linkStatements: [(statement: Statement, package: String, fingerprints: [String])] {
        statements.compactMap { statement in
            guard case .androidApp(let package, let fingerprints) = statement.target else { return nil }
            return statement.relations.contains(Self.handleAllURLs) ? (statement, package, fingerprints) : nil
        }
    }

    /// Returns the notes that are a reason why no app gets a link: statements and keys that devices do not know.
    package var notesOnNoApp: [AssociationFinding] {
        sink.all.filter { $0.severity == .note && $0.code == .unknownKey }
    }

    // MARK: Parsing

    private mutating func read(_ root: JSONDocument.Node) {
        let problem = "The file must be a JSON array of statements, but is \(root.kind.withArticle): devices ignore it."
        guard let root = sink.value(root, .array, .wrongRoot, else: problem) else { return }
        isUsable = true
        for (index, node) in root.elements.enumerated() { readStatement(node, index) }
    }

    private mutating func readStatement(_ node: JSONDocument.Node, _ index: Int) {
        guard node.kind == .object else {
            return bad("Statement [\(index)] must be an object; this is \(node.kind.withArticle)", node.range)
        }
        if let include = node["include"] {
            sink.checkKeys(of: node, known: ["include"], in: "statement [\(index)]")
            guard let url = include.stringValue else {
                return bad("Statement [\(index)]: \"include\" must be a URL, but is \(include.kind.withArticle)", include.range)
            }
            let included = Include(url: url, range: include.range)
            includes.append(included)
            if url.lowercased().hasPrefix("http:") {
                sink.add(.insecureInclude, "An https site cannot include a file over http: devices ignore this include.", at: include.range)
            } else if !included.isSecure {
                sink.add(
                    .badInclude, "An include must be the full URL of a file, with https://: devices ignore this one.", at: include.range)
            }
            return
        }
        sink.checkKeys(of: node, known: ["relation", "target", "relation_extensions"], in: "statement [\(index)]")
        guard let relations = relations(of: node, index) else { return }
        guard let targetNode = node["target"] else { return bad("Statement [\(index)] has no \"target\"", node.range) }
        do throws(Asset.Problem) {
            let target = try Asset(ofStatement: targetNode)
            checkTarget(targetNode)
            let rules = dynamicRules(node["relation_extensions"])
            if case .androidApp(let package, _) = target, let problem = PackageName.problem(package) {
                let place = targetNode["package_name"]?.range ?? targetNode.range
                sink.add(.badPackage, "\(problem), so this statement lets no app open links.", at: place)
            }
            statements.append(
                Statement(index: index, relations: relations, target: target, dynamicRules: rules, range: node.range)
            )
        } catch {
            if error.isUnknownNamespace {
                let message = "Statement [\(index)]: \(error.message)"
                ignored.append(Asset.Problem(message: message, range: error.range, isUnknownNamespace: true))
                if let meant = Self.namespace(like: targetNode["namespace"]?.stringValue ?? "") {
                    sink.add(.misspeltKey, "\(message); the statement is ignored. Write \"\(meant)\".", at: error.range)
                } else {
                    sink.add(.unknownKey, "\(message); it is ignored.", at: error.range)
                }
            } else {
                bad("Statement [\(index)]: \(error.message)", error.range)
            }
        }
    }

    /// Returns the namespace that a word probably means: `android_app` for `android`.
    private static func namespace(like word: String) -> String? {
        ["android_app", "web"].first { !word.isEmpty && $0.hasPrefix(word.lowercased()) || Spelling.isNear(word, $0) }
    }

    private mutating func bad(_ message: String, _ range: Range<Int>) {
        ignored.append(Asset.Problem(message: message, range: range))
        sink.add(.badStatement, "\(message). The statement is ignored.", at: range)
    }

    private mutating func relations(of node: JSONDocument.Node, _ index: Int) -> [String]? {
        guard let list = node["relation"], list.kind == .array, list.count > 0 else {
            bad("Statement [\(index)] has no \"relation\" with an array of strings", node["relation"]?.range ?? node.range)
            return nil
        }
        var relations: [String] = []
        for element in list.elements {
            guard let relation = element.stringValue, Relation.isWellFormed(relation) else {
                bad("Statement [\(index)]: \(Self.problem(ofRelation: element.stringValue))", element.range)
                return nil
            }
            if relation != Self.handleAllURLs, Spelling.isNear(relation, Self.handleAllURLs) {
                let message = "\"\(relation)\" is unknown, so it lets no app open links. Write \"\(Self.handleAllURLs)\"."
                sink.add(.misspeltKey, message, at: element.range)
            }
            relations.append(relation)
        }
        return relations
    }

    /// Says why a value is not a relation. The text is nil if the value is not a string.
    private static func problem(ofRelation text: String?) -> String {
        let rule = "must be a string of the form kind/detail, such as \(Self.handleAllURLs)"
        guard let text else { return "a relation \(rule)" }
        let end = text.drop { $0 == " " }
        let bare = String(end.prefix { $0 != " " })
        guard Relation.isWellFormed(bare), end.dropFirst(bare.count).allSatisfy({ $0 == " " }) else {
            return "\"\(text.prefix(80))\" is not a relation, which \(rule)"
        }
        return "the relation \"\(text.prefix(80))\" \(text.hasPrefix(" ") ? "begins with" : "ends in") a space"
    }

    private mutating func checkTarget(_ node: JSONDocument.Node) {
        switch node["namespace"]?.stringValue {
        case "web": sink.checkKeys(of: node, known: ["namespace", "site"], in: "\"target\"")
        case "android_app":
            sink.checkKeys(of: node, known: ["namespace", "package_name", "sha256_cert_fingerprints"], in: "\"target\"")
        default: break
        }
        guard let fingerprints = node["sha256_cert_fingerprints"] else { return }
        for element in fingerprints.elements {
            guard let text = element.stringValue else { continue }
            if !Fingerprint.isWellFormed(text) {
                let message = "This is not a SHA-256 fingerprint (32 pairs of hexadecimal digits, separated by colons): it matches no app."
                sink.add(.badFingerprint, message, at: element.range)
            } else if text.uppercased() != text {
                let message =
                    "This fingerprint has lowercase letters: devices compare it with uppercase ones, so it matches no app. Write it in uppercase."
                sink.add(.fingerprintCase, message, at: element.range)
            }
        }
    }

    // MARK: Dynamic App Links

    /// Adds a finding for each rule that is never used because of an earlier rule.
    private mutating func addUnreachableRules(among rules: [DynamicLinkRule]) {
        var effort = 200_000
        for (place, rule) in rules.enumerated() {
            guard effort > 0, let earlier = rules[..<place].first(where: { $0.covers(rule, effort: &effort) }) else { continue }
            let name = { (rule: DynamicLinkRule) in "dynamic_app_link_components[\(rule.index)]" }
            let consequence = AssociationFinding.consequence(
                ofUnused: "it", isExcluding: rule.isExcluding, after: earlier.isExcluding)
            let message = "\(name(rule)) is never used, because \(name(earlier)) matches the same links first.\(consequence)"
            sink.add(.unreachableDynamicRule, message, at: rule.range)
        }
    }

    private mutating func dynamicRules(_ extensions: JSONDocument.Node?) -> [DynamicLinkRule]? {
        let extensions = sink.object(
            extensions, [Self.handleAllURLs], in: "\"relation_extensions\"",
            else: "\"relation_extensions\" must be an object; it is ignored.")
        let relation = sink.object(
            extensions?[Self.handleAllURLs], ["dynamic_app_link_components"], in: "the relation's extension",
            else: "The extension of a relation must be an object; this one is ignored.")
        let list = sink.value(
            relation?["dynamic_app_link_components"], .array, else: "\"dynamic_app_link_components\" must be an array; it is ignored.")
        guard let list else { return nil }
        let rules = list.elements.enumerated().compactMap { DynamicLinkRule($1, index: $0, &sink) }
        addUnreachableRules(among: rules)
        if rules.isEmpty {
            let message = "\"dynamic_app_link_components\" has no rules: it excludes nothing, and the app gets all links of the site."
            sink.add(.noDynamicRules, message, at: list.range)
        } else if rules.allSatisfy(\.isExcluding) {
            let message =
                "All rules of \"dynamic_app_link_components\" exclude links, so on Android 15 and later the app gets no link of the site. End the list with {\"/\": \"*\"}."
            sink.add(.noDynamicRules, message, at: list.range)
        }
        return rules
    }
}

/// The relation of one asset to another: `kind/detail`.
package enum Relation {
    package static func isWellFormed(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { "_.".utf8.contains($0) || CharacterClass.lower.contains($0) || CharacterClass.digit.contains($0) }
        }
    }
}
