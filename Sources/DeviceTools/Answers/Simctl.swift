import JSONDocument

/// Reads the result of `xcrun simctl openurl`. simctl prints nothing if a simulator accepted the link.
package enum SimctlAnswer {
    /// - Throws: `DeviceTrouble` if the simulator could not be asked.
    package static func opening(_ run: ToolRun, isMac: Bool) throws(DeviceTrouble) -> DeviceOpening {
        if run.isSuccess { return DeviceOpening(.unreported) }
        let text = run.errors + run.output
        // kLSApplicationNotFoundErr of Launch Services, and the code of LSApplicationWorkspaceErrorDomain for the same.
        if text.contains("code=-10814") || text.contains("LSApplicationWorkspaceErrorDomain, code=115") {
            return DeviceOpening(.nothing(reason: "no app on the simulator handles the link"))
        }
        if text.contains("current state: Shutdown") || text.contains("No devices are booted") {
            throw DeviceTrouble("no simulator is running", advice: "Start one with: open -a Simulator")
        }
        if text.contains("Invalid device") { throw DeviceTrouble("simctl does not know this simulator") }
        if text.contains("unable to find utility \"simctl\"") {
            throw DeviceTrouble("simctl is not installed", advice: DeviceTool.simctl.installation(isMac: isMac))
        }
        throw DeviceTrouble(run, of: .simctl, isMac: isMac)
    }
}

/// Reads the output of `xcrun simctl list devices --json`: for each runtime, the simulators with their names and states.
package enum SimulatorList {
    package static let command = ToolCommand(["xcrun", "simctl", "list", "devices", "--json"], seconds: 60)

    /// Returns the iOS, iPadOS and visionOS simulators that can be used. Those that run come first.
    ///
    /// - Throws: `DeviceTrouble` if the output is not a list of simulators.
    package static func devices(_ run: ToolRun) throws(DeviceTrouble) -> [RealDevice] {
        guard let runtimes = JSONDocument(run.output).root?["devices"], runtimes.kind == .object else {
            throw DeviceTrouble("simctl printed no list of simulators", advice: "Run: xcrun simctl list devices --json")
        }
        var devices: [RealDevice] = []
        for runtime in runtimes.members {
            let system = system(runtime.key.stringValue ?? "")
            guard system.hasPrefix("iOS") || system.hasPrefix("visionOS") || system.hasPrefix("xrOS") else { continue }
            for node in runtime.value.elements {
                guard devices.count < mostDevices, let id = node["udid"]?.stringValue, let name = node["name"]?.stringValue,
                    node["isAvailable"]?.boolValue != false
                else { continue }
                devices.append(RealDevice(.simctl, id: id, name: name, system: system, state: state(node["state"]?.stringValue, id)))
            }
        }
        return devices.filter(\.isReady) + devices.filter { !$0.isReady }
    }

    static let mostDevices = 1000

    private static func state(_ word: String?, _ id: String) -> RealDevice.State {
        switch word {
        case "Booted": .ready
        case "Booting": .notReady(reason: "is still starting", advice: "Try again in a moment.")
        default: .notReady(reason: "is not running", advice: "Start it with: xcrun simctl boot \(id)")
        }
    }

    /// Returns `iOS 18.1` for `com.apple.CoreSimulator.SimRuntime.iOS-18-1`.
    private static func system(_ runtime: String) -> String {
        let parts = (runtime.split(separator: ".").last ?? "").split(separator: "-")
        guard let name = parts.first else { return runtime }
        return parts.count > 1 ? "\(name) \(parts.dropFirst().joined(separator: "."))" : String(name)
    }
}
