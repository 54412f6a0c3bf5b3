import Bytes
import JSONDocument

/// The fields of App Link data, as indices of nodes, and what is wrong with them.
package struct DataFields: Sendable {
    /// Whether the data makes the link an App Link.
    package private(set) var isAppLink = false
    /// The string under `target_url`.
    package private(set) var target: Int?
    package private(set) var userAgent: Int?
    package private(set) var extras: Int?
    /// The string under `url` of the referer. The referer may have no name.
    package private(set) var refererURL: Int?
    /// The string under `app_name` of the referer. The referer may have no URL.
    package private(set) var refererAppName: Int?
    /// The object under `referer_app_link`.
    package private(set) var referer: Int?
    /// Whether there is a `target_url` of any type.
    package private(set) var hasTarget = false
    /// What is wrong with the types of the data and its fields, in the order in which they are read.
    private(set) var faults: [Fault] = []

    /// A value that a reader ignores.
    enum Fault: Sendable {
        case notObject
        case unknownVersion(Int)
        case wrongType(Int, StaticString, expected: JSONDocument.Node.Kind)
    }

    package init() {}

    /// Reads the fields of a valid document and checks their types.
    init(_ view: JSONView) {
        guard view.count > 0 else { return }
        let root = 0
        guard view[root].kind == .object else {
            faults.append(.notObject)
            return
        }
        var members = Members()
        view.forEachMember(of: root) { key, value in members.take(key, value, view) }
        if let version = members.version, !view.isString(version, "1.0") {
            faults.append(.unknownVersion(version))
            // In another version, the fields may have other types. But a version that is not a string, such as 1, is meant as "1.0".
            if view[version].kind != .string {
                var ignored = Self()
                ignored.take(members, view)
                faults += ignored.faults
            }
            return
        }
        isAppLink = true
        take(members, view)
    }

    /// Stores the fields that have the expected types.
    @inline(__always)
    private mutating func take(_ members: Members, _ view: JSONView) {
        hasTarget = members.target != nil
        target = typed(members.target, .string, path: "target_url", view)
        extras = typed(members.extras, .object, path: "extras", view)
        userAgent = typed(members.userAgent, .string, path: "user_agent", view)
        referer = typed(members.referer, .object, path: "referer_app_link", view)
        guard let referer else { return }
        refererURL = typed(view.value(of: "url", in: referer), .string, path: "referer_app_link.url", view)
        refererAppName = typed(view.value(of: "app_name", in: referer), .string, path: "referer_app_link.app_name", view)
    }

    /// The values of the protocol's fields. If a field occurs twice, the last value counts.
    private struct Members {
        var version: Int?
        var target: Int?
        var extras: Int?
        var userAgent: Int?
        var referer: Int?

        mutating func take(_ key: Int, _ value: Int, _ view: JSONView) {
            if view.isString(key, "target_url") {
                target = value
            } else if view.isString(key, "version") {
                version = value
            } else if view.isString(key, "user_agent") {
                userAgent = value
            } else if view.isString(key, "extras") {
                extras = value
            } else if view.isString(key, "referer_app_link") {
                referer = value
            }
        }
    }

    /// Returns the value if it has the expected type. A value of another type counts as missing.
    private mutating func typed(_ node: Int?, _ kind: JSONDocument.Node.Kind, path: StaticString, _ view: JSONView) -> Int? {
        guard let node else { return nil }
        if view[node].kind == kind { return node }
        faults.append(.wrongType(node, path, expected: kind))
        return nil
    }
}

/// The names of the URL parameter and of the data's fields in version 1.0 of the App Links protocol.
package enum AppLinkKeys {
    package static let parameter = "al_applink_data"
    package static let targetURL = "target_url"
    package static let extras = "extras"
    package static let version = "version"
    package static let userAgent = "user_agent"
    package static let referer = "referer_app_link"
    package static let refererURL = "url"
    package static let refererAppName = "app_name"
    package static let refererPackage = "package"
    package static let autoAppLink = "is_auto_applink"

    /// The only valid version. A link without a version has this version; a link with any other version is not an App Link.
    package static let currentVersion = "1.0"

    /// Returns the parameter that carries the JSON of a link's data: `al_applink_data=%7B…%7D`.
    static func dataParameter(of json: [UInt8]) -> [UInt8] {
        Array("\(parameter)=".utf8) + PercentCoding.encoded(json)
    }
}

extension LinkQuery {
    /// Returns whether a component has the name of the App Link data.
    package func isData(_ component: Component) -> Bool {
        component.name.count == AppLinkKeys.parameter.utf8.count
            && decoded.withSpan(component.name) { name in AppLinkKeys.parameter.withBytes { name.isEqual(to: $0) } }
    }
}

extension LinkURL {
    /// The App Link data in the query, as written: the parameter `al_applink_data`, or all of them, joined with `&`. Nil if there is none.
    package var dataParameter: [UInt8]? {
        let query = LinkQuery(of: self)
        let written = query.components.filter(query.isData).map { component in text.withBytes { $0.extracting(component.item.range).array }
        }
        return written.isEmpty ? nil : Array(written.joined(separator: "&".utf8))
    }
}

extension AppLink {
    /// The App Link data that the link already has: that of the source URL or else of the first target that has some.
    var ownData: [UInt8]? { ([sourceURL] + targets.map(\.url)).lazy.compactMap { $0?.dataParameter }.first }
}
