import Bytes
import Inspector
import LinkLayers
import Screen
import Secrets
import Services

/// `inspect --explain WORD`: explains what a finding means, or tells what linkscope knows of a service, a secret or a scheme.
enum Explanation {
    /// - Throws: `CommandFailure` for an unknown word. The second line of its message lists all codes.
    static func print(_ word: String) throws {
        if let code = FindingCode(rawValue: word) {
            return Output.line("\(code.rawValue) (\(code.severity.rawValue))\n\n\(wrapped(code.explanation))")
        }
        let services = KnownServices.embedded.services(called: word)
        if !services.isEmpty { return Output.line(services.map(text).joined(separator: "\n\n")) }
        let secrets = KnownSecrets.embedded.rows(called: word)
        if !secrets.isEmpty { return Output.line(secrets.map(text).joined(separator: "\n\n")) }
        if let facts = scheme(word) { return Output.line(facts) }
        let names = FindingCode.allNames
        let hint = NearestWord.to(word, among: names).map { "; did you mean \($0)?" } ?? ""
        throw CommandFailure(
            "--explain \(Secrets.masked(word)): no such finding code, service, secret or scheme\(hint)\nCodes: \(names.joined(separator: ", "))",
            code: Exit.usage, pointsToHelp: false)
    }

    private static func wrapped(_ text: String) -> String {
        SafeText(trusted: text).wrappedAtBlanks(width: 80).map(\.description).joined(separator: "\n")
    }

    // MARK: Services

    private static func text(_ service: Service) -> String {
        let facts = service.facts.hasSuffix(".") ? service.facts : service.facts + "."
        var lines = [
            "\(service.name) (\(words(for: service.kind))\(service.state == .live ? "" : ", \(service.state.rawValue)"))", "",
            wrapped(facts),
        ]
        let hosts = service.hosts.map(\.text) + service.schemes.map { "\($0):" }
        if !hosts.isEmpty { lines += ["", wrapped("Hosts: \(hosts.joined(separator: ", "))")] }
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

    /// Returns the kind as the layers of a link name it, too.
    private static func words(for kind: Service.Kind) -> String {
        switch kind {
        case .clickWrapper: "wrapper"
        case .mailGateway: "wrapper of a mail gateway"
        case .mailClick: "click link of a mail service"
        case .namespace: "names that read like links"
        case .amp, .archive, .proxy, .attribution, .store, .app, .shortener, .parameters: kind.rawValue
        }
    }

    /// Says how something is known, and since when.
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
        var lines = ["\(secret.name) (secret)", "", wrapped("Masked. \(secret.facts)")]
        switch secret.sign {
        case .names(let naming):
            let names = naming.names.map { naming.isWhole ? $0 : "*\($0)" }
            lines += ["", wrapped("Names: \(names.joined(separator: ", "))")]
            lines += condition(naming.value)
            let contexts = naming.contexts.joined(separator: naming.needsAllContexts ? " and " : ", ")
            if !contexts.isEmpty { lines.append("Only in: \(contexts)") }
            if !naming.exceptions.isEmpty { lines.append("Not in: \(naming.exceptions.joined(separator: ", "))") }
        case .shapes(let shapes, _): lines += ["", wrapped("Anywhere: \(shapes.joined(separator: ", "))")]
        case .segments(let words, let value):
            lines += ["", wrapped("In a path, after: \(words.joined(separator: ", "))")] + condition(value)
        case .users(let schemes): lines += ["", wrapped("Before the @ of links with: \(schemes.map { $0 + ":" }.joined(separator: ", "))")]
        case .context(let surroundings):
            lines[2] = wrapped("A context that decides whether a value is masked. \(secret.facts)")
            lines += [
                ("Beside", surroundings.beside), ("With all of", surroundings.together), ("In a path with", surroundings.words),
                ("Hosts", surroundings.hosts + surroundings.ownHosts), ("Schemes", surroundings.schemes),
            ]
            .filter { !$0.1.isEmpty }.map { wrapped("\($0.0): \($0.1.joined(separator: ", "))") }
        }
        return (lines + ["", origin(secret.source, secret.checked)]).joined(separator: "\n")
    }

    /// Says what a value must look like; nothing if any value counts.
    private static func condition(_ value: ValueTest) -> [String] {
        var words: [String] = []
        if value.least > 1 { words.append("at least \(value.least) characters") }
        if value.changes > 0 { words.append("letters and digits mixed") }
        if value.isRandom { words.append("reads like random text") }
        if !value.beginnings.isEmpty { words.append("begins with \(value.beginnings.joined(separator: " or "))") }
        if let sign = value.sign { words.append("has \(UnicodeScalar(sign))") }
        if !value.harmless.isEmpty { words.append("is no \(value.harmless.map(\.rawValue).sorted().joined(separator: ", "))") }
        return words.isEmpty ? [] : ["The value: \(words.joined(separator: "; "))"]
    }

    // MARK: Schemes

    /// Returns whose a scheme is. `word` may end in a colon, as in `shop:` or `shop://`; an unknown scheme must, because any word could be one.
    private static func scheme(_ word: String) -> String? {
        let name = word.prefix { $0 != ":" }
        let isMarked = name.endIndex < word.endIndex
        let bytes = Array(name.utf8)
        if let facts = KnownSchemes.embedded.facts(bytes.span, 0..<bytes.count) {
            let claim =
                switch facts.owner {
                case .vendor: " Any other app can claim it too; iOS does not define which app gets the link."
                case .standard: " Any app can claim it. Android lets the user choose; iOS does not define which app gets the link."
                case .web, .system, .android, .windows, .browser, .network, .payload: ""
                }
            return "\(facts.name): (\(facts.owner.rawValue))\n\n\(wrapped(facts.facts + claim))\n\n\(origin(facts.source, facts.checked))"
        }
        let isScheme = name.first?.isLetter == true && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard isMarked, isScheme else { return nil }
        let claim =
            "A custom scheme: any app can claim it. If two apps claim it, iOS does not define which one gets the link, and Android asks the user. "
            + "For anything that another app must not receive, use https links with association files."
        return "\(name.lowercased()):\n\n\(wrapped(claim))"
    }
}
