import AppLinks
import Bytes
import JSONDocument

// Devices and apps as JSON, in the form in which `DecisionQuestion.swift` reads them.

extension AskedDevice {
    /// The keys of a device file that belong to the system beside the apps.
    static func keys(_ platform: AppPlatform) -> [String] {
        switch platform {
        case .android: ["version", "defaultBrowser", "preferred"]
        case .ios: ["version", "defaultBrowser", "defaultMail", "aasa", "origin", "associatedDomainsDevelopment", "choices"]
        }
    }

    /// The name of the system and its version: `Android 15`.
    package var systemName: String {
        switch self {
        case .android(let device): "Android \(device.version.text)"
        case .ios(let device): "iOS \(device.version.text)"
        }
    }

    /// The members of a device file for what is not as usual, and the version.
    var members: JSONObject {
        var object = JSONObject()
        switch self {
        case .android(let device):
            object["version"] = .string(device.version.text)
            if let browser = device.defaultBrowser { object["defaultBrowser"] = .string(browser) }
            if !device.preferred.isEmpty { object["preferred"] = .texts(device.preferred) }
        case .ios(let device):
            object["version"] = .string(device.version.text)
            if let browser = device.defaultBrowser { object["defaultBrowser"] = .string(browser) }
            if let mail = device.defaultMail { object["defaultMail"] = .string(mail) }
            if !device.files.isEmpty { object["aasa"] = .files(device.files) }
            if let origin = device.origin { object["origin"] = .files(origin) }
            if device.allowsDeveloperMode { object["associatedDomainsDevelopment"] = true }
            if !device.browserHosts.isEmpty {
                object["choices"] = .texts(Dictionary(uniqueKeysWithValues: device.browserHosts.map { ($0, "browser") }))
            }
        }
        return object
    }
}

extension JSONValue {
    fileprivate static func texts(_ texts: [String: String]) -> JSONValue {
        var object = JSONObject()
        for (key, value) in texts.sorted(by: { $0.key < $1.key }) { object[key] = .string(value) }
        return .object(object)
    }

    fileprivate static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

    /// The files that are JSON. A device does not use the others.
    fileprivate static func files(_ files: [String: AASAFile]) -> JSONValue {
        var object = JSONObject()
        for (host, file) in files.sorted(by: { $0.key < $1.key }) {
            if let root = JSONDocument(file.source).root { object[host] = JSONValue(root) }
        }
        return .object(object)
    }
}

// MARK: - Apps

