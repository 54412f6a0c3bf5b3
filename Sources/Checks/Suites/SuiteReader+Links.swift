import AppLinks
import Bytes
import Deciding
import JSONDocument
import LinkLayers

// A link of a suite, and what is expected of it.
extension SuiteReader {
    mutating func link(_ node: YAMLNode, tags: [String]) -> Suite.Link? {
        guard let members = node.members else {
            report(node.place, "links: write link: and what is expected of it, such as {link: shop://item/7, opens: app}")
            return nil
        }
        let known = LinkKey.allCases.map(\.rawValue) + ExpectationKey.allCases.map(\.rawValue)
        var link = Suite.Link(link: "", tags: tags, place: node.place)
        var (hasLink, expectsAnything, hasUnknown) = (false, false, false)
        for member in members {
            let value = member.value
            switch LinkKey(rawValue: member.name) {
            case .link?:
                hasLink = true
                guard let text = text(value, "link") else { continue }
                if text.isEmpty { report(value.place, "link: write a link") }
                link.link = text
                link.place = value.place
            case .name?: link.name = text(value, "name")
            case .tags?: link.tags += texts(value, "tags", "a list of tags, such as [smoke]")
            case .from?:
                link.from = text(value, "from")
                link.fromPlace = value.place
            case nil:
                expectsAnything = true
                guard let key = ExpectationKey(rawValue: member.name) else {
                    hasUnknown = true
                    report(member.place, Self.unknown(member.name, known))
                    continue
                }
                guard let content = content(key, value) else { continue }
                link.expectations.append(Expectation(key: key, content: content, place: value.place))
            }
        }
        // Without the misspelled name, nothing would be missing.
        if !hasLink, !hasUnknown { report(node.place, "link is missing: write link: and a link") }
        if hasLink, !expectsAnything {
            report(link.place, "nothing is expected of this link: write what opens it, such as opens: app")
        }
        return link
    }

    private mutating func content(_ key: ExpectationKey, _ node: YAMLNode) -> Expectation.Content? {
        let name = key.rawValue
        switch key {
        case .opens: return word(node, name, Expectation.Opening.self).map { .opens($0) }
        case .app: return text(node, name).map { .app($0) }
        case .route: return text(node, name).map { .route($0) }
        case .target: return text(node, name).map { .target($0) }
        case .extras:
            if node.members != nil { return jsonValue(node, name).map { .extras($0) } }
            report(node.place, "extras: write names with values, such as {campaign: spring}, or {} for none")
            return nil
        case .referer:
            if node.text == Expectation.none { return .referer(nil) }
            return parts(node, name, RefererKey.self, "{name: Shop, url: shop://back}, one of them, or none").map { .referer($0) }
        case .findings: return words(node, name, Self.codes, FindingCode.init(rawValue:)).map { .findings($0) }
        case .events:
            return words(node, name, Self.eventNames) { word in
                Self.eventNames.contains(word) ? MeasurementEvent.Name(rawValue: word) : nil
            }.map { .events($0) }
        case .trail:
            let stops = texts(node, name, "the apps in order, such as [News, Shop, News]")
            return stops.isEmpty ? nil : .trail(stops)
        case .aasa: return decision(node, name, AppleDecisionKey.self).map { .aasa($0) }
        case .assetlinks: return decision(node, name, AndroidDecisionKey.self).map { .assetlinks($0) }
        case .resolves:
            let advice = "{target: shop://item/7, app: Shop, webURL: https://…}, or some of them"
            return parts(node, name, ResolutionKey.self, advice).map { .resolves($0) }
        }
    }

    /// The names of the events that the simulated device posts.
    package static let eventNames = [MeasurementEvent.Name.navigateOut, .linkParse, .navigateIn, .navigateBack].map(\.rawValue)

    private static let codes = FindingCode.allCases.map(\.rawValue)

