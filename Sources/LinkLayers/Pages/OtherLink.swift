package import AppLinks

/// A way into an app that a page declares by other means than `al:` tags for phones, tablets and the web. Texts as the page has them.
package struct OtherLink: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// `twitter:app:url:iphone` and its like.
        case appCard
        /// `apple-itunes-app`, which Safari shows above the page.
        case smartBanner
        /// `<link rel="alternate" href="android-app://…">`, or `ios-app://…`.
        case alternate
        /// A `ViewAction` of schema.org.
        case jsonLD
        /// `al:` tags of another platform, e.g. `al:windows_phone`.
        case appLinkTags
    }

    package var kind: Kind
    /// As the declaration names it: `iphone`, `googleplay`, `android`, `windows_phone`; nil where it names none.
    package var platform: String?
    package var url: String?
    /// The number in the App Store, or the package.
    package var appID: String?
    package var appName: String?

    package init(_ kind: Kind, platform: String? = nil, url: String? = nil, appID: String? = nil, appName: String? = nil) {
        self.kind = kind
        self.platform = platform
        self.url = url
        self.appID = appID
        self.appName = appName
    }

    /// As many are listed of a page.
    package static let limit = 500
}

extension PageContent {
    /// All other ways into apps, at most `OtherLink.limit`.
    ///
    /// - Parameter tags: Those of the page: whoever asks has them.
    package func otherLinks(beside tags: PageTags) -> [OtherLink] {
        Array((appCards + smartBanners + appAlternates + viewActions + Self.links(ofOther: tags)).prefix(OtherLink.limit))
    }

    /// Cards name each field and platform once; of several the first counts.
    private var appCards: [OtherLink] {
        var fields: [String: String] = [:]
        for meta in metas {
            // The documentation says `name`; half of the pages write `property`.
            guard let name = Self.cardField(meta.name) ?? Self.cardField(meta.property), let content = meta.content else { continue }
            if fields[name] == nil { fields[name] = content }
        }
        if fields.isEmpty { return [] }
        return Self.cards.compactMap { platform, url, id, name in
            let link = OtherLink(.appCard, platform: platform, url: fields[url], appID: fields[id], appName: fields[name])
            return link.url == nil && link.appID == nil && link.appName == nil ? nil : link
        }
    }

    /// The platforms of cards, and what the fields of each are called.
    private static let cards = ["iphone", "ipad", "googleplay"].map { platform in
        (platform, url: "twitter:app:url:\(platform)", id: "twitter:app:id:\(platform)", name: "twitter:app:name:\(platform)")
    }

    /// The name of a card's field, in small letters; nil for all others.
    private static func cardField(_ name: String?) -> String? {
        guard let name, name.utf8.startsLike("twitter:app:".utf8) else { return nil }
        return name.lowercased()
    }

    /// `app-id=1, app-argument=shop://item/7`; the argument may have commas, so it ends only where another key of ours begins.
    private var smartBanners: [OtherLink] {
        let contents = metas.filter { $0.name?.utf8.isLike("apple-itunes-app".utf8) == true }.compactMap(\.content)
        return contents.prefix(OtherLink.limit).map { content in
            var fields: [String: String] = [:]
            var last: String?
            for part in content.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map(Substring.init)
                let key = pair[0].trimmingBlanks.lowercased()
                if pair.count == 2, Self.bannerKeys.contains(key) {
                    fields[key] = pair[1].trimmingBlanks
                    last = key
                } else if let last {
                    fields[last, default: ""] += "," + Substring(part)
                }
            }
            return OtherLink(
                .smartBanner, platform: "ios", url: fields["app-argument"], appID: fields["app-id"] ?? fields["app-clip-bundle-id"])
        }
    }

    private static let bannerKeys: Set = ["app-id", "app-argument", "affiliate-data", "app-clip-bundle-id", "app-clip-display"]

    private var appAlternates: [OtherLink] {
        alternates.lazy.compactMap { OtherLink(appURL: $0, as: .alternate) }.prefix(OtherLink.limit).map { $0 }
    }

    private static func links(ofOther tags: PageTags) -> [OtherLink] {
        tags.platforms.filter { !["ios", "iphone", "ipad", "android", "web"].contains($0) }.flatMap { platform in
            tags.entries(of: platform).prefix(OtherLink.limit).map { entry in
                OtherLink(
                    .appLinkTags, platform: platform, url: entry["url"], appID: entry["app_id"] ?? entry["app_store_id"],
                    appName: entry["app_name"])
            }
        }
    }
}

extension OtherLink {
    /// `android-app://com.example/https/www.example.com/x` is `https://www.example.com/x` in that app, `ios-app://123/shop/item/7` likewise.
    init?(appURL text: String, as kind: Kind) {
        let text = text.trimmingBlanks
        let platforms = ["android-app://": "android", "ios-app://": "ios"]
        guard let (start, platform) = platforms.first(where: { text.lowercased().hasPrefix($0.key) }) else { return nil }
        let parts = text.dropFirst(start.count).split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        let scheme = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        let rest = parts.count > 2 ? String(parts[2]) : ""
        self.init(kind, platform: platform, url: scheme.map { "\($0)://\(rest)" }, appID: String(parts[0]))
    }
}
