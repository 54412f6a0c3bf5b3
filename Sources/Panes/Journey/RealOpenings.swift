import AppLinks
package import Deciding
package import DeviceTools
package import JSONDocument
package import Records

/// The links that were opened on real devices.
package struct RealOpenings: Sendable {
    /// An opening that has no result yet.
    package struct Running: Sendable, Equatable {
        package var link: RecordID
        package var request: DeviceRequest
        /// The number of the opening, which is unique in the session. With it, a late answer to a stopped opening is ignored.
        package var number: Int
    }

    package private(set) var running: Running?
    private var count = 0
    /// The last result for each link, with its time, and with the oldest first.
    private var results: [(link: RecordID, opening: Dated<RealOpening>)] = []

    package init() {}

    private static let mostLinks = 1000

    package func last(of link: RecordID) -> Dated<RealOpening>? { results.last { $0.link == link }?.opening }

    package mutating func start(_ request: DeviceRequest, of link: RecordID) -> Running {
        count += 1
        let opening = Running(link: link, request: request, number: count)
        running = opening
        return opening
    }

    /// Ends the running opening. Returns false if none runs.
    package mutating func end() -> Bool {
        defer { running = nil }
        return running != nil
    }

    package mutating func note(_ opening: RealOpening, of link: RecordID, at time: Int64) {
        results = results.filter { $0.link != link }.suffix(Self.mostLinks - 1) + [(link, Dated(opening, at: time))]
    }
}

/// What became of a link on a real device, in the words that are shown and kept in the journal.
package struct RealOpening: Sendable, Hashable {
    /// The device with its tool, such as `Pixel 8 (emulator-5554), by adb`.
    package var device: String
    /// What the device did, such as `opened in com.example.shop`.
    package var result: String
    /// Whether an app of its own opened the link; nil if the tool does not tell.
    package var isInApp: Bool?
    /// How this compares with the simulated device, and what the device knows about the app, one sentence each.
    package var details: [String]

    package init(_ answer: DeviceAnswer, simulated: SimulatedEnd?) {
        device = answer.device.words + (answer.device.tool == .desktop ? "" : ", by \(answer.device.tool.rawValue)")
        result = answer.opening.words
        isInApp = answer.opening.isInApp
        details = answer.opening.remarks
        switch simulated?.comparison(with: answer.opening) {
        case .agrees: details.append("the simulated device does the same")
        case .differs(let words): details.append("differs: \(words)")
        case .unknown, nil: break
        }
        details += answer.appLinkSentences
    }

    // MARK: As JSON

    package var json: JSONObject {
        [
            "device": .string(device), "result": .string(result), "inApp": isInApp.map { .bool($0) } ?? .null,
            "details": .array(details.map { .string($0) }),
        ]
    }

    /// Parses an opening; nil if the device or the result is missing.
    package init?(_ node: JSONDocument.Node) {
        guard let device = node["device"]?.stringValue, let result = node["result"]?.stringValue else { return nil }
        self.device = device
        self.result = result
        isInApp = node["inApp"]?.boolValue
        details = node["details"]?.elements.prefix(Self.mostDetails).compactMap(\.stringValue) ?? []
    }

    private static let mostDetails = 20
}

extension SimulatedDevice {
    /// Returns the bundle ID of the app that claims a link's scheme; nil if the device is not an iOS device, has no such app, or only
    /// assumes the app. The ID of an assumed app is made up, so no real device has it.
    package func bundleID(for link: CommandLink) -> String? {
        guard platform == .ios, let app = app(claiming: link.scheme), !app.isAssumed else { return nil }
        return app.id
    }
}