/// What an app declares about links, as its manifest, property list and entitlements say.
package enum AppDeclaration: Sendable, Hashable {
    case android(AndroidDevice.App)
    case ios(AppleDevice.App)

    static let androidKeys = [
        "filters", "targetSdk", "browser", "store", "system", "enabled", "installedAt", "linksAllowed", "legacy", "domains",
    ]
    static let appleKeys = ["appID", "associatedDomains", "signing", "places", "browser"]

    static func keys(_ platform: AppPlatform?) -> [String] {
        switch platform {
        case .android: androidKeys
        case .ios: appleKeys
        case nil: androidKeys + appleKeys
        }
    }

    /// Reads the declarations of an app in a device file. Returns nil if the file has only the schemes of the app.
    ///
    /// - Parameter platform: That of the device; nil if the app stands by itself.
    init?(
        _ node: JSONDocument.Node, _ reader: DeclarationReader, _ platform: AppPlatform?
    ) throws(DeclarationError) {
        let keys = Set(node.members.compactMap(\.key.stringValue))
        guard !keys.isDisjoint(with: Self.keys(platform)) else { return nil }
        let isApple = platform.map { $0 == .ios } ?? !keys.isDisjoint(with: Self.appleKeys.dropLast())
        if isApple {
            var app = try AppleDevice.App(node, reader)
            // The device file's own list has them.
            app.schemes = []
            self = .ios(app)
        } else {
            self = .android(try AndroidDevice.App(node, reader))
        }
    }

    /// Creates the declarations of an app that asks for all web links of some hosts.
    ///
    /// - Parameter state: What an Android device knows about the hosts.
    package init(webLinksOf hosts: [String], by id: String, on platform: AppPlatform, _ state: AndroidDevice.App.Domain = .assumed) {
        switch platform {
        case .ios:
            var app = AppleDevice.App(id, appID: id)
            app.domains = hosts.map { "applinks:\($0)" }
            self = .ios(app)
        case .android:
            var filter = AndroidFilter.web
            filter.authorities = hosts.map { AndroidFilter.Authority(host: $0) }
            var app = AndroidDevice.App(id)
            app.filters = [AndroidDevice.App.Declared(filter)]
            for host in hosts { app.domains[host] = state }
            self = .android(app)
        }
    }

    /// Returns the declarations as those of an app with another ID. On iOS, the team before the ID stays.
    package func renamed(to id: String) -> AppDeclaration {
        switch self {
        case .android(var app):
            app.id = id
            return .android(app)
        case .ios(var app):
            if app.appID.hasSuffix(app.id) { app.appID = app.appID.dropLast(app.id.count) + id }
            app.id = id
            return .ios(app)
        }
    }

    /// The schemes that the declarations claim, without those of the web.
    package var schemes: [String] {
        switch self {
        case .android(let app): app.filters.flatMap(\.filter.schemes).filter { $0 != "http" && $0 != "https" }.unique
        case .ios(let app): app.schemes
        }
    }

    /// Whether the app asks for any web links.
    var claimsWebLinks: Bool {
        switch self {
        case .android(let app): app.filters.contains { $0.filter.isForWebLinks }
        case .ios(let app): !app.domains.isEmpty
        }
    }

    /// The hosts whose web links the app asks for.
    package var hosts: [String] {
        let named =
            switch self {
            case .android(let app): app.filters.filter { $0.filter.isForWebLinks }.flatMap { $0.filter.authorities.map(\.host) }
            case .ios(let app): app.domains.filter { $0.hasPrefix("applinks:") }.map { String($0.dropFirst(9).prefix { $0 != "?" }) }
            }
        return named.unique
    }

    /// The members of a device file.
    var members: JSONObject {
        var object = JSONObject()
        switch self {
        case .android(let app):
            object["filters"] = .array(
                app.filters.map { declared in
                    var filter = declared.filter.json
                    if let activity = declared.activity { filter["activity"] = .string(activity) }
                    if let place = declared.place { filter["place"] = .string(place) }
                    return .object(filter)
                })
            if let target = app.targetSDK { object["targetSdk"] = .number(JSONNumber(target)) }
            if app.isStore { object["store"] = true }
            if app.isSystem { object["system"] = true }
            if !app.isEnabled { object["enabled"] = false }
            if app.installedAt != 0 { object["installedAt"] = .number(JSONNumber(app.installedAt)) }
            if !app.linksAllowed { object["linksAllowed"] = false }
            if let legacy = app.legacy { object["legacy"] = .string(legacy.rawValue) }
            if !app.domains.isEmpty { object["domains"] = .texts(app.domains.mapValues(\.rawValue)) }
        case .ios(let app):
            object["appID"] = .string(app.appID)
            if !app.domains.isEmpty { object["associatedDomains"] = .texts(app.domains) }
            if app.isDevelopmentSigned { object["signing"] = "development" }
            if app.isBrowser { object["browser"] = true }
            if !app.places.isEmpty { object["places"] = .texts(app.places) }
        }
        return object
    }
}

extension AndroidFilter {
    fileprivate var json: JSONObject {
        var data: [JSONObject] = schemes.map { ["scheme": .string($0)] }
        data += authorities.map { authority in
            var object: JSONObject = ["host": .string(authority.host)]
            if let port = authority.port { object["port"] = .number(JSONNumber(port)) }
            return object
        }
        data += types.map { ["mimeType": .string($0)] }
        data += paths.map { ["path" + $0.kind.rawValue: .string($0.text)] }
        data += schemeSpecificParts.map { ["ssp" + $0.kind.rawValue: .string($0.text)] }
        var object: JSONObject = ["actions": .texts(actions), "categories": .texts(categories), "data": .array(data.map { .object($0) })]
        if !groups.isEmpty {
            object["groups"] = .array(
                groups.map { group in
                    let conditions = group.conditions.map { condition -> JSONValue in
                        [condition.part.rawValue + condition.pattern.kind.rawValue: .string(condition.pattern.text)]
                    }
                    return ["allow": .bool(group.allows), "data": .array(conditions)]
                })
        }
        if isVerifiedAutomatically { object["autoVerify"] = true }
        if priority != 0 { object["priority"] = .number(JSONNumber(priority)) }
        return object
    }
}
