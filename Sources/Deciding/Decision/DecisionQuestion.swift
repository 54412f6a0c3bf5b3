package import JSONDocument

/// A device in JSON that is asked what it does with links.
///
///     {"device": {"platform": "android", "version": 14, "defaultBrowser": "com.android.chrome", "apps": […]},
///      "from": {"by": "chrome", "how": "tap", "page": "https://other.example/"}, "link": "shop://item/7"}
///
/// Keys that are not known are ignored, because other programs write such lines.
package enum AskedDevice: Sendable, Hashable {
    case android(AndroidDevice)
    case ios(AppleDevice)

    package init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader("device")
        guard node.kind == .object else { throw reader.expected("an object", node) }
        let platform: AppPlatform? = try reader.word(node, "platform")
        self = try AskedDevice(settings: node, reader, try reader.needed(platform, node, "platform"))
        let apps = try reader.objects(node, "apps")
        switch self {
        case .android(var device):
            for (app, reader) in apps { device.apps.append(try AndroidDevice.App(app, reader)) }
            self = .android(device)
        case .ios(var device):
            for (app, reader) in apps { device.apps.append(try AppleDevice.App(app, reader)) }
            self = .ios(device)
        }
    }

    /// Reads what a device has beside its apps. Without a version, it has the usual one.
    init(settings node: JSONDocument.Node, _ reader: DeclarationReader, _ platform: AppPlatform) throws(DeclarationError) {
        switch platform {
        case .android:
            var device = AndroidDevice(version: try reader.version(node, "version", AndroidVersion.init) ?? .usual)
            device.defaultBrowser = try reader.text(node, "defaultBrowser")
            device.preferred = try reader.texts(node, of: "preferred")
            self = .android(device)
        case .ios:
            var device = AppleDevice(version: try reader.version(node, "version", AppleVersion.init) ?? .usual)
            device.defaultBrowser = try reader.text(node, "defaultBrowser")
            device.defaultMail = try reader.text(node, "defaultMail")
            device.files = try Self.files(reader, node, "aasa") ?? [:]
            device.origin = try Self.files(reader, node, "origin")
            device.allowsDeveloperMode = try reader.flag(node, "associatedDomainsDevelopment") ?? false
            device.browserHosts = Set(try reader.texts(node, of: "choices").filter { $0.value == "browser" }.map { $0.key.lowercased() })
            self = .ios(device)
        }
    }

    /// Reads the association files of hosts; nil if there is no such key.
    private static func files(
        _ reader: DeclarationReader, _ node: JSONDocument.Node, _ key: String
    ) throws(DeclarationError) -> [String: AASAFile]? {
        guard let object = try reader.object(node, key) else { return nil }
        var files: [String: AASAFile] = [:]
        for member in object.members {
            files[(member.key.stringValue ?? "").lowercased()] = AASAFile(Array(member.value.text.utf8), comparesRules: false)
        }
        return files
    }

    /// Answers a question with the keys `from` and `link`.
    package func decision(on question: JSONDocument.Node) throws(DeclarationError) -> Decision {
        let reader = DeclarationReader()
        let from = try reader.needed(reader.object(question, "from"), question, "from")
        let link = try reader.needed(reader.text(question, "link"), question, "link")
        return switch self {
        case .android(let device): device.decide(link, from: try AndroidOpening(from))
        case .ios(let device): device.decide(link, from: try AppleOpening(from))
        }
    }
}

extension AndroidDevice.App {
    init(_ node: JSONDocument.Node, _ reader: DeclarationReader) throws(DeclarationError) {
        self.init(try reader.needed(reader.text(node, "id"), node, "id"))
        targetSDK = try reader.number(node, "targetSdk")
        for (declared, reader) in try reader.objects(node, "filters") {
            var filter = Declared(try AndroidFilter(declared, reader), activity: try reader.text(declared, "activity"))
            filter.place = try reader.text(declared, "place")
            filters.append(filter)
        }
        if try reader.flag(node, "browser") == true { filters.append(Declared(.web)) }
        isStore = try reader.flag(node, "store") ?? false
        isSystem = try reader.flag(node, "system") ?? false
        isEnabled = try reader.flag(node, "enabled") ?? true
        installedAt = try reader.number(node, "installedAt") ?? 0
        linksAllowed = try reader.flag(node, "linksAllowed") ?? true
        legacy = try reader.word(node, "legacy")
        if let states = try reader.object(node, "domains") {
            let reader = reader.inside("domains")
            for host in states.members.compactMap(\.key.stringValue) { domains[host.lowercased()] = try reader.word(states, host) }
        }
    }

    /// Chrome, the browser of a device that has no other.
    package static let chrome: Self = {
        var app = Self("com.android.chrome")
        app.filters = [Declared(.web)]
        return app
    }()
}

extension AndroidOpening {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader("from")
        switch try reader.needed(reader.text(node, "by"), node, "by") {
        case "app", "adb":
            self = .request(package: try reader.text(node, "package"), categories: try reader.texts(node, "categories"))
        case "chrome":
            var chrome = ChromeNavigation(
                try reader.word(node, "how") ?? .tap, hasGesture: try reader.flag(node, "gesture"), page: try reader.text(node, "page"))
            chrome.isIncognito = try reader.flag(node, "incognito") ?? false
            chrome.isCustomTabRedirect = try reader.flag(node, "customTabRedirect") ?? false
            self = .chrome(chrome)
        case let other: throw reader.error("\"\(other)\" is not one of app, adb, chrome", node["by"] ?? node, "by")
        }
    }
}

extension AppleDevice.App {
    init(_ node: JSONDocument.Node, _ reader: DeclarationReader) throws(DeclarationError) {
        self.init(try reader.needed(reader.text(node, "id"), node, "id"), appID: try reader.text(node, "appID") ?? "")
        domains = try reader.texts(node, "associatedDomains")
        schemes = try reader.texts(node, "schemes")
        isDevelopmentSigned = try reader.text(node, "signing") == "development"
        isBrowser = try reader.flag(node, "browser") ?? false
        places = try reader.texts(node, of: "places")
    }
}

extension AppleOpening {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader("from")
        self.init(
            try reader.needed(reader.word(node, "where"), node, "where"), try reader.word(node, "how") ?? .tap,
            page: try reader.text(node, "page"), app: try reader.text(node, "app"))
        if let banner = node["banner"] { bannerApp = try DeclarationReader("from.banner").text(banner, "app") }
    }
}
