/// Where a router leads a link.
package enum RouteMatch: Sendable, Hashable {
    /// A route, with the values of its parameters.
    case route(Route, parameters: [String: String])
    /// No route takes the link.
    case none
    /// The router does not look at the link, because it begins with none of its prefixes.
    case ignored
    /// Code decides.
    case unknown
}

extension Router {
    /// Returns the route to which a link leads. If the router is not certain, code may still lead the link elsewhere.
    package func match(_ link: String) -> RouteMatch {
        let parts = LinkParts(link)
        switch kind {
        case .deepLinkDispatch, .navigation: return choose { $0.wholeMatch(parts, kind) }
        case .reactNavigation:
            let path = prefixes.isEmpty ? parts.path : path(after: prefixes.map(\.value), in: link)
            guard let path else { return isCertain ? .ignored : .unknown }
            return choose { $0.pathMatch(path) }
        case .expoRouter: return choose { $0.pathMatch(parts.isWeb ? parts.path : (parts.host ?? "") + "/" + parts.path) }
        case .goRouter, .autoRoute, .navigator: return choose(hasRanks: false) { $0.pathMatch(parts.path) }
        case .cordova: return parts.isWeb ? choose { $0.texts(of: kind).found(in: parts.path.lowercased()) } : .unknown
        case .code: return parts.isWeb && !routes.isEmpty ? choose(hasRanks: false) { $0.pathMatch(parts.path) } : .unknown
        }
    }

    /// Returns the most specific route that matches: a text comes before a parameter, and a parameter before the rest. Without ranks, it is
    /// the first one.
    private func choose(
        hasRanks: Bool = true, _ match: (Route) -> (parameters: [String: String], isUncertain: Bool)?
    ) -> RouteMatch {
        var best: (rank: [Int], match: RouteMatch)?
        for route in routes {
            guard let found = match(route) else { continue }
            let rank = hasRanks ? route.rank : []
            if let best, !rank.lexicographicallyPrecedes(best.rank) { continue }
            best = (rank, found.isUncertain ? .unknown : .route(route, parameters: found.parameters))
        }
        return best?.match ?? (isCertain ? .none : .unknown)
    }

    /// Returns the path that follows the first prefix with which a link begins. Slashes in a row are one.
    private func path(after prefixes: [String], in link: String) -> String? {
        let written = link
        let link = Self.withoutRepeatedSlashes(link)
        for prefix in prefixes {
            if prefix == "*" { return LinkParts(written).path }
            var pattern = TextPattern()
            for (index, label) in Self.withoutRepeatedSlashes(prefix).split(separator: "*", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { pattern.append(.init(set: TextPattern.any & ~TextPattern.set("./?#"), most: .max)) }
                pattern.append(label)
            }
            // A host ends here. A scheme, or a path that ends with a slash, may go on.
            let whole = pattern
            if !prefix.hasSuffix("/") { pattern.append(.init(set: TextPattern.set("/?#"), name: "path")) }
            pattern.append(.init(set: TextPattern.any, least: 0, most: .max, name: "path"))
            pattern.makeOptional(since: whole)
            guard let found = pattern.match(link) else { continue }
            return String((found["path"] ?? "").prefix { $0 != "?" && $0 != "#" })
        }
        return nil
    }

    private static func withoutRepeatedSlashes(_ text: String) -> String {
        String(text.reduce(into: [Character]()) { if $1 != "/" || $0.last != "/" { $0.append($1) } })
    }
}

extension Route {
    /// Whether each segment is a text, a parameter or the rest.
    fileprivate var rank: [Int] {
        pattern.split(separator: "/").map { segment in
            if segment.hasPrefix("*") || segment.hasSuffix(".*") { return 2 }
            return segment.hasPrefix(":") || segment.contains("{") || segment.contains("<") ? 1 : 0
        } + [3]
    }

    /// Compares a path, segment by segment.
    fileprivate func pathMatch(_ path: String) -> (parameters: [String: String], isUncertain: Bool)? {
        texts(of: .code).found(in: path.split(separator: "/").map { "/" + $0 }.joined())
    }

    /// Compares a whole link without its query.
    fileprivate func wholeMatch(_ parts: LinkParts, _ kind: Router.Kind) -> (parameters: [String: String], isUncertain: Bool)? {
        let declared = LinkParts(pattern)
        let isNavigation = kind == .navigation
        // A route without a scheme takes web links. In `lightning:invoice`, which has no //, the path follows the scheme.
        let isOfWeb = isNavigation && declared.scheme == nil
        let start = isOfWeb ? (parts.isWeb ? parts.host : nil) : parts.origin ?? (isNavigation ? parts.scheme.map { $0 + ":" } : nil)
        guard let origin = start?.lowercased() else { return nil }
        var found = texts(of: kind).found(in: origin + (isNavigation ? parts.path.lowercased() : parts.path))
        for (name, value) in declared.query where isNavigation && value.hasPrefix("{") && value.hasSuffix("}") {
            let given = parts.query.last { $0.name == name }
            found?.parameters[String(value.dropFirst().dropLast())] = given?.value
            // Without the parameter, the link matches if the argument has a default, and that is not known.
            if given == nil { found?.isUncertain = true }
        }
        return found
    }

