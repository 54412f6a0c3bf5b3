package import DeviceTools
import JSONDocument

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

    var json: JSONObject {
        [
            "device": .string(device), "result": .string(result), "inApp": isInApp.map { .bool($0) } ?? .null,
            "details": .array(details.map { .string($0) }),
        ]
    }

    /// Parses an opening; nil if the device or the result is missing.
    init?(_ node: JSONDocument.Node) {
        guard let device = node["device"]?.stringValue, let result = node["result"]?.stringValue else { return nil }
        self.device = device
        self.result = result
        isInApp = node["inApp"]?.boolValue
        details = node["details"]?.elements.prefix(Self.mostDetails).compactMap(\.stringValue) ?? []
    }

    private static let mostDetails = 20
}
