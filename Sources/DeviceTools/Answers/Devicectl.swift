import JSONDocument

/// Reads the result of `xcrun devicectl device process launch --payload-url`.
package enum DevicectlAnswer {
    package static func command(_ link: CommandLink, device: String, bundleID: String) -> ToolCommand {
        var arguments = OpenArguments.devicectl(link, device: device, bundleID: bundleID)
        // Options come before the bundle ID, because devicectl passes everything after the bundle ID to the app.
        arguments.insert(contentsOf: ["--quiet", "--json-output", DevicectlJSON.output], at: arguments.count - 1)
        return ToolCommand(arguments, seconds: 60, link: link)
    }

    /// - Throws: `DeviceTrouble` if the device could not be asked.
    package static func opening(_ run: ToolRun, bundleID: String, isMac: Bool) throws(DeviceTrouble) -> DeviceOpening {
        guard let root = DevicectlJSON.document(run)?.root else { throw DeviceTrouble(run, of: .devicectl, isMac: isMac) }
        if root["info"]?["outcome"]?.stringValue == "success", run.isSuccess {
            let process = root["result"]?["process"]?["processIdentifier"]?.numberLiteral
            let remarks = process.map { ["The app runs as process \($0)."] } ?? []
            return DeviceOpening(.app(id: bundleID, activity: nil, .started), remarks: remarks)
        }
        let error = root["error"]
        let messages = messages(of: error)
        // "The operation couldn’t be completed" precedes the reason. The innermost error has the reason.
        if messages.contains(where: { $0.contains("is not installed") || $0.contains("ApplicationVerificationFailed") }) {
            return DeviceOpening(.nothing(reason: "\(bundleID) is not installed on the device"))
        }
        if messages.contains(where: { $0.contains("device was not, or could not be, unlocked") || $0.contains("Locked") }) {
            throw DeviceTrouble("the device is locked", advice: "Unlock the device, and open the link again.")
        }
        guard let message = messages.last else { throw DeviceTrouble(run, of: .devicectl, isMac: isMac) }
        throw DeviceTrouble("devicectl says: \(run.shown(message))")
    }

    /// Returns the messages of an error and of the errors below it, the outermost first.
    private static func messages(of error: JSONDocument.Node?) -> [String] {
        var messages: [String] = []
        var error = error
        // devicectl nests a few errors. The limit is for hostile output.
        for _ in 0..<16 {
            guard let info = error?["userInfo"] else { break }
            messages += ["NSLocalizedDescription", "NSLocalizedFailureReason"].compactMap { info[$0]?["string"]?.stringValue }
            error = info["NSUnderlyingError"]?["error"]
        }
        return messages
    }
}

/// Reads the output of `xcrun devicectl list devices`.
package enum AppleDeviceList {
    package static let command = ToolCommand(
        ["xcrun", "devicectl", "list", "devices", "--quiet", "--json-output", DevicectlJSON.output], seconds: 60)

    /// Returns the iPhones, iPads and Apple Vision devices that devicectl knows. Those that are ready come first.
    ///
    /// - Throws: `DeviceTrouble` if the output is not a list of devices.
    package static func devices(_ run: ToolRun) throws(DeviceTrouble) -> [RealDevice] {
        guard let list = DevicectlJSON.document(run)?.root?["result"]?["devices"], list.kind == .array else {
            throw DeviceTrouble("devicectl printed no list of devices", advice: "Run: xcrun devicectl list devices")
        }
        var devices: [RealDevice] = []
        for node in list.elements {
            guard devices.count < SimulatorList.mostDevices, let id = node["identifier"]?.stringValue else { continue }
            let hardware = node["hardwareProperties"]
            let platform = hardware?["platform"]?.stringValue ?? "iOS"
            guard ["iOS", "iPadOS", "visionOS", "xrOS"].contains(platform) else { continue }
            let properties = node["deviceProperties"]
            let version = properties?["osVersionNumber"]?.stringValue
            devices.append(
                RealDevice(
                    .devicectl, id: id, name: properties?["name"]?.stringValue ?? hardware?["marketingName"]?.stringValue ?? id,
                    system: version.map { "\(platform) \($0)" },
                    state: state(node["connectionProperties"])))
        }
        return devices.filter(\.isReady) + devices.filter { !$0.isReady }
    }

    private static func state(_ connection: JSONDocument.Node?) -> RealDevice.State {
        if connection?["pairingState"]?.stringValue == "unpaired" {
            return .notReady(reason: "is not paired", advice: "Unlock the device and trust this computer.")
        }
        // A tunnel that is "disconnected" is made when it is needed.
        guard connection?["tunnelState"]?.stringValue == "unavailable" else { return .ready }
        return .notReady(reason: "is not connected", advice: "Connect the device by cable, or unlock it in the same network.")
    }
}

/// The JSON that devicectl writes. Only the file of `--json-output` is meant for programs.
enum DevicectlJSON {
    static let output = "/dev/stdout"

    /// Returns the document in the output. devicectl may print lines for people before and after it.
    static func document(_ run: ToolRun) -> JSONDocument? {
        let bytes = Array(run.output.utf8)
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")), let end = bytes.lastIndex(of: UInt8(ascii: "}")), start < end else {
            return nil
        }
        return JSONDocument(Array(bytes[start...end]))
    }
}
