package import AppLinks
package import Deciding
package import JSONDocument
package import Panes
package import Records

/// An act of the user, as the journal stores it. Repeating the acts with the same records restores the trail, the events and the device.
package enum Act: Sendable, Hashable {
    /// The user opened a link of this record. The act contains the App Link that was resolved at that time, and what was in front when the
    /// link was opened. Acts of older versions do not contain the latter. They opened the link from the app in front.
    ///
    /// `back` is the URL that leads back, if the link was opened from the app that the link names as its referer. It is nil for any other
    /// app, which has its own URL.
    ///
    /// `how` is how the browser came to the link; nil for a tap.
    case open(RecordID, LinkURL, AppLink, from: SimulatedDevice.Front?, back: LinkURL? = nil, how: LinkSender.Way? = nil)
    /// The user tapped the banner of a link. Acts of older versions do not contain the way. They tapped the banner of the app in front.
    case goBack(RefererReturn?)
    /// The user closed the banner of the app with this ID, or of the app in front in acts of older versions.
    case dismissBanner(app: String?)
    case chooseDevice(SimulatedDevice)
    case switchApp(id: String, isInstalled: Bool)
    case bringToFront(SimulatedDevice.Front)
    /// The user chose whether the device assumes apps for unknown schemes.
    case assumeApps(Bool)
    /// The user declared an app, which replaces the apps in its `formerIDs`.
    case declare(SimulatedDevice.App)
    /// The session began with this device. Later sessions may have another device: its file may have changed since, or the options differ.
    case begin(SimulatedDevice)
    /// The files of the user's project have changed, and its apps declare what they do on this device.
    case update(SimulatedDevice)
    /// The user opened a link on a real device, which did this with it.
    case openedForReal(RecordID, RealOpening)
    /// A lookup that the user started for this link has ended.
    case lookedUp(RecordID, LookupSummary)
    /// The user marked a link, or removed its mark.
    case mark(RecordID, Bool)
    /// The user held the device and the lists, or ended the hold.
    case hold(Bool)
    /// The user took back the last act, or did the last act that was taken back again.
    case undo, redo

    /// Whether the act declares an app.
    var isDeclaration: Bool { if case .declare = self { true } else { false } }

    var link: RecordID? {
        switch self {
        case .open(let link, _, _, _, _, _): link
        case .goBack(let way): way?.link
        default: nil
        }
    }

    /// Returns the act of a replayed journal with the numbers that its records have in this session.
    package func renumbered(by numbers: RecordNumbers) -> Act {
        switch self {
        case .open(let record, let url, let link, let front, let back, let how):
            .open(numbers[record], url, link, from: front, back: back, how: how)
        case .goBack(let way?): .goBack(RefererReturn(link: numbers[way.link], app: way.app, referer: way.referer))
        case .openedForReal(let record, let opening): .openedForReal(numbers[record], opening)
        case .lookedUp(let record, let summary): .lookedUp(numbers[record], summary)
        case .mark(let record, let isOn): .mark(numbers[record], isOn)
        case .goBack(nil), .dismissBanner, .chooseDevice, .switchApp, .bringToFront, .assumeApps, .declare, .begin, .update, .hold, .undo,
            .redo:
            self
        }
    }

    // MARK: As JSON

    package var json: JSONValue {
        switch self {
        case .open(let record, let url, let link, let front, let back, let how):
            var object: JSONObject = ["act": "open", "record": .number(JSONNumber(Int(record.index))), "url": .string(url.text)]
            for (name, value) in link.json { object[name] = value }
            if let front { object["from"] = .object(front.json) }
            if let back { object["back"] = .string(back.text) }
            if let how { object["how"] = .string(how.rawValue) }
            return .object(object)
        case .goBack(nil): return ["act": "return"]
        case .goBack(let way?):
            return [
                "act": "return", "record": .number(JSONNumber(Int(way.link.index))), "app": .string(way.app),
                "referer": .object(way.referer.json),
            ]
        case .dismissBanner(nil): return ["act": "dismiss"]
        case .dismissBanner(let app?): return ["act": "dismiss", "app": .string(app)]
        case .chooseDevice(let device): return ["act": "device", "profile": device.json]
        case .switchApp(let id, let isInstalled): return ["act": "app", "id": .string(id), "installed": .bool(isInstalled)]
        case .bringToFront(let front):
            var object = front.json
            object["act"] = "front"
            return .object(object)
        case .begin(let device): return ["act": "begin", "profile": device.json]
        case .update(let device): return ["act": "update", "profile": device.json]
        case .mark(let record, let isOn): return ["act": "mark", "record": .number(JSONNumber(Int(record.index))), "on": .bool(isOn)]
        case .assumeApps(let isOn): return ["act": "assume", "on": .bool(isOn)]
        case .declare(let app):
            return ["act": "declare", "app": app.json, "replaces": .array(app.formerIDs.map { .string($0) })]
        case .openedForReal(let record, let opening):
            var object = opening.json
            object["act"] = "real"
            object["record"] = .number(JSONNumber(Int(record.index)))
            return .object(object)
        case .lookedUp(let record, let summary):
            var object = summary.json
            object["act"] = "lookup"
            object["record"] = .number(JSONNumber(Int(record.index)))
            return .object(object)
        case .hold(let isOn): return ["act": "hold", "on": .bool(isOn)]
        case .undo: return ["act": "undo"]
        case .redo: return ["act": "redo"]
        }
    }

    /// The act as JSON in one line; nil if it cannot be written.
    package var bytes: [UInt8]? { (try? json.serialized()).map { Array($0.utf8) } }

    /// Parses an act; nil if this version does not know the act.
    package init?(_ bytes: [UInt8]) {
        guard let root = JSONDocument(bytes).root, let word = root["act"]?.stringValue else { return nil }
        let record = root["record"]?.numberLiteral.flatMap { UInt32($0) }.map { RecordID(index: $0) }
        switch word {
        case "open":
            guard let record, let url = root["url"]?.stringValue.flatMap({ LinkURL($0) }) else { return nil }
            self = .open(
                record, url, AppLink(root), from: root["from"].map { SimulatedDevice.Front($0) },
                back: root["back"]?.stringValue.flatMap { LinkURL($0) },
                how: root["how"]?.stringValue.flatMap { LinkSender.Way(rawValue: $0) })
        case "return":
            guard let referer = root["referer"] else {
                self = .goBack(nil)
                return
            }
            guard let record, let app = root["app"]?.stringValue else { return nil }
            self = .goBack(RefererReturn(link: record, app: app, referer: AppLink(referer)))
        case "dismiss": self = .dismissBanner(app: root["app"]?.stringValue)
        case "device", "begin", "update":
            guard let profile = root["profile"], let device = try? SimulatedDevice(profile: profile.text) else { return nil }
            self = word == "begin" ? .begin(device) : word == "update" ? .update(device) : .chooseDevice(device)
        case "mark":
            guard let record, let isOn = root["on"]?.boolValue else { return nil }
            self = .mark(record, isOn)
        case "real":
            guard let record, let opening = RealOpening(root) else { return nil }
            self = .openedForReal(record, opening)
        case "lookup":
            guard let record, let summary = LookupSummary(root) else { return nil }
            self = .lookedUp(record, summary)
        case "app":
            guard let id = root["id"]?.stringValue, let isInstalled = root["installed"]?.boolValue else { return nil }
            self = .switchApp(id: id, isInstalled: isInstalled)
        case "front": self = .bringToFront(SimulatedDevice.Front(root))
        case "assume":
            guard let isOn = root["on"]?.boolValue else { return nil }
            self = .assumeApps(isOn)
        case "declare":
            guard let profile = root["app"], var app = try? SimulatedDevice.App(profile: profile.text) else { return nil }
            app.formerIDs = root["replaces"]?.elements.compactMap(\.stringValue) ?? []
            self = .declare(app)
        case "hold":
            guard let isOn = root["on"]?.boolValue else { return nil }
            self = .hold(isOn)
        case "undo": self = .undo
        case "redo": self = .redo
        default: return nil
        }
    }
}

