import Bytes
import JSONDocument

/// What linkscope knows of a service, a shortener or an owner of parameters: one row of a table in `Resources/services`.
package final class Service: Sendable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Counts the click and redirects to the link inside.
        case clickWrapper = "click-wrapper"
        /// Checks the page at each click, and redirects to the link inside.
        case mailGateway = "mail-gateway"
        /// Shows a copy of a page in Google's AMP.
        case amp
        /// Shows an archived copy.
        case archive
        /// Fetches the page inside and shows it changed, such as translated.
        case proxy
        /// Opens an app, and measures where its users come from.
        case attribution
        /// The page of an app in a store.
        case store
        /// One app, which opens the link inside.
        case app
        /// Answers programs, not people.
        case api
        /// Only the service's server knows where its links lead.
        case shortener
        /// Counts the click of a mail's recipient. Only the service's server knows where its links lead.
        case mailClick = "mail-click"
        /// The owner of parameters that occur in other links.
        case parameters
        /// The owner of names that look like http links to its hosts, such as XML namespaces.
        case namespace

        /// The kind in texts for people.
        package var words: String {
            switch self {
            case .clickWrapper: "wrapper"
            case .mailGateway: "mail gateway"
            case .mailClick: "click link of a mail"
            case .api: "programming interface"
            case .namespace: "names that read like links"
            case .amp, .archive, .proxy, .attribution, .store, .app, .shortener, .parameters: rawValue
            }
        }
    }

    package enum State: String, Sendable, Hashable, CaseIterable {
        case live
        /// The service still answers some of its links.
        case ending
        /// The service answers none of its links.
        case dead
    }

    package let name: String
    package let kind: Kind
    package let state: State
    package let hosts: [HostPattern]
    /// The schemes of links that need no host, such as `market`.
    package let schemes: [String]
    let paths: [PathPattern]
    /// The minimum length of a path. Paths that are compressed text are long.
    private let leastPath: Int
    /// Whether the service passes none of its own parameters to the app, and knows all that have a meaning.
    package let keepsParameters: Bool
    /// What the app does, by the beginning of the link.
    private let openings: [Opening]
    /// The segments and parameters that hold a telephone number, which must be digits only.
    package let numbers: [Carrier]
    /// Parameters that a link of the service must have.
    package let needs: [NamePattern]
    package let carriers: [Carrier]
    /// The names of the service's own parameters: not those of the link inside. Empty if not all of them are known.
    package let own: [NamePattern]
    /// Whether the service may have more parameters of its own than those that are known.
    package let isOpen: Bool
    package let parameters: [ParameterRule]
    /// Lists of names. A link that has all names of one list is a link of the service, on any host.
    package let signatures: [[NamePattern]]
    /// What is known, in sentences. Those of a dead or ending service have no period at the end, because a finding continues them.
    package let facts: String
    /// The evidence: `D` for the vendor's documentation, `C` for code or real links, and `~` if some of it is unverified.
    package let source: String
    /// The day of the last check.
    package let checked: String
    /// A link of the service, and the link inside if it has one.
    package let example: [String]

    /// Reads a row. Returns nil if it lacks a required key, or has a carrier or parameter that is malformed.
    init?(_ row: JSONDocument.Node) {
        let (carriers, numbers) = (row.words("carriers").map(Carrier.init), row.words("numbers").map(Carrier.init))
        let rules = row["parameters"].map { $0.elements.map(ParameterRule.all) } ?? []
        guard let name = row.text("name"), let kind = row.text("kind").flatMap(Kind.init),
            let state = State(rawValue: row.text("state") ?? "live"), let facts = row.text("facts"), let source = row.text("source"),
            let checked = row.text("checked"), !carriers.contains(nil), !numbers.contains(nil), !rules.contains(where: \.isEmpty)
        else { return nil }
        (self.name, self.kind, self.state, self.facts, self.source, self.checked) = (name, kind, state, facts, source, checked)
        (self.carriers, self.numbers, parameters) = (carriers.compactMap { $0 }, numbers.compactMap { $0 }, rules.flatMap { $0 })
        (hosts, schemes, example) = (row.words("hosts").map(HostPattern.init), row.words("schemes"), row.words("example"))
        (paths, isOpen, keepsParameters) = (row.words("paths").map(PathPattern.init), row.isTrue("open"), row.isTrue("keeps"))
        leastPath = row["least"].flatMap { Int($0.text) } ?? 0
        openings = row.words("opens").compactMap(Opening.init)
        (needs, own) = (row.words("needs").map(NamePattern.init), row.words("own").map(NamePattern.init))
        signatures = row["signatures"].map { $0.elements.map { $0.strings.map(NamePattern.init) } } ?? []
    }

    /// The hosts with the beginnings of their paths: `goo.gl/maps`. Only the hosts if any path is one of the service's.
    package var addresses: [String] {
        hosts.flatMap { host in paths.isEmpty ? [host.text] : paths.map { host.text + $0.text } }
    }

    /// Whether the service shows a copy of the page inside, so that nothing opens the original.
    package var showsCopy: Bool { kind == .amp || kind == .archive || kind == .proxy }

    /// Whether a link of the service may hold the link inside elsewhere than in the value of a parameter, so that its delimiters may belong
    /// to the link inside.
    package var holdsLinkAsWritten: Bool { carriers.contains { !$0.isValue } }

    /// Returns whether the host is one of the service's.
    package func has(_ host: Range<Int>, in text: [UInt8]) -> Bool { hosts.contains { $0.matches(text, host) } }

    /// Returns whether the path is one of the service's.
    package func hasPath(_ path: Range<Int>, in text: [UInt8]) -> Bool {
        paths.isEmpty || path.count >= leastPath && paths.contains { $0.matches(text, path) }
    }

    /// Returns what the app does with a link, such as `open a chat`. Nil if that is not known.
    ///
    /// - Parameter route: The text after `scheme:`, or a web link from its path on.
    package func opening(of route: ArraySlice<UInt8>) -> String? { openings.first { $0.matches(route) }?.words }

    /// What an app does with some links: `*/status open a post`. The first word is the beginning of the links, with a star for any segment,
    /// or for the rest of one. After a question mark, it has a parameter of these links, maybe with its value: `resolve?post open a message`.
    /// If it begins with #, the fragment begins with the rest: `#/@* open a profile`.
    private struct Opening: Sendable {
        private let segments: [[UInt8]]
        private let parameter: ArraySlice<UInt8>?
        let words: String

        init?(_ text: String) {
            guard let blank = text.firstIndex(of: " ") else { return nil }
            let pattern = Array(text[..<blank].utf8).split(separator: UInt8(ascii: "?"), omittingEmptySubsequences: false)
            segments = pattern[0].split(separator: UInt8(ascii: "/")).map(Array.init)
            parameter = pattern.dropFirst().first
            words = String(text[text.index(after: blank)...])
        }

        func matches(_ route: ArraySlice<UInt8>) -> Bool {
            let isInFragment = segments.first == [UInt8(ascii: "#")]
            let parts = (isInFragment ? route.drop { $0 != UInt8(ascii: "#") } : route.prefix { !"?#".utf8.contains($0) })
                .split { "/:".utf8.contains($0) }
            return parts.count >= segments.count && hasParameter(route)
                && zip(segments, parts).allSatisfy { pattern, part in
                    let part = part.map(ByteClass.lowered)
                    return pattern.last == UInt8(ascii: "*") ? part.starts(with: pattern.dropLast()) : part == pattern
                }
        }

        private func hasParameter(_ route: ArraySlice<UInt8>) -> Bool {
            guard let parameter else { return true }
            let query = route.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            return query.split { "&;".utf8.contains($0) }.contains { $0 == parameter || $0.prefix { $0 != UInt8(ascii: "=") } == parameter }
        }
    }

    /// Returns whether a parameter belongs to the service rather than to the link inside. The name may start with `amp;` if the `&` before
    /// it was HTML-escaped.
    package func owns(_ name: [UInt8]) -> Bool {
        let name = name.starts(with: "amp;".utf8) ? name.dropFirst(4) : name[...]
        let text = name.span
        return own.contains { $0.matches(text, 0..<name.count) }
            || parameters.contains { !$0.name.isAny && $0.name.matches(text, 0..<name.count) }
    }

    /// Returns the number of the path's segments that come before the link inside.
    package func segmentsBeforeTail(_ path: Range<Int>, in text: [UInt8]) -> Int {
        paths.first { $0.matches(text, path) }?.segments ?? 0
    }
}

