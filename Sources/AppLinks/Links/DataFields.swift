import Bytes
internal import JSONDocument

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
        if let version = view.value(of: "version", in: root), !view.isString(version, "1.0") {
            faults.append(.unknownVersion(version))
            return
        }
        isAppLink = true
        target = field("target_url", of: root, .string, path: "target_url", view)
        hasTarget = target != nil || view.value(of: "target_url", in: root) != nil
        extras = field("extras", of: root, .object, path: "extras", view)
        userAgent = field("user_agent", of: root, .string, path: "user_agent", view)
        referer = field("referer_app_link", of: root, .object, path: "referer_app_link", view)
        guard let referer else { return }
        refererURL = field("url", of: referer, .string, path: "referer_app_link.url", view)
        refererAppName = field("app_name", of: referer, .string, path: "referer_app_link.app_name", view)
    }

    /// Returns the value of a key if it has the expected type. A value of another type counts as missing.
    private mutating func field(
        _ key: StaticString, of object: Int, _ kind: JSONDocument.Node.Kind, path: StaticString, _ view: JSONView
    ) -> Int? {
        guard let node = view.value(of: key, in: object) else { return nil }
        if view[node].kind == kind { return node }
        faults.append(.wrongType(node, path, expected: kind))
        return nil
    }
}
