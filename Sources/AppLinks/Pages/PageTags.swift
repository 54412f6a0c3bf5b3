/// The `al:` tags of a page, and the App Link they make.
///
/// A page names its places in applications with `<meta property="al:ios:url" content="shop://item/7">` and its like. A bare `al:ios` opens a
/// new group; without one, repeated fields of a platform are parallel lists of one group: the first URL goes with the first name, and so on.
/// Source of the grammar: `BFWebViewAppLinkResolver`, hardened where its lists differ in length.
public struct PageTags: Sendable, Hashable {
    /// One `meta` element.
    public struct Tag: Sendable, Hashable {
        /// The attribute `property`, e.g. `al:ios:url`.
        public let property: String
        /// The attribute `content`; nil when the element has none.
        public let content: String?

        /// A tag as the page has it.
        public init(property: String, content: String?) {
            self.property = property
            self.content = content
        }
    }

    /// Whose fields are read, and in which order of platforms.
    public enum Idiom: String, Sendable, Hashable, CaseIterable {
        /// An iPhone: `al:iphone`, then `al:ios`.
        case phone
        /// An iPad: `al:ipad`, then `al:ios`.
        case pad
        /// Another device of Apple's: `al:ios`.
        case other
        /// `al:android`.
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

    private var groups = Platforms()

    /// The tags of a page in document order; those that are no `al:` tags are passed over.
    public init(_ tags: some Sequence<Tag>) {
        for tag in tags { add(tag) }
    }

    /// The App Link of the page at `page` for a kind of device.
    public func appLink(for page: LinkURL, idiom: Idiom) -> AppLink {
        let targets = idiom.platforms.flatMap { platform in groups[platform].flatMap { $0.targets(isAndroid: platform == "android") } }
        return AppLink(sourceURL: page, targets: targets, webURL: webURL(of: page))
    }

    /// Adds the next tag of the page; one that is no `al:` tag is passed over.
    package mutating func add(_ tag: Tag) {
        // Most of a page's tags are about other things.
        guard tag.property.utf8.starts(with: "al:".utf8) else { return }
        let names = tag.property.utf8.dropFirst(3)
        let (platform, field) = Self.cut(names)
        Self.add(tag.content, field, to: &groups[String(Substring(platform))])
    }

    /// A tag goes to the last group of its platform; a name deeper than a field hangs below that field and only makes sure that it is there.
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

    /// What stands before the next colon, and behind it; nil where there is none.
    private static func cut(_ names: Substring.UTF8View) -> (Substring.UTF8View, Substring.UTF8View?) {
        guard let colon = names.firstIndex(of: UInt8(ascii: ":")) else { return (names, nil) }
        return (names[..<colon], names[names.index(after: colon)...])
    }

    /// The platforms that the page has tags of, in alphabetical order.
    package var platforms: [String] { (Platforms.common.filter { !groups[$0].isEmpty } + otherPlatforms).sorted() }

    /// Those of them that are neither a phone, a tablet nor the web.
    package var otherPlatforms: [String] { groups.others.keys.sorted() }

    /// The entries of a platform's groups, each field by its name: the first URL with the first name, and so on.
    package func entries(of platform: String) -> [[String: String]] {
        groups[platform].flatMap { group in
            (0..<group.count).map { index in
                Dictionary(
                    uniqueKeysWithValues: Field.ofEntries.compactMap { field in
                        Self.entry(index, of: group[field]).map { (field.rawValue, $0) }
                    })
            }
        }
    }

    /// How many of the entries of a platform's groups have no address.
    package func namelessEntries(of platform: String) -> Int {
        groups[platform].reduce(0) { sum, group in
            sum + (0..<group.count).count { (Self.entry($0, of: group[.url]) ?? "").isEmpty }
        }
    }

    /// The addresses of a platform's entries that nothing can be opened by: no URLs, or without a scheme. Empty ones do not count.
    package func unusableURLs(of platform: String) -> [String] {
        groups[platform].flatMap { group in
            zip(group[.url], group.addresses).compactMap { text, address in address?.scheme == nil && text?.isEmpty == false ? text : nil }
        }
    }

    static func entry<Value>(_ index: Int, of list: [Value?]) -> Value? {
        list.indices.contains(index) ? list[index] : nil
    }

    /// The first web group decides: no fallback at all, an address of its own, or the page.
    private func webURL(of page: LinkURL) -> LinkURL? {
        guard let web = groups["web"].first else { return page }
        if let fallback = web[.shouldFallback].first ?? nil, ["no", "false", "0"].contains(fallback.lowercased()) { return nil }
        guard let url = web[.url].first ?? nil, !url.isEmpty else { return page }
        return (web.addresses.first ?? nil) ?? page
    }
}
