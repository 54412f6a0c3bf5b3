/// The `al:` tags of a page, and the App Link that they describe.
///
/// A page names its places in apps with tags such as `<meta property="al:ios:url" content="shop://item/7">`. A bare `al:ios` begins a new
/// group. Within a group, repeated fields form parallel lists: the first URL belongs to the first name, and so on. The rules are those of
/// `BFWebViewAppLinkResolver`, extended to lists of different lengths.
public struct PageTags: Sendable, Hashable {
    /// A `meta` element.
    public struct Tag: Sendable, Hashable {
        /// The `property` attribute, such as `al:ios:url`.
        public let property: String
        /// The `content` attribute; nil if it is missing.
        public let content: String?

        /// Creates a tag.
        public init(property: String, content: String?) {
            self.property = property
            self.content = content
        }
    }

    /// The kind of device. It determines which platforms' tags are used, and in which order.
    public enum Idiom: String, Sendable, Hashable, CaseIterable {
        /// An iPhone: `al:iphone`, then `al:ios`.
        case phone
        /// An iPad: `al:ipad`, then `al:ios`.
        case pad
        /// Another Apple device: `al:ios`.
        case other
        /// An Android device: `al:android`.
        case android

        var platforms: [String] {
            switch self {
            case .phone: ["iphone", "ios"]
            case .pad: ["ipad", "ios"]
            case .other: ["ios"]
            case .android: ["android"]
            }
        }
    }

    /// The groups of each platform that has tags.
    private var groups: [String: [Group]] = [:]

    /// Creates the tags of a page from its `meta` elements in document order. Tags other than `al:` tags are ignored.
    public init(_ tags: some Sequence<Tag>) {
        for tag in tags { add(tag) }
    }

    /// Returns the App Link of the page at the URL `page` for a kind of device.
    public func appLink(for page: LinkURL, idiom: Idiom) -> AppLink {
        let targets = idiom.platforms.flatMap { platform in
            groups[platform, default: []].flatMap { $0.targets(isAndroid: platform == "android") }
        }
        return AppLink(sourceURL: page, targets: targets, webURL: webURL(of: page))
    }

    /// Adds the next tag of the page. A tag other than an `al:` tag is ignored.
    package mutating func add(_ tag: Tag) {
        // This check comes first, because most tags of a page are not `al:` tags.
        guard tag.property.utf8.starts(with: "al:".utf8) else { return }
        let names = tag.property.utf8.dropFirst(3)
        let (platform, field) = Self.cut(names)
        Self.add(tag.content, field, to: &groups[String(Substring(platform)), default: []])
    }

    /// Adds a tag to the last group of its platform. If a name follows the field, as in `al:ios:url:x`, the tag adds an entry without
    /// content, and only if the field has no entry yet.
    private static func add(_ content: String?, _ names: Substring.UTF8View?, to groups: inout [Group]) {
        if names == nil || groups.isEmpty { groups.append(Group()) }
        guard let (name, deeper) = names.map(cut), let field = Field(rawValue: String(Substring(name))) else { return }
        let last = groups.count - 1
        if deeper == nil {
            groups[last].add(content, to: field)
        } else if groups[last][field].isEmpty {
            groups[last].add(nil, to: field)
        }
    }

    /// Splits the names at the first colon. The second part is nil if there is no colon.
    private static func cut(_ names: Substring.UTF8View) -> (Substring.UTF8View, Substring.UTF8View?) {
        guard let colon = names.firstIndex(of: UInt8(ascii: ":")) else { return (names, nil) }
        return (names[..<colon], names[names.index(after: colon)...])
    }

    /// The platforms for which the page has tags, in alphabetical order.
    package var platforms: [String] { groups.keys.sorted() }

    /// The platforms for which the page has tags, without the common platforms (those of Apple, Android and the web).
    package var otherPlatforms: [String] { platforms.filter { !["ios", "iphone", "ipad", "android", "web"].contains($0) } }

    /// Returns the entries of a platform's groups as dictionaries by field name. The first entry has the first URL, the first name, and so
    /// on.
    package func entries(of platform: String) -> [[String: String]] {
        groups[platform, default: []].flatMap { group in
            (0..<group.count).map { index in
                Dictionary(
                    uniqueKeysWithValues: Field.ofEntries.compactMap { field in
                        Self.entry(index, of: group[field]).map { (field.rawValue, $0) }
                    })
            }
        }
    }

    /// Returns how many entries of a platform's groups have no URL.
    package func namelessEntries(of platform: String) -> Int {
        groups[platform, default: []].reduce(0) { sum, group in
            sum + (0..<group.count).count { (Self.entry($0, of: group[.url]) ?? "").isEmpty }
        }
    }

    /// Returns the URLs of a platform's entries that nothing can open: invalid URLs, and URLs without a scheme. Empty URLs are left out.
    package func unusableURLs(of platform: String) -> [String] {
        groups[platform, default: []].flatMap { group in
            zip(group[.url], group.addresses).compactMap { text, address in address?.scheme == nil && text?.isEmpty == false ? text : nil }
        }
    }

    static func entry<Value>(_ index: Int, of list: [Value?]) -> Value? {
        list.indices.contains(index) ? list[index] : nil
    }

    /// Returns the URL for the browser, as the first web group determines. The URL is nil if the group rejects a fallback. Otherwise it is
    /// the group's URL or, if that is missing or not a URL, the page's URL.
    private func webURL(of page: LinkURL) -> LinkURL? {
        guard let web = groups["web"]?.first else { return page }
        if let fallback = web[.shouldFallback].first ?? nil, ["no", "false", "0"].contains(fallback.lowercased()) { return nil }
        guard let url = web[.url].first ?? nil, !url.isEmpty else { return page }
        return (web.addresses.first ?? nil) ?? page
    }
}

// The storage of a page's tags: each platform has groups, and each group has one list per field.

extension PageTags {
    /// The known fields. A page may have any number of unknown fields, which are not stored.
    enum Field: String {
        case url
        case appID = "app_id"
        case appStoreID = "app_store_id"
        case appName = "app_name"
        case package
        case className = "class"
        case shouldFallback = "should_fallback"

        static let ofEntries: [Field] = [.url, .appID, .appStoreID, .appName, .package, .className]
    }

    /// The fields of one group. Each field has a list of the tags' contents in order; nil stands for a tag without content.
    struct Group: Sendable, Hashable {
        private var lists: [Field: [String?]] = [:]
        /// The parsed URLs. Nil stands for missing content and for content that is not a URL.
        private(set) var addresses: [LinkURL?] = []

        subscript(field: Field) -> [String?] { lists[field, default: []] }

        mutating func add(_ content: String?, to field: Field) {
            lists[field, default: []].append(content)
            if field == .url { addresses.append(content.flatMap { LinkURL($0) }) }
        }

        /// The number of entries, which is the length of the longest list of the fields in `ofEntries`.
        var count: Int { Field.ofEntries.map { self[$0].count }.max() ?? 0 }

        func targets(isAndroid: Bool) -> [AppLinkTarget] {
            let names = self[.appName]
            let (stores, packages, classes) = isAndroid ? ([], self[.package], self[.className]) : (self[.appStoreID], [], [])
            return (0..<max(addresses.count, stores.count, names.count, packages.count, classes.count)).map { index in
                AppLinkTarget(
                    url: PageTags.entry(index, of: addresses),
                    appStoreID: PageTags.entry(index, of: stores),
                    appName: PageTags.entry(index, of: names),
                    packageName: PageTags.entry(index, of: packages),
                    className: PageTags.entry(index, of: classes)
                )
            }
        }
    }
}
