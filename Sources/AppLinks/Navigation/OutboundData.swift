internal import JSONDocument

/// The data parameter of outbound links, `al_applink_data=%7B…%7D`, built once for all destinations.
struct OutboundData {
    private let parameter: [UInt8]

    init(_ navigation: AppLinkNavigation) throws(NavigationError) {
        var data = JSONObject()
        switch navigation.appLinkData {
        case .object(let given): data = given
        case .null: break
        default:
            throw NavigationError(.dataNotObject, "The link's data is \(navigation.appLinkData.kind), but must be a JSON object.")
        }
        if data[AppLinkKeys.userAgent] == nil { data[AppLinkKeys.userAgent] = .string(AppLinkNavigation.userAgent) }
        if data[AppLinkKeys.version] == nil { data[AppLinkKeys.version] = .string(AppLinkKeys.currentVersion) }
        data[AppLinkKeys.targetURL] = navigation.appLink.sourceURL.map { .string($0.absoluteString) }
        switch navigation.extras {
        case .object: data[AppLinkKeys.extras] = navigation.extras
        case .null: data[AppLinkKeys.extras] = .object(JSONObject())
        default:
            throw NavigationError(.extrasNotObject, "The extras are \(navigation.extras.kind), but must be a JSON object.")
        }
        parameter = try Self.parameter(of: .object(data))
    }

    private static func parameter(of data: JSONValue) throws(NavigationError) -> [UInt8] {
        var json: [UInt8] = []
        do {
            try data.serialize(into: &json)
        } catch {
            throw NavigationError(error)
        }
        return AppLinkKeys.dataParameter(of: json)
    }

    /// Returns `destination` with the parameter at the end of its query, before the fragment. After an empty query, the parameter follows a
    /// `&`: `demo://?&al_…`.
    func url(for destination: LinkURL) throws(NavigationError) -> LinkURL {
        let text = destination.absoluteString
        let joiner: Character = destination.query == nil ? "?" : "&"
        let fragment = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        var built = String(text[..<fragment])
        built.append(joiner)
        built += String(decoding: parameter, as: UTF8.self)
        built += text[fragment...]
        guard let url = LinkURL(built) else {
            throw NavigationError(.notURL, "With the link's data in it, \(text) is no longer a URL.")
        }
        return url
    }
}
