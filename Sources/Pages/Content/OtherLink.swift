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
        var contents: [String?] = []
        for meta in metas {
            // The documentation says `name`; half of the pages write `property`.
            guard let name = Self.cardField(meta.name) ?? Self.cardField(meta.property), let content = meta.content,
                let index = Self.cardFields.firstIndex(where: { name.isLike($0.utf8) })
            else { continue }
            if contents.isEmpty { contents = Array(repeating: nil, count: Self.cardFields.count) }
            if contents[index] == nil { contents[index] = content }
        }
        if contents.isEmpty { return [] }
        return Self.cardPlatforms.indices.compactMap { index in
            let (url, id, name) = (contents[3 * index], contents[3 * index + 1], contents[3 * index + 2])
            if url == nil, id == nil, name == nil { return nil }
            return OtherLink(.appCard, platform: Self.cardPlatforms[index], url: url, appID: id, appName: name)
        }
    }

    private static let cardPlatforms = ["iphone", "ipad", "googleplay"]

    /// What the fields of cards are called behind ``cardPrefix``, three for each platform.
    private static let cardFields = cardPlatforms.flatMap { ["url:\($0)", "id:\($0)", "name:\($0)"] }

    private static let cardPrefix = "twitter:app:"

    /// What stands behind the beginning that the names of all fields have; nil for all other names.
    private static func cardField(_ name: String?) -> Substring.UTF8View? {
        guard let name = name?.utf8, name.startsLike(cardPrefix.utf8) else { return nil }
        return name.dropFirst(cardPrefix.utf8.count)
    }

    /// `app-id=1, app-argument=shop://item/7`; the argument may have commas, so it ends only where another key of ours begins.
    private var smartBanners: [OtherLink] {
        let contents = metas.lazy.filter { $0.name?.utf8.isLike("apple-itunes-app".utf8) == true }.compactMap(\.content)
        return contents.prefix(OtherLink.limit).map { content in
            // In the order of the keys.
            var fields = [String?](repeating: nil, count: Self.bannerKeys.count)
            var last: Int?
            for part in content.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let sign = part.firstIndex(of: UInt8(ascii: "="))
                let key = sign.map { Substring(part[..<$0]).trimmingBlanks.utf8 }
                if let sign, let index = Self.bannerKeys.firstIndex(where: { key?.isLike($0.utf8) == true }) {
                    fields[index] = Substring(part[part.index(after: sign)...]).trimmingBlanks
                    last = index
                } else if let last {
                    fields[last] = (fields[last] ?? "") + "," + Substring(part)
                }
            }
            return OtherLink(.smartBanner, platform: "ios", url: fields[1], appID: fields[0] ?? fields[2])
        }
    }

    private static let bannerKeys = ["app-id", "app-argument", "app-clip-bundle-id", "app-clip-display", "affiliate-data"]

    private var appAlternates: [OtherLink] {
        alternates.lazy.compactMap { OtherLink(appURL: $0, as: .alternate) }.prefix(OtherLink.limit).map { $0 }
    }

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
