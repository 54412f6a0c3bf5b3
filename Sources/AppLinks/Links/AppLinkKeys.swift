/// The words of the App Links protocol, version 1.0, as they travel in URLs.
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

    /// The one version there is. A link that says nothing is of this version; one that says anything else is no App Link.
    package static let currentVersion = "1.0"
}
