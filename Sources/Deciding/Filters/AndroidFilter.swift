import AppLinks
import Bytes

/// An intent filter of an Android app. All of its `<data>` elements are one pool: each scheme goes with each host and each path.
///
/// The rules are those of `android.content.IntentFilter` and its CTS tests.
package struct AndroidFilter: Sendable, Hashable {
    /// A host, and the port of the same `<data>` element.
    package struct Authority: Sendable, Hashable {
        package var host: String
        package var port: Int?

        package init(host: String, port: Int? = nil) {
            self.host = host
            self.port = port
        }

        /// Whether the link has the host, in letters of any case, and the port if one is declared. A leading `*` stands for any beginning.
        func matches(_ uri: AndroidURI) -> Bool {
            guard let host = uri.host, port == nil || port == uri.port else { return false }
            if host.hasBytes(of: self.host) { return true }
            let (own, other) = (self.host.unicodeScalars, host.unicodeScalars)
            guard own.first == "*" else { return own.count == other.count && self.host.lowercased().hasBytes(of: host.lowercased()) }
            let end = String(own.dropFirst()).lowercased()
            return String(other.suffix(own.count - 1)).lowercased().hasBytes(of: end)
        }
    }

    /// A part of a link that a `<uri-relative-filter-group>` looks at.
    package enum Part: String, Sendable, Hashable, CaseIterable { case path, query, fragment }

    /// A `<uri-relative-filter-group>` (from Android 15 on): patterns that all have to match.
    package struct Group: Sendable, Hashable {
        package struct Condition: Sendable, Hashable {
            package var part: Part
            package var pattern: FilterPattern

            package init(_ part: Part, _ pattern: FilterPattern) {
                self.part = part
                self.pattern = pattern
            }
        }

        package var allows: Bool
        package var conditions: [Condition]

        package init(allows: Bool, _ conditions: [Condition]) {
            self.allows = allows
            self.conditions = conditions
        }

        /// Whether the group has conditions, and all of them are met.
        func matches(_ uri: AndroidURI, api: Int) -> Bool {
            !conditions.isEmpty
                && conditions.allSatisfy { condition in
                    switch condition.part {
                    case .path: uri.path.map { condition.pattern.matches($0, api: api) } ?? false
                    case .fragment: uri.fragment.map { condition.pattern.matches($0, api: api) } ?? false
                    case .query: Self.parameters(of: uri.query).contains { condition.pattern.matches($0, api: api) }
                    }
                }
        }

        /// The parameters of a query, each with its name and value. They are separated by `&`, or by `;` if there is no `&`.
        private static func parameters(of query: String?) -> [String] {
            guard let query else { return [] }
            let scalars = query.unicodeScalars
            return scalars.split(separator: scalars.contains("&") ? "&" : ";", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    package var actions: [String]
    package var categories: [String]
    package var schemes: [String] = []
    package var authorities: [Authority] = []
    package var paths: [FilterPattern] = []
    package var schemeSpecificParts: [FilterPattern] = []
    /// The types as declared, such as `image/*`.
    package var types: [String] = []
    package var groups: [Group] = []
    package var isVerifiedAutomatically = false
    package var priority = 0

    package static let defaultCategory = "android.intent.category.DEFAULT"
    /// The filter for all web links, as a browser has it.
    package static let web = AndroidFilter(schemes: ["http", "https"])

    package init(actions: [String], categories: [String]) {
        self.actions = actions
        self.categories = categories
    }

    /// Takes the links with these schemes, whatever else they have.
    init(schemes: [String]) {
        self.init(actions: [AndroidIntent.view], categories: [Self.defaultCategory, AndroidRequest.browsable])
        self.schemes = schemes.map { $0.lowercased() }
    }

    /// Whether it takes all web links, as browsers do.
    var isForBrowsers: Bool {
        categories.contains("android.intent.category.APP_BROWSER") || isForWebLinks && authorities.isEmpty
    }

    /// Whether web pages may open web links with it.
    var isForWebLinks: Bool {
        actions.contains(AndroidIntent.view) && categories.contains(AndroidRequest.browsable)
            && schemes.contains { $0 == "http" || $0 == "https" }
    }

    /// Returns why the filter does not match; nil if it matches.
    ///
    /// - Parameters:
    ///   - api: The API level of the device. Older devices ignore kinds of patterns, and groups.
    ///   - needsDefault: Whether the filter needs the category DEFAULT, as for every start of an activity.
    package func miss(_ request: AndroidRequest, api: Int, needsDefault: Bool) -> FilterMiss? {
        if let action = request.action, !actions.contains(action) { return .action }
        if let miss = dataMiss(request, api: api) { return miss }
        if let category = request.categories.first(where: { !categories.contains($0) }) { return .category(category) }
        return needsDefault && !categories.contains(Self.defaultCategory) ? .noDefault : nil
    }

    private func dataMiss(_ request: AndroidRequest, api: Int) -> FilterMiss? {
        let scheme = request.data?.scheme
        if schemes.isEmpty {
            if types.isEmpty { return request.data == nil && request.type == nil ? nil : .takesNoLink }
            guard ["", "content", "file"].contains(scheme ?? "") else { return .scheme }
        } else {
            guard let uri = request.data else { return .scheme }
            guard schemes.contains(where: { $0.hasBytes(of: scheme ?? "") }) else {
                guard let near = schemes.first(where: uri.isNear), placeMiss(uri, api: api) == nil else { return .scheme }
                return .nearScheme(near)
            }
            if let miss = placeMiss(uri, api: api) { return miss }
        }
        if types.isEmpty { return request.type == nil ? nil : .type }
        guard let type = request.type, types.contains(where: { Self.isType(type, $0) }) else { return .type }
        return nil
    }

    /// Returns why the part after the scheme does not match.
    private func placeMiss(_ uri: AndroidURI, api: Int) -> FilterMiss? {
        let parts = schemeSpecificParts.filter { $0.kind.since <= api }
        if parts.contains(where: { $0.matches(uri.schemeSpecificPart, api: api) }) { return nil }
        if authorities.isEmpty { return parts.isEmpty ? nil : .schemeSpecificPart }
        guard authorities.contains(where: { $0.matches(uri) }) else { return .authority }
        let paths = self.paths.filter { $0.kind.since <= api }
        let groups = api >= Self.firstWithGroups ? self.groups : []
        if paths.isEmpty && groups.isEmpty { return nil }
        if let path = uri.path, paths.contains(where: { $0.matches(path, api: api) }) { return nil }
        guard !groups.isEmpty else { return .path }
        // The first group that matches decides.
        guard let index = groups.firstIndex(where: { $0.matches(uri, api: api) }) else { return .group(nil) }
        return groups[index].allows ? nil : .group(index)
    }

    private static let firstWithGroups = 35

    /// Whether the type of a request and a declared one, either with `*` for a part, have a type in common.
    private static func isType(_ type: String, _ declared: String) -> Bool {
        if type == declared || type == "*/*" || declared == "*/*" { return true }
        guard let slash = type.firstIndex(of: "/"), slash != type.startIndex else { return false }
        let base = type[...slash]
        return declared == base + "*" || type == base + "*" && declared.hasPrefix(base)
    }
}

/// What an app or the system asks Android to open.
package struct AndroidRequest: Sendable, Hashable {
    package var action: String?
    package var categories: [String]
    package var data: AndroidURI?
    package var type: String?

    package static let browsable = "android.intent.category.BROWSABLE"

    /// The host, if Android looks for apps that are approved for it: a web link to a domain or an IPv4 address, with no other category than
    /// those of links.
    var domain: String? {
        guard action == AndroidIntent.view, let data, data.isWeb, let host = data.host?.lowercased(),
            categories.allSatisfy({ $0 == Self.browsable || $0 == AndroidFilter.defaultCategory })
        else { return nil }
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDomain = labels.count > 1 && labels.allSatisfy { !$0.isEmpty && !$0.contains(where: Self.endsDomains) }
        return isDomain ? host : nil
    }

    /// Whether a byte can be in no label of a domain: the signs of ASCII but for the hyphen and the underscore.
    private static func endsDomains(_ byte: UInt8) -> Bool {
        byte < 0x80 && !ByteClass.isLetter(byte) && !ByteClass.isDigit(byte) && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_")
    }
}

/// Why a filter does not match.
package enum FilterMiss: Sendable, Hashable {
    case action, category(String), noDefault
    /// The filter has no scheme and no type, so it takes requests without a link only.
    case takesNoLink
    case scheme, schemeSpecificPart, authority, path
    /// The filter would take the link with this scheme: the link's in other letters, or the other one of web pages.
    case nearScheme(String)
    /// The number of the group that refuses the link, from 0; nil if no group allows it.
    case group(Int?)
    /// A tapped link has no type, so a filter with types does not get it.
    case type

    /// A sentence without its period.
    package var words: String {
        switch self {
        case .action: "the filter does not list the action"
        case .category(let name): "the filter does not list the category \(name)"
        case .noDefault: "the filter lacks the category DEFAULT, so an app that starts an activity does not find it"
        case .takesNoLink: "the filter has no scheme, so it takes no link"
        case .scheme: "the scheme is another one; Android compares schemes with case"
        case .nearScheme(let name): "the filter takes the link only with \(name):, and Android compares schemes exactly"
        case .schemeSpecificPart: "no pattern for the part after the scheme matches"
        case .authority: "the filter has another host or port"
        case .path: "the host matches, but no path does"
        case .group(let number?): "the group with number \(number + 1) of the filter blocks it"
        case .group(nil): "the host matches, but no path and no group does"
        case .type: "the types differ; a tapped link has no type, so a filter with a type never gets it"
        }
    }

    /// How far a filter came before it did not match; 0 if the link has nothing to do with it.
    package var nearness: Int {
        switch self {
        case .takesNoLink, .scheme: 0
        case .nearScheme: 1
        case .schemeSpecificPart, .authority: 2
        case .path, .group: 3
        case .action, .type: 4
        case .category: 5
        case .noDefault: 6
        }
    }
}