    /// Returns the values of the words of a list, which may be empty. Each must be one of the known words.
    private mutating func words<Value>(
        _ node: YAMLNode, _ name: String, _ known: [String], _ value: (String) -> Value?
    ) -> [Value]? {
        guard let elements = node.elements else {
            report(node.place, "\(name): write a list, such as [\(known.prefix(2).joined(separator: ", "))], or [] for none")
            return nil
        }
        var values: [Value] = []
        for element in elements {
            guard let word = text(element, name) else { continue }
            guard let value = value(word) else {
                // There are too many codes of findings to list them.
                let few = known.count > 10 ? "linkscope inspect --explain codes lists them" : "use \(known.joined(separator: ", "))"
                func advice() -> String { NearestWord.to(word, among: known).map { "did you mean \($0)?" } ?? few }
                report(element.place, "\(name): \"\(word.prefix(80))\" is not known; \(advice())")
                continue
            }
            values.append(value)
        }
        return values
    }

    /// Returns a value as JSON. A plain `7`, `true` or `null` is a number, a Boolean or null; a text in quotes is always a string.
    private mutating func jsonValue(_ node: YAMLNode, _ name: String) -> JSONValue? {
        switch node.content {
        case .mapping(let members):
            var object = JSONObject()
            for member in members {
                guard let value = jsonValue(member.value, name) else { return nil }
                object[member.name] = value
            }
            return .object(object)
        case .sequence(let elements):
            var values: [JSONValue] = []
            for element in elements {
                guard let value = jsonValue(element, name) else { return nil }
                values.append(value)
            }
            return .array(values)
        case .scalar(let text, let isPlain):
            if isPlain {
                if node.isNull { return .null }
                if text == "true" || text == "false" { return .bool(text == "true") }
                if let number = JSONNumber(literal: text) { return .number(number) }
            }
            return expanded(text, node.place, name).map { .string($0) }
        }
    }

    /// Returns texts that are compared together, in the order of their keys. There must be at least one.
    private mutating func parts<Key: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode, _ name: String, _ keys: Key.Type, _ advice: String
    ) -> [Expectation.Part]? {
        guard node.members?.isEmpty == false else {
            report(node.place, "\(name): write \(advice)")
            return nil
        }
        var texts: [String: String] = [:]
        for (key, value) in members(of: node, name, keys) {
            texts[key.rawValue] = text(value, "\(name): \(key.rawValue)")
        }
        return keys.allCases.compactMap { key in texts[key.rawValue].map { Expectation.Part(name: key.rawValue, text: $0) } }
    }

    /// Returns the decision of an association file: a word, or a mapping with the word and the app that it is about.
    private mutating func decision<
        Outcome: RawRepresentable<String> & CaseIterable & Sendable, Key: RawRepresentable<String> & CaseIterable
    >(
        _ node: YAMLNode, _ name: String, _ keys: Key.Type
    ) -> Expectation.FileDecision<Outcome>? {
        guard node.members != nil else { return word(node, name, Outcome.self).map { Expectation.FileDecision(outcome: $0) } }
        var outcome: Outcome?
        var texts: [String: String] = [:]
        for (key, value) in members(of: node, name, keys) {
            let what = "\(name): \(key.rawValue)"
            if key.rawValue == AppleDecisionKey.decision.rawValue {
                outcome = word(value, what, Outcome.self)
            } else {
                texts[key.rawValue] = text(value, what)
            }
            guard key.rawValue == AndroidDecisionKey.fingerprint.rawValue, let text = texts[key.rawValue], !Fingerprint.isCanonical(text)
            else { continue }
            report(value.place, "\(what): write 32 pairs of capital hexadecimal digits, separated by colons")
        }
        if node.members?.contains(where: { $0.name == AppleDecisionKey.decision.rawValue }) != true {
            report(node.place, "\(name): write decision: \(Outcome.allCases.map(\.rawValue).listed("or"))")
        }
        return outcome.map { outcome in
            Expectation.FileDecision(
                outcome: outcome, app: texts[AppleDecisionKey.app.rawValue], fingerprint: texts[AndroidDecisionKey.fingerprint.rawValue])
        }
    }
}
