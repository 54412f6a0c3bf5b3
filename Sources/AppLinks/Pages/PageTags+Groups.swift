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
        private var urls: [String?] = []
        private var appIDs: [String?] = []
        private var appStoreIDs: [String?] = []
        private var appNames: [String?] = []
        private var packages: [String?] = []
        private var classes: [String?] = []
        private var fallbacks: [String?] = []
        /// The parsed URLs. Nil stands for missing content and for content that is not a URL.
        private(set) var addresses: [LinkURL?] = []

        subscript(field: Field) -> [String?] {
            switch field {
            case .url: urls
            case .appID: appIDs
            case .appStoreID: appStoreIDs
            case .appName: appNames
            case .package: packages
            case .className: classes
            case .shouldFallback: fallbacks
            }
        }

        mutating func add(_ content: String?, to field: Field) {
            switch field {
            case .url:
                urls.append(content)
                addresses.append(content.flatMap { LinkURL($0) })
            case .appID: appIDs.append(content)
            case .appStoreID: appStoreIDs.append(content)
            case .appName: appNames.append(content)
            case .package: packages.append(content)
            case .className: classes.append(content)
            case .shouldFallback: fallbacks.append(content)
            }
        }

        /// The number of entries, which is the length of the longest list of the fields in `ofEntries`.
        var count: Int { max(urls.count, appIDs.count, appStoreIDs.count, appNames.count, packages.count, classes.count) }

        func targets(isAndroid: Bool) -> [AppLinkTarget] {
            let (stores, packages, classes) = isAndroid ? ([], packages, classes) : (appStoreIDs, [], [])
            return (0..<max(urls.count, stores.count, appNames.count, packages.count, classes.count)).map { index in
                AppLinkTarget(
                    url: PageTags.entry(index, of: addresses),
                    appStoreID: PageTags.entry(index, of: stores),
                    appName: PageTags.entry(index, of: appNames),
                    packageName: PageTags.entry(index, of: packages),
                    className: PageTags.entry(index, of: classes)
                )
            }
        }
    }

    /// The groups of each platform. The common platforms have stored properties, because properties are faster than a dictionary.
    struct Platforms: Sendable, Hashable {
        static let common = ["ios", "iphone", "ipad", "android", "web"]

        private var ios: [Group] = []
        private var iphone: [Group] = []
        private var ipad: [Group] = []
        private var android: [Group] = []
        private var web: [Group] = []
        private(set) var others: [String: [Group]] = [:]

        subscript(platform: String) -> [Group] {
            get {
                switch platform {
                case "ios": ios
                case "iphone": iphone
                case "ipad": ipad
                case "android": android
                case "web": web
                default: others[platform] ?? []
                }
            }
            _modify {
                switch platform {
                case "ios": yield &ios
                case "iphone": yield &iphone
                case "ipad": yield &ipad
                case "android": yield &android
                case "web": yield &web
                default: yield &others[platform, default: []]
                }
            }
        }
    }
}
