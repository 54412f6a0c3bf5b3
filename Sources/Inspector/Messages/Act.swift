package import AppLinks
package import JSONDocument
package import Records

/// An act of the user, in the form in which the journal stores it. Repeating the acts with the same records restores the trail, the events
/// and the device.
package enum Act: Sendable, Hashable {
    /// The user opened a link of this record. The act contains the App Link that was resolved at that time.
    case open(RecordID, LinkURL, AppLink)
    case goBack
    case dismissBanner
    case chooseDevice(SimulatedDevice)
    case switchApp(id: String, isInstalled: Bool)
    case bringToFront(SimulatedDevice.Front)
}

// MARK: - As JSON

extension Act {
    package var json: JSONValue {
        switch self {
        case .open(let record, let url, let link):
            [
                "act": "open", "record": .number(JSONNumber(Int(record.index))), "url": .string(url.text),
                "source": Self.json(link.sourceURL), "web": Self.json(link.webURL),
                "targets": .array(
                    link.targets.map {
                        [
                            "url": Self.json($0.url), "appStoreId": Self.json($0.appStoreID), "appName": Self.json($0.appName),
                            "package": Self.json($0.packageName), "class": Self.json($0.className),
                        ]
                    }
                ),
            ]
        case .goBack: ["act": "return"]
        case .dismissBanner: ["act": "dismiss"]
        case .chooseDevice(let device): ["act": "device", "profile": device.json]
        case .switchApp(let id, let isInstalled): ["act": "app", "id": .string(id), "installed": .bool(isInstalled)]
        case .bringToFront(.home): ["act": "front", "app": .null]
        case .bringToFront(.browser): ["act": "front", "browser": true]
        case .bringToFront(.app(let id)): ["act": "front", "app": .string(id)]
        }
    }

    /// Parses an act; nil if this version does not know the act.
    package init?(_ bytes: [UInt8]) {
        guard let root = JSONDocument(bytes).root, let word = root["act"]?.stringValue else { return nil }
        switch word {
        case "open":
            guard let record = root["record"]?.numberLiteral.flatMap({ UInt32($0) }), let url = Self.url(root["url"]) else { return nil }
            let targets = root["targets"]?.elements.map {
                AppLinkTarget(
                    url: Self.url($0["url"]), appStoreID: $0["appStoreId"]?.stringValue, appName: $0["appName"]?.stringValue,
                    packageName: $0["package"]?.stringValue, className: $0["class"]?.stringValue)
            }
            let link = AppLink(sourceURL: Self.url(root["source"]), targets: targets ?? [], webURL: Self.url(root["web"]))
            self = .open(RecordID(index: record), url, link)
        case "return": self = .goBack
        case "dismiss": self = .dismissBanner
        case "device":
            guard let profile = root["profile"], let device = try? SimulatedDevice(profile: profile.text) else { return nil }
            self = .chooseDevice(device)
        case "app":
            guard let id = root["id"]?.stringValue, let isInstalled = root["installed"]?.boolValue else { return nil }
            self = .switchApp(id: id, isInstalled: isInstalled)
        case "front":
            if root["browser"]?.boolValue == true {
                self = .bringToFront(.browser)
            } else {
                self = .bringToFront(root["app"]?.stringValue.map { .app($0) } ?? .home)
            }
        default: return nil
        }
    }

    private static func url(_ node: JSONDocument.Node?) -> LinkURL? { node?.stringValue.flatMap { LinkURL($0) } }
    private static func json(_ url: LinkURL?) -> JSONValue { url.map { .string($0.text) } ?? .null }
    private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
