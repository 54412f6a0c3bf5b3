package import AppLinks

/// A link into an app that a page declares by other means than the usual `al:` tags. All texts are as written in the page.
package struct OtherLink: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// `twitter:app:url:iphone` and similar tags.
        case appCard
        /// An `apple-itunes-app` tag. Safari shows it as a banner above the page.
        case smartBanner
        /// `<link rel="alternate" href="android-app://…">`, or `ios-app://…`.
        case alternate
        /// A schema.org `ViewAction`.
        case jsonLD
        /// `al:` tags of another platform, such as `al:windows_phone`.
        case appLinkTags

        /// The common name of this kind of link.
        package var words: String {
            switch self {
            case .appCard: "app card"
            case .smartBanner: "smart app banner"
            case .alternate: "alternate"
            case .jsonLD: "view action"
            case .appLinkTags: "App Link tags"
            }
        }
    }

    package var kind: Kind
    /// The platform as declared: `iphone`, `googleplay`, `android`, `windows_phone`. Nil if the page declares none.
    package var platform: String?
    package var url: String?
    /// The App Store ID or the package name.
    package var appID: String?
    package var appName: String?

    package init(_ kind: Kind, platform: String? = nil, url: String? = nil, appID: String? = nil, appName: String? = nil) {
        self.kind = kind
        self.platform = platform
        self.url = url
        self.appID = appID
        self.appName = appName
    }

    /// The maximum number of links that are listed for one page.
    package static let limit = 500

    /// Parses `android-app://com.example/https/www.example.com/x`, which means `https://www.example.com/x` in that app. Also parses
    /// `ios-app://123/shop/item/7`, which has the same structure.
    init?(appURL text: String, as kind: Kind) {
        let text = text.trimmingBlanks
        let platforms = ["android-app://": "android", "ios-app://": "ios"]
        guard let (start, platform) = platforms.first(where: { text.lowercased().hasPrefix($0.key) }) else { return nil }
        let parts = text.dropFirst(start.count).split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let scheme = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        let rest = parts.count > 2 ? String(parts[2]) : ""
        self.init(kind, platform: platform, url: scheme.map { "\($0)://\(rest)" }, appID: String(parts[0]))
    }

    /// What the page says about the link.
    package var facts: [String] { [platform, url, appID, appName].compactMap(\.self) }
}

extension PageContent {
    /// Returns all other links into apps, at most `OtherLink.limit`.
    package func otherLinks(beside tags: PageTags) -> [OtherLink] {
        let banners = smartBanners.compactMap { banner -> OtherLink? in
            let id = banner.fields[0] ?? banner.fields[2]
            return id.map { OtherLink(.smartBanner, platform: "ios", url: banner.fields[1], appID: $0) }
        }
        let others = alternates.lazy.compactMap { OtherLink(appURL: $0, as: .alternate) }.prefix(OtherLink.limit)
        return Array((appCards + banners + others + viewActions + Self.links(ofOther: tags)).prefix(OtherLink.limit))
    }

    /// The links of the app cards. A page has at most one card per platform. If a field occurs several times, the first one counts.
    private var appCards: [OtherLink] {
        // The fields without ``cardPrefix``, such as `url:iphone`.
        var fields: [String: String] = [:]
        for meta in metas {
            // The documentation uses `name`, but half of all pages use `property`.
            guard let field = Self.cardField(meta.name) ?? Self.cardField(meta.property), let content = meta.content else { continue }
            fields[field] = fields[field] ?? content
        }
        return ["iphone", "ipad", "googleplay"].compactMap { platform in
            let (url, id, name) = (fields["url:\(platform)"], fields["id:\(platform)"], fields["name:\(platform)"])
            if url == nil, id == nil, name == nil { return nil }
            return OtherLink(.appCard, platform: platform, url: url, appID: id, appName: name)
        }
    }

    private static let cardPrefix = "twitter:app:"

    /// Returns the part of a name after ``cardPrefix``, in lowercase. Returns nil if the name does not begin with it.
    private static func cardField(_ name: String?) -> String? {
        guard let name = name?.utf8, name.startsLike(cardPrefix.utf8) else { return nil }
        return Substring(name.dropFirst(cardPrefix.utf8.count)).lowercased()
    }

    /// The smart app banners as written, such as `app-id=1, app-argument=shop://item/7`, and the values of ``bannerKeys``. The argument may
    /// contain commas, so it ends only where another known key begins.
    var smartBanners: [(content: String, fields: [String?])] {
        let contents = metas.lazy.filter { $0.name?.utf8.isLike("apple-itunes-app".utf8) == true }.compactMap(\.content)
        return contents.prefix(OtherLink.limit).map { content in
            // The values of ``bannerKeys``, in the same order.
            var fields = [String?](repeating: nil, count: Self.bannerKeys.count)
            var last: Int?
            for part in content.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let sign = part.firstIndex(of: UInt8(ascii: "="))
                let key = sign.map { Substring(part[..<$0]).trimmingBlanks.utf8 }
                if let sign, let index = Self.bannerKeys.firstIndex(where: { key?.isLike($0.utf8) == true }) {
                    fields[index] = Substring(part[part.index(after: sign)...]).trimmingBlanks
                    last = index
                } else if let last {
                    // The text grows in place: a copy for each comma would take quadratic time.
                    fields[last]?.append(",")
                    fields[last]?.append(contentsOf: Substring(part))
                }
            }
            return (content, fields)
        }
    }

    private static let bannerKeys = ["app-id", "app-argument", "app-clip-bundle-id", "app-clip-display", "affiliate-data"]

    private static func links(ofOther tags: PageTags) -> [OtherLink] {
        tags.otherPlatforms.flatMap { platform in
            tags.entries(of: platform).prefix(OtherLink.limit).map { entry in
                OtherLink(
                    .appLinkTags, platform: platform, url: entry["url"], appID: entry["app_id"] ?? entry["app_store_id"],
                    appName: entry["app_name"])
            }
        }
    }
}

extension AppLinkTarget {
    /// What the page says about the target, beside its URL.
    package var facts: [String] { [appName, appStoreID.map { "App Store \($0)" }, packageName, className].compactMap(\.self) }
}
