internal import JSONDocument

/// Reads the output of `xcrun devicectl list devices`.
package enum AppleDeviceList {
    package static let command = ToolCommand(
        ["xcrun", "devicectl", "list", "devices", "--quiet", "--json-output", DevicectlJSON.output], seconds: 60)

    /// Returns the iPhones, iPads and Apple Vision devices that devicectl knows. Those that are ready come first.
    ///
    /// - Throws: The trouble that the output is no such list.
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
