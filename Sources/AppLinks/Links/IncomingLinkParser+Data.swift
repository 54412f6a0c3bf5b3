internal import JSONDocument

/// The fields of App Link data: node indices in its document, and URLs in the form that the owner chooses.
struct DataFields<URL> {
    /// Whether the data makes the link an App Link.
    var isAppLink = false
    var userAgent: Int?
    var extras: Int?
    var refererURL: Int?
    var refererAppName: Int?
    /// The target URL; nil if the input URL is the target.
    var target: URL?
    /// The referer's URL, if the referer also has a name.
    var referer: URL?
}

/// The owner of the parsed fields, which converts the URLs and receives the oddities.
protocol DataFieldsOwner {
    associatedtype URL

    /// Whether the owner wants oddities. If false, the parser skips the work that only oddities need.
    var isListening: Bool { get }
    mutating func url(of node: Int, in view: JSONView) -> URL?
    /// Receives an oddity about a node. If the node is nil, the oddity is about the whole data.
    mutating func found(_ kind: LinkOddity.Kind, at node: Int?, in view: JSONView)
}

extension IncomingLinkParser {
    /// Reads the fields of a valid document and checks their types.
    @inline(__always)
    static func readData<Owner: DataFieldsOwner>(_ view: JSONView, _ owner: inout Owner) -> DataFields<Owner.URL> {
        var data = DataFields<Owner.URL>()
        guard view.count > 0 else { return data }
        let root = 0
        guard view[root].kind == .object else {
            owner.found(.dataNotObject(found: view[root].kind), at: nil, in: view)
            return data
        }
        if let version = view.value(of: "version", in: root), !view.isString(version, "1.0") {
            if owner.isListening { owner.found(.unknownVersion(view.source(of: version)), at: version, in: view) }
            return data
        }
        data.isAppLink = true
        if let target = field("target_url", of: root, .string, path: "target_url", view, &owner) {
            data.target = owner.url(of: target, in: view)
            if data.target == nil, owner.isListening { owner.found(.targetNotURL(view.text(of: target)), at: target, in: view) }
        }
        data.extras = field("extras", of: root, .object, path: "extras", view, &owner)
        data.userAgent = field("user_agent", of: root, .string, path: "user_agent", view, &owner)
        if let referer = field("referer_app_link", of: root, .object, path: "referer_app_link", view, &owner) {
            readReferer(referer, view, into: &data, &owner)
        }
        return data
    }

    @inline(__always)
    private static func readReferer<Owner: DataFieldsOwner>(
        _ referer: Int, _ view: JSONView, into data: inout DataFields<Owner.URL>, _ owner: inout Owner
    ) {
        data.refererURL = field("url", of: referer, .string, path: "referer_app_link.url", view, &owner)
        data.refererAppName = field("app_name", of: referer, .string, path: "referer_app_link.app_name", view, &owner)
        let url = data.refererURL.flatMap { owner.url(of: $0, in: view) }
        if data.refererAppName != nil { data.referer = url }
        guard owner.isListening else { return }
        if data.refererURL == nil { owner.found(.refererWithoutURL, at: referer, in: view) }
        if data.refererAppName == nil { owner.found(.refererWithoutName, at: referer, in: view) }
        if let node = data.refererURL, url == nil { owner.found(.refererNotURL(view.text(of: node)), at: node, in: view) }
    }

    /// Returns the value of a key if it has the expected type. A value of another type is reported and counts as missing.
    @inline(__always)
    private static func field<Owner: DataFieldsOwner>(
        _ key: StaticString, of object: Int, _ kind: JSONDocument.Node.Kind, path: StaticString, _ view: JSONView, _ owner: inout Owner
    ) -> Int? {
        guard let node = view.value(of: key, in: object) else { return nil }
        if view[node].kind == kind { return node }
        if owner.isListening { owner.found(.wrongType(field: "\(path)", expected: kind, found: view[node].kind), at: node, in: view) }
        return nil
    }
}