    // MARK: Patterns

    /// Returns the texts that lead to the route, as a router of a kind compares them: whole links, or paths without a slash at the end.
    func texts(of kind: Router.Kind) -> TextPattern {
        switch kind {
        case .deepLinkDispatch, .navigation: whole(isNavigation: kind == .navigation)
        case .cordova: glob
        default: path
        }
    }

    private var path: TextPattern {
        var texts = TextPattern()
        for segment in pattern.split(separator: "/") {
            let before = texts
            texts.append("/")
            if segment.hasPrefix("*") {
                texts.append(.init(set: TextPattern.any, most: .max, name: String(segment.dropFirst())))
            } else if segment.hasPrefix(":") {
                var name = segment.dropFirst()
                let mark = name.last.flatMap { "?*+".contains($0) ? $0 : nil }
                if mark != nil { name.removeLast() }
                if mark == "*" || mark == "+" {
                    texts.append(.init(set: TextPattern.any, most: .max, name: String(name)))
                } else {
                    texts.appendParameter(String(name), constraint: constraints[String(name)])
                }
                if mark == "?" || mark == "*" { texts.makeOptional(since: before) }
            } else {
                texts.append(segment)
            }
        }
        return texts
    }

    /// The paths, in small letters, of a pattern in which `*` is anything.
    private var glob: TextPattern {
        var texts = TextPattern()
        for (index, part) in pattern.split(separator: "*", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { texts.append(.rest) }
            texts.append(part.lowercased())
        }
        return texts
    }

    /// The links without their queries. The names of the pattern are in braces.
    private func whole(isNavigation: Bool) -> TextPattern {
        let declared = LinkParts(pattern)
        var (texts, rest) = (TextPattern(), Substring(declared.base))
        // The scheme and the host are the same in all letters; so is the path for the Navigation library.
        var isFolded = true
        var slashes = declared.origin == nil ? 2 : 0
        while let character = rest.popFirst() {
            if character == "/" { slashes += 1 }
            if slashes > 2 { isFolded = isNavigation }
            if character == "{" || character == "<" && !isNavigation, let end = rest.firstIndex(of: character == "{" ? "}" : ">") {
                appendName(String(rest[..<end]), isKnown: character == "{", to: &texts)
                rest = rest[rest.index(after: end)...]
            } else if isNavigation, character == ".", rest.first == "*" {
                rest.removeFirst()
                texts.append(.rest)
            } else {
                texts.append(isFolded ? character.lowercased() : String(character))
            }
        }
        return texts
    }

    /// Appends `{name}`, `{name(one|other)}`, or a segment that is filled in at run time.
    private func appendName(_ text: String, isKnown: Bool, to texts: inout TextPattern) {
        guard isKnown else { return texts.appendAlternatives([nil], text) }
        guard let start = text.firstIndex(of: "("), text.hasSuffix(")") else {
            return texts.appendParameter(text, constraint: constraints[text])
        }
        texts.appendParameter(String(text[..<start]), constraint: String(text[text.index(after: start)...].dropLast()))
    }
}

/// The parts of a link, as written.
struct LinkParts {
    /// Everything before the query.
    let base: String
    var scheme: String?
    /// The host with its port; nil if the link has no `//`.
    var host: String?
    var path: String
    let query: [(name: String, value: String)]

    init(_ link: String) {
        let whole = link.prefix { $0 != "#" }
        base = String(whole.prefix { $0 != "?" })
        query = whole.dropFirst(base.count + 1).split(separator: "&").map { parameter in
            let name = parameter.prefix { $0 != "=" }
            return (String(name), String(parameter.dropFirst(name.count + 1)))
        }
        path = base
        guard let colon = base.firstIndex(of: ":"), !base[..<colon].contains("/") else { return }
        scheme = String(base[..<colon])
        path = String(base[base.index(after: colon)...])
        guard path.hasPrefix("//") else { return }
        let authority = path.dropFirst(2).prefix { $0 != "/" }
        host = String(authority)
        path = String(path.dropFirst(2 + authority.count))
    }

    var isWeb: Bool { scheme.map { ["http", "https"].contains($0.lowercased()) } ?? false }
    /// The scheme and the host, as `https://shop.example`.
    var origin: String? { scheme.flatMap { scheme in host.map { "\(scheme)://\($0)" } } }
}
