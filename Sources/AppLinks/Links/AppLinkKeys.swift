import Bytes

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
