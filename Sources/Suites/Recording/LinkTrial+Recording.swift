import AppLinks
import DeviceTools
import JSONDocument
import LinkLayers
import YAMLText

// What a link does, as the expectations that it meets.
extension LinkTrial {
    /// Returns what the device does with the link, as members of a link of a suite.
    ///
    /// - Parameter written: Returns a text as the suite writes it.
    mutating func recorded(_ written: (String) -> String) -> [YAMLValue.Member] {
        func member(_ key: ExpectationKey, _ value: YAMLValue) -> YAMLValue.Member { YAMLValue.Member(key.rawValue, value) }
        var members: [YAMLValue.Member] = []
        switch opening?.end.place {
        case .app(let id, _, _):
            members.append(member(.opens, .text(Expectation.Opening.app.rawValue)))
            members.append(member(.app, .text(written(judge.steadyName(ofApp: id)))))
        case .browser: members.append(member(.opens, .text(Expectation.Opening.browser.rawValue)))
        case .nothing, nil: members.append(member(.opens, .text(Expectation.Opening.nothing.rawValue)))
        }
        // Any other link is its own target, and has no extras and no referer.
        if let link = received(), link.isAppLink {
            members.append(member(.target, .text(written(link.targetURL.text))))
            members.append(member(.extras, link.extras.map { Self.yaml($0, written) } ?? .mapping([])))
            if let referer = Self.referer(link, written) { members.append(member(.referer, referer)) }
        }
        var codes: [FindingCode] = []
        for finding in LinkInspection(Array(link.link.utf8)).findings where !codes.contains(finding.code) { codes.append(finding.code) }
        members.append(member(.findings, .list(codes.map { .text($0.rawValue) })))
        members.append(member(.events, .list((opening?.events ?? []).map { .text($0.event.name.rawValue) })))
        if let trail = roundTrip { members.append(member(.trail, .list(trail.map { .text(written($0)) }))) }
        return members
    }

    /// Returns the referer. A name or URL that is the word `none` is left out, because a suite reads this word as no text. Returns nil if
    /// nothing is left.
    private static func referer(_ link: IncomingLink, _ written: (String) -> String) -> YAMLValue? {
        let none: String? = Expectation.Text.noWord
        if link.refererAppName == nil, link.refererURL == nil { return .text(Expectation.Text.noWord) }
        let parts = [(RefererKey.name, link.refererAppName), (RefererKey.url, link.refererURL)].filter { $0.1 != none }
        if parts.isEmpty { return nil }
        return .mapping(parts.map { key, text in YAMLValue.Member(key.rawValue, .text(text.map(written) ?? Expectation.Text.noWord)) })
    }

    /// Returns a value of JSON. The names stay as they are, because a suite has no variables in names.
    private static func yaml(_ value: JSONValue, _ written: (String) -> String) -> YAMLValue {
        switch value {
        case .object(let object): .mapping(object.map { YAMLValue.Member($0, yaml($1, written)) })
        case .array(let elements): .list(elements.map { yaml($0, written) })
        case .string(let text): .text(written(text))
        case .number(let number): .literal(number.literal)
        case .bool(let flag): .literal(flag ? "true" : "false")
        case .null: .literal("null")
        }
    }
}
