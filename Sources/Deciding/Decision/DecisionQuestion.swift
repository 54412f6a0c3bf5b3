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

    package init(_ device: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader(path: "device")
        guard device.kind == .object else { throw reader.error(device, "", "must be an object") }
        switch try reader.neededText(device, "platform") {
        case "android": self = .android(try AndroidDevice(device))
        case "ios": self = .ios(try AppleDevice(device))
        case let other: throw reader.error(device["platform"] ?? device, "platform", "must be android or ios, not \(other)")
        }
    }

    /// Answers a question with the keys `from` and `link`.
    package func decision(on question: JSONDocument.Node) throws(DeclarationError) -> Decision {
        let reader = DeclarationReader(path: "")
        let from = try reader.object(question, "from")
        let link = try reader.neededText(question, "link")
        return switch self {
        case .android(let device): device.decide(link, from: try AndroidOpening(from))
        case .ios(let device): device.decide(link, from: try AppleOpening(from))
        }
    }
}

extension AndroidDevice {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader(path: "device")
        try self.init(settings: node, reader, version: try reader.version(node, "version", AndroidVersion.init))
        for (index, app) in try reader.array(node, "apps").enumerated() { apps.append(try App(app, path: "device.apps[\(index)]")) }
    }

    /// Reads what a device has beside its apps.
    init(settings node: JSONDocument.Node, _ reader: DeclarationReader, version: AndroidVersion) throws(DeclarationError) {
        self.init(version: version, defaultBrowser: try reader.text(node, "defaultBrowser"))
        preferred = try reader.texts(node, of: "preferred")
    }
}

extension AndroidDevice.App {
    init(_ node: JSONDocument.Node, path: String) throws(DeclarationError) {
        let reader = DeclarationReader(path: path)
        self.init(try reader.neededText(node, "id"))
        targetSDK = try reader.number(node, "targetSdk")
        for (index, declared) in try reader.array(node, "filters").enumerated() {
            let place = "\(path).filters[\(index)]"
            let reader = DeclarationReader(path: place)
            var filter = Declared(try AndroidFilter(declared, path: place), activity: try reader.text(declared, "activity"))
            filter.place = try reader.text(declared, "place")
            filters.append(filter)
        }
        if try reader.flag(node, "browser") == true { filters.append(Declared(.browser)) }
        isStore = try reader.flag(node, "store") ?? false
        isSystem = try reader.flag(node, "system") ?? false
        isEnabled = try reader.flag(node, "enabled") ?? true
        installedAt = try reader.number(node, "installedAt") ?? 0
        linksAllowed = try reader.flag(node, "linksAllowed") ?? true
        legacy = try reader.word(node, "legacy")
        for (host, state) in try reader.texts(node, of: "domains") {
            guard let known = Domain(rawValue: state) else {
                throw reader.error(node["domains"] ?? node, "domains", "has the unknown state \(state)")
            }
            domains[host.lowercased()] = known
        }
    }
}

extension AndroidDevice.App {
    /// Chrome, the browser of a device that has no other.
    package static let chrome: Self = {
        var app = Self("com.android.chrome")
        app.filters = [Declared(.browser)]
        return app
    }()
}

extension AndroidFilter {
    /// The filter of a browser: all web links.
    package static let browser: AndroidFilter = {
        var filter = AndroidFilter(
            actions: ["android.intent.action.VIEW"], categories: [AndroidFilter.defaultCategory, AndroidRequest.browsable])
        filter.schemes = ["http", "https"]
        return filter
    }()
}

extension AndroidOpening {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader(path: "from")
        switch try reader.neededText(node, "by") {
        case "app", "adb":
            self = .request(AndroidSender(package: try reader.text(node, "package"), categories: try reader.texts(node, "categories")))
        case "chrome":
            var chrome = ChromeNavigation(
                try reader.word(node, "how") ?? .tap, hasGesture: try reader.flag(node, "gesture"), page: try reader.text(node, "page"))
            chrome.isIncognito = try reader.flag(node, "incognito") ?? false
            chrome.isCustomTabRedirect = try reader.flag(node, "customTabRedirect") ?? false
            self = .chrome(chrome)
        case let other: throw reader.error(node["by"] ?? node, "by", "must be app, adb or chrome, not \(other)")
        }
    }
}