/// What a parameter does.
package final class ParameterRule: Sendable {
    package enum Role: String, Sendable, Hashable, CaseIterable {
        /// Without the parameter, the link leads elsewhere or fails.
        case functional
        /// Names the campaign that the click counts for.
        case campaign
        /// Only identifies the click or the person.
        case tracking
        /// Changes only how the link looks before it is opened.
        case preview
        /// Names the kind of what the link leads to, and changes nothing.
        case label
    }

    package let name: NamePattern
    package let role: Role
    package let meaning: String
    /// Whether the value may be a link that the service opens.
    package let isLink: Bool
    /// Whether the service opens the link only where it cannot open the app.
    package let isFallback: Bool
    /// Whether the value only identifies someone or something, and nothing opens it, even if it reads like a link.
    package let isIdentifier: Bool
    /// The words that are values, although programs also write them where a value is missing: `null`.
    package let values: [String]
    /// How the value says until when a link works. Nil if it does not.
    package let expiry: Expiry?
    /// Whether the name means this only in links of the service.
    package let isOnlyOnHost: Bool
    /// Whether the parameter says something about the campaign other than its name.
    package let isSetting: Bool
    /// The maximum length of the value, in bytes. Nil if it is not known.
    package let most: Int?
    /// Whether the value may have only letters, digits, `_` and `-`.
    package let isWord: Bool

    private init(_ name: String, _ role: Role, _ meaning: String, _ expiry: Expiry?, _ row: JSONDocument.Node) {
        (self.name, self.role, self.meaning, self.expiry, values) = (NamePattern(name), role, meaning, expiry, row.words("values"))
        (isLink, isFallback, isIdentifier) = (row.isTrue("link"), row.isTrue("fallback"), row.isTrue("identifier"))
        (isOnlyOnHost, isSetting) = (row.text("only") == "host", row.isTrue("setting"))
        (most, isWord) = (row["most"].flatMap { Int($0.text) }, row.text("form") == "word")
    }

    /// Returns a rule for each name of a row; none if the row does not say what the parameters do.
    static func all(in row: JSONDocument.Node) -> [ParameterRule] {
        guard let role = row.text("does").flatMap(Role.init), let meaning = row.text("meaning") else { return [] }
        let expiry = row.text("until").flatMap(Expiry.init)
        if row["until"] != nil, expiry == nil { return [] }
        return row.words("names").map { ParameterRule($0, role, meaning, expiry, row) }
    }
}

/// How a parameter says until when a link works.
package enum Expiry: Sendable, Hashable {
    /// `seconds`: in seconds since 1970.
    case seconds
    /// `time`: as a date and a time of ISO 8601, in UTC.
    case time
    /// `seconds-after X-Amz-Date`: in seconds after the time in another parameter.
    case secondsAfter(NamePattern)

    /// Reads an expiry as the tables write it. Returns nil for any other text.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("seconds", 1): self = .seconds
        case ("time", 1): self = .time
        case ("seconds-after", 2): self = .secondsAfter(NamePattern(words[1]))
        default: return nil
        }
    }
}

extension JSONDocument.Node {
    var strings: [String] { elements.compactMap(\.stringValue) }

    /// Returns the strings of a list; none if there is no such member.
    func words(_ name: String) -> [String] { self[name]?.strings ?? [] }

    func text(_ name: String) -> String? { self[name]?.stringValue }

    func isTrue(_ name: String) -> Bool { self[name]?.boolValue == true }
}
