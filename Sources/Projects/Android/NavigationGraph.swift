import Deciding

/// The deep links of navigation XML: filters that `<nav-graph>` in a manifest makes of them, and routes.
enum NavigationGraph {
    private static let mostGraphs = 200

    /// Returns the filters that the manifest merger writes for a `<nav-graph>`, with the places of the links.
    static func filters(
        of graph: XMLElement, _ values: AndroidValues, _ project: inout Project
    ) -> [(FilterClaim, SourcePlace)] {
        var names = [graph["android:value"] ?? ""]
        var known = Set(names)
        var filters: [(FilterClaim, SourcePlace)] = []
        var index = 0
        while index < names.count, index < mostGraphs {
            let path = document(names[index], in: values.resources, of: values.files.tree)
            index += 1
            guard let path, let root = values.files.root(path, &project) else { continue }
            for element in root.descendants where element.name == "include" {
                if let graph = element["app:graph"], known.insert(graph).inserted { names.append(graph) }
            }
            filters += self.filters(in: root, &project)
        }
        return filters
    }

    /// Returns the filters for the links in one graph.
    static func filters(in root: XMLElement, _ project: inout Project) -> [(FilterClaim, SourcePlace)] {
        root.descendants.compactMap { element in
            guard element.name == "deepLink", let uri = element.attribute("app:uri") else { return nil }
            if let start = uri.value.firstRange(of: "${") {
                let unknown = Unknown(
                    String(uri.value[start.lowerBound...]), "builds do not replace placeholders in navigation XML", at: uri.place)
                if !project.unknowns.contains(unknown) { project.unknowns.append(unknown) }
                return nil
            }
            return (filter(uri.value, isVerified: element["android:autoVerify"] == "true", at: uri.place), uri.place)
        }
    }

    private static func document(_ name: String, in resources: [String], of tree: ProjectTree) -> String? {
        guard name.hasPrefix("@navigation/") else { return nil }
        return resources.lazy.map { "\($0)/navigation/\(name.dropFirst(12)).xml" }.first(where: tree.has)
    }

    /// Returns the filter for a link such as `https://shop.example/p/{id}`, or `shop.example/p` for http and https. `shop:/p` has a scheme
    /// and no host.
    static func filter(_ uri: String, isVerified: Bool, at place: SourcePlace) -> FilterClaim {
        let base = LinkParts(uri).base
        let hasScheme = base.prefix { $0 != "/" }.hasSuffix(":") && base.contains("/")
        let parts = LinkParts(hasScheme ? base : "http://" + base)
        let schemes = hasScheme ? [parts.scheme ?? ""] : ["http", "https"]
        var (host, port) = (parts.host ?? "", String?.none)
        if let colon = host.lastIndex(of: ":"), Int(host[host.index(after: colon)...]) != nil {
            (host, port) = (String(host[..<colon]), String(host[host.index(after: colon)...]))
        }
        var data = schemes.map { FilterClaim.Datum("scheme", $0, at: place) }
        if !hasScheme || base.contains("://") {
            data.append(FilterClaim.Datum("host", host.hasPrefix(".*.") ? String(host.dropFirst()) : host, at: place))
        }
        if let port { data.append(FilterClaim.Datum("port", port, at: place)) }
        let (kind, value) = attribute(ofPath: parts.path.isEmpty ? "/" : parts.path)
        data.append(FilterClaim.Datum(kind, value, at: place))
        return .ofLinks(data, isVerified: isVerified)
    }

    /// Returns the attribute of `<data>` for a path: a prefix if its only argument ends it, a pattern if it has others.
    private static func attribute(ofPath path: String) -> (String, String) {
        var pattern = ""
        var arguments = 0
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            pattern += rest[..<open] + ".*"
            arguments += 1
            rest = rest[rest.index(after: close)...]
        }
        pattern += rest
        if arguments == 0 { return (pattern.contains(".*") ? "pathPattern" : "path", pattern) }
        let prefix = String(pattern.dropLast(2))
        return arguments == 1 && rest.isEmpty && !prefix.contains(".*") ? ("pathPrefix", prefix) : ("pathPattern", pattern)
    }

    /// Returns the routes of all navigation graphs in resource folders.
    static func routes(in resources: [String], _ files: AndroidFiles, _ project: inout Project) -> [Route] {
        var routes: [Route] = []
        var known: Set<String> = []
        for path in resources.flatMap({ files.tree.paths(in: $0 + "/navigation") }) where path.hasSuffix(".xml") {
            for element in files.root(path, &project)?.descendants ?? [] {
                for link in element.all("deepLink") {
                    guard let uri = link.attribute("app:uri") else { continue }
                    let name = element["android:id"].map { ProjectTree.name(of: $0) }
                    let route = Route(uri.value, isWholeLink: true, name: name, on: [.android], at: uri.place)
                    if known.insert("\(uri.value) \(route.name ?? "")").inserted { routes.append(route) }
                }
            }
        }
        return routes
    }
}