extension AppleDevice {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader(path: "device")
        try self.init(settings: node, reader, version: try reader.version(node, "version", AppleVersion.init))
        for (index, app) in try reader.array(node, "apps").enumerated() { apps.append(try App(app, path: "device.apps[\(index)]")) }
    }

    /// Reads what a device has beside its apps.
    init(settings node: JSONDocument.Node, _ reader: DeclarationReader, version: AppleVersion) throws(DeclarationError) {
        self.init(version: version)
        defaultBrowser = try reader.text(node, "defaultBrowser")
        defaultMail = try reader.text(node, "defaultMail")
        files = try Self.files(reader, node, "aasa")
        origin = node["origin"] == nil ? nil : try Self.files(reader, node, "origin")
        allowsDeveloperMode = try reader.flag(node, "associatedDomainsDevelopment") ?? false
        browserHosts = Set(try reader.texts(node, of: "choices").filter { $0.value == "browser" }.map { $0.key.lowercased() })
    }

    private static func files(
        _ reader: DeclarationReader, _ node: JSONDocument.Node, _ key: String
    ) throws(DeclarationError) -> [String: AASAFile] {
        guard let object = node[key], object.kind != .null else { return [:] }
        guard object.kind == .object else { throw reader.error(object, key, "must be an object with a file for each host") }
        var files: [String: AASAFile] = [:]
        for member in object.members {
            files[(member.key.stringValue ?? "").lowercased()] = AASAFile(Array(member.value.text.utf8), comparesRules: false)
        }
        return files
    }
}

extension AppleDevice.App {
    init(_ node: JSONDocument.Node, path: String) throws(DeclarationError) {
        let reader = DeclarationReader(path: path)
        self.init(try reader.neededText(node, "id"), appID: try reader.text(node, "appID") ?? "")
        domains = try reader.texts(node, "associatedDomains")
        schemes = try reader.texts(node, "schemes")
        isDevelopmentSigned = try reader.text(node, "signing") == "development"
        isBrowser = try reader.flag(node, "browser") ?? false
        places = try reader.texts(node, of: "places")
    }
}

extension AppleOpening {
    init(_ node: JSONDocument.Node) throws(DeclarationError) {
        let reader = DeclarationReader(path: "from")
        guard let place: Where = try reader.word(node, "where") else { throw reader.error(node, "where", "is missing") }
        self.init(place, try reader.word(node, "how") ?? .tap, page: try reader.text(node, "page"), app: try reader.text(node, "app"))
        if let banner = node["banner"] { bannerApp = try DeclarationReader(path: "from.banner").text(banner, "app") }
    }
}

extension DeclarationReader {
    func neededText(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> String {
        guard let text = try text(node, key) else { throw error(node, key, "is missing") }
        return text
    }

    func object(_ node: JSONDocument.Node, _ key: String) throws(DeclarationError) -> JSONDocument.Node {
        guard let value = node[key] else { throw error(node, key, "is missing") }
        guard value.kind == .object else { throw error(value, key, "must be an object") }
        return value
    }

    /// Reads one of the words of an enumeration.
    func word<Word: RawRepresentable & CaseIterable>(
        _ node: JSONDocument.Node, _ key: String
    ) throws(DeclarationError) -> Word? where Word.RawValue == String {
        guard let text = try text(node, key) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw error(node[key] ?? node, key, "must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return word
    }

    /// Reads a version, which may be a number.
    func version<Version>(
        _ node: JSONDocument.Node, _ key: String, _ read: (String) -> Version?
    ) throws(DeclarationError) -> Version {
        guard let value = node[key] else { throw error(node, key, "is missing") }
        guard let version = (value.numberLiteral ?? value.stringValue).flatMap(read) else {
            throw error(value, key, "must be a version such as 14 or \"8.1\"")
        }
        return version
    }

    /// Reads an object whose values are texts.
    func texts(_ node: JSONDocument.Node, of key: String) throws(DeclarationError) -> [String: String] {
        guard let object = node[key], object.kind != .null else { return [:] }
        guard object.kind == .object else { throw error(object, key, "must be an object") }
        var texts: [String: String] = [:]
        for member in object.members {
            let name = member.key.stringValue ?? ""
            guard let text = member.value.stringValue else { throw error(member.value, "\(key).\(name)", "must be a text") }
            texts[name] = text
        }
        return texts
    }
}