/// The way back from a link: the app that received the link, and the referer to which its banner leads.
package struct RefererReturn: Sendable, Hashable {
    package var link: RecordID
    /// The ID of the app that received the link.
    package var app: String
    package var referer: AppLink
}

extension SimulatedDevice.Front {
    fileprivate var json: JSONObject {
        switch self {
        case .home: ["app": .null]
        case .browser: ["browser": true]
        case .app(let id): ["app": .string(id)]
        }
    }

    fileprivate init(_ node: JSONDocument.Node) {
        self = node["browser"]?.boolValue == true ? .browser : node["app"]?.stringValue.map { .app($0) } ?? .home
    }
}

extension AppLink {
    fileprivate var json: JSONObject {
        [
            "source": Self.json(sourceURL), "web": Self.json(webURL), "isBack": .bool(isBackToReferrer),
            "targets": .array(
                targets.map {
                    [
                        "url": Self.json($0.url), "appStoreId": Self.json($0.appStoreID), "appName": Self.json($0.appName),
                        "package": Self.json($0.packageName), "class": Self.json($0.className),
                    ]
                }
            ),
        ]
    }

    fileprivate init(_ node: JSONDocument.Node) {
        let targets = node["targets"]?.elements.map {
            AppLinkTarget(
                url: Self.url($0["url"]), appStoreID: $0["appStoreId"]?.stringValue, appName: $0["appName"]?.stringValue,
                packageName: $0["package"]?.stringValue, className: $0["class"]?.stringValue)
        }
        self.init(
            sourceURL: Self.url(node["source"]), targets: targets ?? [], webURL: Self.url(node["web"]),
            isBackToReferrer: node["isBack"]?.boolValue ?? false)
    }

    private static func url(_ node: JSONDocument.Node?) -> LinkURL? { node?.stringValue.flatMap { LinkURL($0) } }
    private static func json(_ url: LinkURL?) -> JSONValue { url.map { .string($0.text) } ?? .null }
    private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
