// How the tags of a page are kept: each platform has its groups, and each group its lists.

extension PageTags {
    /// A page may have any number of fields nobody knows: only those that somebody reads are kept.
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

    /// The fields of one group: of each the contents in order; nil for a field without content.
    struct Group: Sendable, Hashable {
        private var urls: [String?] = []
        private var appIDs: [String?] = []
        private var appStoreIDs: [String?] = []
        private var appNames: [String?] = []
        private var packages: [String?] = []
        private var classes: [String?] = []
        private var fallbacks: [String?] = []
        /// What the URLs are; nil for one that is none.
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

        /// As many as the longest of the lists has entries.
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

    /// The groups of each platform. Those that nearly all tags are of have their own place.
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
