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
        case .deepLinkDispatch, .navigation: return best { $0.wholeMatch(parts, isNavigation: kind == .navigation) }
        case .reactNavigation:
            let path = prefixes.isEmpty ? parts.path : path(after: prefixes.map(\.value), in: link)
            guard let path else { return isCertain ? .ignored : .unknown }
            return best { $0.pathMatch(path) }
        case .expoRouter: return best { $0.pathMatch(parts.isWeb ? parts.path : (parts.host ?? "") + "/" + parts.path) }
        case .goRouter, .autoRoute: return first { $0.pathMatch(parts.path) }
        case .cordova: return parts.isWeb ? best { $0.globMatch(parts.path) } : .unknown
        case .code: return parts.isWeb && !routes.isEmpty ? first { $0.pathMatch(parts.path) } : .unknown
        }
    }

    private typealias Matching = (Route) -> (parameters: [String: String], isUncertain: Bool)?

    /// Returns the first route that matches.
    private func first(_ match: Matching) -> RouteMatch {
        for route in routes {
            if let found = match(route) { return found.isUncertain ? .unknown : .route(route, parameters: found.parameters) }
        }
        return isCertain ? .none : .unknown
    }

    /// Returns the most specific route that matches: a text comes before a parameter, and a parameter before the rest.
    private func best(_ match: Matching) -> RouteMatch {
        var best: (rank: [Int], match: RouteMatch)?
        for route in routes {
            guard let found = match(route) else { continue }
            let rank = route.rank
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
            var pattern = RoutePattern()
            for (index, label) in Self.withoutRepeatedSlashes(prefix).split(separator: "*", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { pattern.append(.init(set: RoutePattern.any & ~RoutePattern.set("./?#"), most: .max)) }
                pattern.append(label)
            }
            // A host ends here. A scheme, or a path that ends with a slash, may go on.
            let whole = pattern
            if !prefix.hasSuffix("/") { pattern.append(.init(set: RoutePattern.set("/?#"), name: "path")) }
            pattern.append(.init(set: RoutePattern.any, least: 0, most: .max, name: "path"))
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
        var compiled = RoutePattern()
        for segment in pattern.split(separator: "/") {
            let before = compiled
            compiled.append("/")
            if segment.hasPrefix("*") {
                compiled.append(.init(set: RoutePattern.any, most: .max, name: String(segment.dropFirst())))
            } else if segment.hasPrefix(":") {
                var name = segment.dropFirst()
                let mark = name.last.flatMap { "?*+".contains($0) ? $0 : nil }
                if mark != nil { name.removeLast() }
                if mark == "*" || mark == "+" {
                    compiled.append(.init(set: RoutePattern.any, most: .max, name: String(name)))
                } else {
                    compiled.appendParameter(String(name), constraint: constraints[String(name)])
                }
                if mark == "?" || mark == "*" { compiled.makeOptional(since: before) }
            } else {
                compiled.append(segment)
            }
        }
        let text = path.split(separator: "/").map { "/" + $0 }.joined()
        return compiled.match(text).map { ($0, compiled.isUncertain) }
    }

    /// Compares a path with a pattern in which `*` is anything.
    fileprivate func globMatch(_ path: String) -> (parameters: [String: String], isUncertain: Bool)? {
        var compiled = RoutePattern()
        for (index, part) in pattern.split(separator: "*", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { compiled.append(.init(set: RoutePattern.any, least: 0, most: .max)) }
            compiled.append(part.lowercased())
        }
        return compiled.match(path.lowercased()).map { ($0, false) }
    }

    /// Compares a whole link without its query. The names of the pattern are in braces.
    fileprivate func wholeMatch(_ parts: LinkParts, isNavigation: Bool) -> (parameters: [String: String], isUncertain: Bool)? {
        let declared = LinkParts(pattern)
        guard var origin = parts.origin?.lowercased() else { return nil }
        var (compiled, rest) = (RoutePattern(), Substring(declared.base))
        if isNavigation, declared.origin == nil {
            guard parts.isWeb else { return nil }
            origin.removeFirst((parts.scheme?.count ?? 0) + 3)
        }
        // The scheme and the host are the same in all letters; so is the path for the Navigation library.
        var isFolded = true
        var slashes = declared.origin == nil ? 2 : 0
        while let character = rest.popFirst() {
            if character == "/" { slashes += 1 }
            if slashes > 2 { isFolded = isNavigation }
            if character == "{" || character == "<" && !isNavigation, let end = rest.firstIndex(of: character == "{" ? "}" : ">") {
                appendName(String(rest[..<end]), isKnown: character == "{", to: &compiled)
                rest = rest[rest.index(after: end)...]
            } else if isNavigation, character == ".", rest.first == "*" {
                rest.removeFirst()
                compiled.append(.init(set: RoutePattern.any, least: 0, most: .max))
            } else {
                compiled.append(isFolded ? character.lowercased() : String(character))
            }
        }
        let path = isNavigation ? parts.path.lowercased() : parts.path
        guard var parameters = compiled.match(origin + path) else { return nil }
        guard isNavigation else { return (parameters, compiled.isUncertain) }
        var isUncertain = false
        for (name, value) in declared.query where value.hasPrefix("{") && value.hasSuffix("}") {
            let given = parts.query.last { $0.name == name }
            parameters[String(value.dropFirst().dropLast())] = given?.value
            // Without the parameter, the link matches if the argument has a default, and that is not known.
            isUncertain = isUncertain || given == nil
        }
        return (parameters, isUncertain)
    }

    /// Appends `{name}`, `{name(one|other)}`, or a segment that is filled in at run time.
    private func appendName(_ text: String, isKnown: Bool, to compiled: inout RoutePattern) {
        guard isKnown else { return compiled.appendUnknown(text) }
        guard let start = text.firstIndex(of: "("), text.hasSuffix(")") else {
            return compiled.appendParameter(text, constraint: constraints[text])
        }
        compiled.appendParameter(String(text[..<start]), constraint: String(text[text.index(after: start)...].dropLast()))
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
