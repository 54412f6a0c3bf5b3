import Bytes
import Deciding
import LinkLayers
import Screen
import Secrets

/// The texts of `inspect --explain WORD`: what a finding of any command means, or what linkscope knows of a service, an app, a parameter, a
/// secret or a scheme. The word `codes` lists the codes of findings.
package enum Explanation {
    /// Returns the text about a word, or nil if nothing is known of it.
    package static func text(of word: String) -> String? {
        if word == "codes" { return wrapped(CodeTexts.codes.joined(separator: ", ")) }
        if let text = CodeTexts.text(of: word) {
            let severity = FindingCode(rawValue: word)?.severity ?? AssociationFindingCode(rawValue: word)?.severity
            return "\(word)\(severity.map { " (\($0.rawValue))" } ?? "")\n\n\(wrapped(text))"
        }
        // A scheme may be written as in a link: `tel:`, `shop://`.
        let name = String(word.prefix { $0 != ":" })
        var texts = [knownScheme(name)].compactMap { $0 }
        let services = [KnownServices.embedded, .apps].flatMap { $0.services(called: name) }
        texts += services.filter { !word.contains(":") || $0.schemes.contains(name.lowercased()) }.map(text)
        texts += KnownSecrets.embedded.rows(called: name).map(text)
        texts += [parameter(name)].compactMap { $0 }
        if texts.isEmpty, let text = CodeTexts.words[word.lowercased()] { texts.append("\(word)\n\n\(wrapped(text))") }
        if texts.isEmpty { texts = [kind(name)].compactMap { $0 } }
        if texts.isEmpty { texts = KnownSecrets.embedded.rows(needing: name).map(text) }
        if texts.isEmpty, word.contains(":") { texts += [customScheme(name)].compactMap { $0 } }
        return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    }

    private static func wrapped(_ text: String) -> String {
        SafeText(trusted: text).wrappedAtBlanks(width: 80).map(\.description).joined(separator: "\n")
    }

    // MARK: Services

    /// Returns the services of a kind, or the schemes of a class, by the word that JSON has for it: `click-wrapper`, `vendor`. Returns nil if
    /// nothing is of this kind.
    private static func kind(_ word: String) -> String? {
        let services = [KnownServices.embedded, .apps].flatMap { $0.rows.all }.filter { $0.kind.rawValue == word }
        let schemes = KnownSchemes.embedded.rows.all.filter { $0.owner.rawValue == word }.flatMap(\.names)
        let lists = [list("Services of this kind", services.map(\.name)), list("Schemes of this kind", schemes.map { "\($0):" })]
        let words = services.first.map { $0.kind.words == word ? "" : ": \($0.kind.words)" } ?? ""
        let known = lists.compactMap { $0 }
        return known.isEmpty ? nil : "\(word) (kind\(words))\n\n\(known.joined(separator: "\n"))"
    }

    private static func text(_ service: Service) -> String {
        let facts = service.facts.hasSuffix(".") ? service.facts : service.facts + "."
        var lines = [
            "\(service.name) (\(service.kind.words)\(service.state == .live ? "" : ", \(service.state.rawValue)"))", "",
            wrapped(facts),
        ]
        let places = [list("Hosts", service.addresses), list("Schemes", service.schemes.map { "\($0):" })].compactMap { $0 }
        if !places.isEmpty { lines += [""] + places }
        var rules = service.parameters[...]
        if !rules.isEmpty { lines += ["", "Parameters:"] }
        while let rule = rules.first {
            let same = rules.prefix { $0.role == rule.role && $0.meaning == rule.meaning }
            rules = rules.dropFirst(same.count)
            let names = same.map { $0.name.isAny ? "others" : $0.name.text }
            lines.append("  \(names.joined(separator: ", ")): \(rule.role.rawValue), \(rule.meaning)")
        }
        return (lines + ["", origin(service.source, service.checked)]).joined(separator: "\n")
    }

    /// Returns a list with a label, such as `Hosts: t.me, telegram.me`. Returns nil if the list is empty.
    private static func list(_ label: String, _ names: [String]) -> String? {
        names.isEmpty ? nil : wrapped("\(label): \(names.joined(separator: ", "))")
    }

    /// Returns what a parameter does in the links of each service that has it. Returns nil if there is no such service.
    private static func parameter(_ name: String) -> String? {
        let rules = KnownServices.embedded.rules(called: name)
        let owners = KnownServices.embedded.owners(called: name)
        if rules.isEmpty, owners.isEmpty { return nil }
        let lines =
            rules.map { wrapped("\($0.owner.name): \($0.rule.role.rawValue), \($0.rule.meaning)") }
            + owners.map { owner in wrapped("\(owner.name): one of its own parameters. \(owner.facts)") }
        let blocks = [
            "\(PlainText.safe(name)) (parameter)", lines.joined(separator: "\n"), "For more, run --explain with the name of the service.",
        ]
        return blocks.joined(separator: "\n\n")
    }

    /// Returns a sentence about how something is known, and when it was last checked.
    private static func origin(_ source: String, _ checked: String) -> String {
        var ways: [String] = []
        if source.contains("D") { ways.append("documentation") }
        if source.contains("C") { ways.append("code or real links") }
        guard !ways.isEmpty else { return "Unverified, as of \(checked)." }
        let doubt = source.contains("~") ? " Some of this is unverified." : ""
        return "Based on \(ways.joined(separator: " and on ")).\(doubt) Last checked on \(checked)."
    }

    // MARK: Secrets

    private static func text(_ secret: SecretFacts) -> String {
        var (kind, facts) = ("secret", "Masked. \(secret.facts)")
        let lines: [String?]
        switch secret.sign {
        case .names(let naming):
            lines = [
                list(naming.match == .whole ? "Names" : "Names that end in", naming.names),
                list("But not in", naming.others), condition(naming.value),
                list("Only in links of \(kinds(naming.contexts, all: naming.needsAllContexts))", naming.contexts),
                list("Not in links of \(kinds(naming.exceptions))", naming.exceptions),
            ]
        case .shapes(let shapes, _):
            let forms = shapes.map { "\n  \(Secrets.description(ofShape: $0))" }
            lines = ["Anywhere:\(forms.joined())"]
        case .segments(let words, let value): lines = [list("In a path, after one of the words", words), condition(value)]
        case .users(let schemes): lines = [list("Before the @ of links with one of the schemes", schemes.map { "\($0):" })]
        case .commands(let commands): lines = [list("In the commands", commands)]
        case .context(let surroundings):
            (kind, facts) = ("context", "A context that decides whether a value is masked. \(secret.facts)")
            lines = [
                list("With one of the parameters", surroundings.beside), list("With all of the parameters", surroundings.together),
                list("With one of these words in the path", surroundings.words),
                list("Hosts", surroundings.hosts + surroundings.ownHosts), list("Schemes", surroundings.schemes.map { "\($0):" }),
            ]
        }
        let blocks = ["\(secret.name) (\(kind))", wrapped(facts), lines.compactMap { $0 }.joined(separator: "\n")]
        return (blocks + [origin(secret.source, secret.checked)]).joined(separator: "\n\n")
    }

    private static func kinds(_ contexts: [String], all: Bool = false) -> String {
        contexts.count == 1 ? "the kind" : all ? "all of the kinds" : "one of the kinds"
    }

    /// Says what a value must look like. Returns nil if any value counts.
    private static func condition(_ value: ValueTest) -> String? {
        var words: [String] = []
        if value.least > 1 { words.append("has at least \(value.least) characters") }
        if value.changes > 0 { words.append("mixes letters and digits") }
        if value.isRandom { words.append("reads like random text") }
        if let form = value.form { words.append(form == .card ? "is the number of a payment card" : "is a UUID") }
        if !value.beginnings.isEmpty { words.append("begins with \(value.beginnings.joined(separator: " or "))") }
        if let sign = value.sign { words.append("contains \(UnicodeScalar(sign))") }
        // The cases give the order, because a set has none.
        let harmless = ValueTest.Harmless.allCases.filter { value.harmless.contains($0) }.map { $0.words }
        if !harmless.isEmpty { words.append("is not \(harmless.listed("or"))") }
        return words.isEmpty ? nil : wrapped("The value \(words.joined(separator: "; ")).")
    }

    // MARK: Schemes

    /// Returns the owner of a scheme and what linkscope knows about the scheme. Returns nil if the scheme is unknown.
    private static func knownScheme(_ name: String) -> String? {
        guard let facts = KnownSchemes.embedded.facts(of: name) else { return nil }
        let claim =
            switch facts.owner {
            case .vendor: " Any other app can claim it too; iOS does not define which app gets the link."
            case .standard, .program: " Any app can claim it. Android lets the user choose; iOS does not define which app gets the link."
            case .web, .system, .android, .windows, .browser, .network, .payload: ""
            }
        let blocks = ["\(name.lowercased()): (\(facts.owner.rawValue))", wrapped(facts.facts + claim), origin(facts.source, facts.checked)]
        return blocks.joined(separator: "\n\n")
    }

    /// Returns what is true of any scheme that is not in the table. Returns nil if the name cannot be that of a scheme.
    private static func customScheme(_ name: String) -> String? {
        guard ByteClass.isScheme(name.utf8) else { return nil }
        let claim =
            "A custom scheme: any app can claim it. If two apps claim it, iOS does not define which one gets the link, and Android asks the user. "
            + "For anything that another app must not receive, use https links with association files."
        return "\(name.lowercased()):\n\n\(wrapped(claim))"
    }
}

extension ValueTest.Harmless {
    /// The kind with its article.
    fileprivate var words: String {
        switch self {
        case .symbol: "a symbol such as EUR"
        case .number: "a number"
        case .letters: "text without a digit"
        case .coupon: "a code with a letter"
        case .identifier: "an address on a blockchain or an ID at Stripe"
        case .uuid: "a UUID"
        case .path: "a folder"
        case .route: "a part of a path"
        case .words: "words such as access_denied"
        }
    }
}
