import AppLinks

/// The fields of App Link data whose whole text is a link. A field is identified by the path of its layer.
enum AppLinkFields {
    private static let target = "\(AppLinkKeys.parameter).\(AppLinkKeys.targetURL)"
    private static let referer = "\(AppLinkKeys.parameter).\(AppLinkKeys.referer).\(AppLinkKeys.refererURL)"

    static func haveLink(at path: String) -> Bool { path.hasSuffix(target) || path.hasSuffix(referer) }
}
