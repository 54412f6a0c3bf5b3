import Secrets

/// Chooses one of the devices that a tool knows.
package enum DeviceChoice {
    /// Returns the device with this ID or name or, if `wanted` is nil, the only device that is ready.
    ///
    /// - Throws: The trouble that there is no such device, that it is not ready, or that several devices are ready.
    package static func choose(_ wanted: String?, among devices: [RealDevice], of tool: DeviceTool) throws(DeviceTrouble) -> RealDevice {
        if let wanted {
            let named = devices.filter { $0.id == wanted }
            let found = named.isEmpty ? devices.filter { $0.name == wanted } : named
            guard let first = found.first else {
                throw DeviceTrouble("there is no device \"\(Secrets.masked(wanted))\"", advice: known(devices, tool))
            }
            // Simulators of different systems may have the same name. The one that runs is meant.
            return try checked(found.first(where: \.isReady) ?? first)
        }
        let ready = devices.filter(\.isReady)
        guard ready.count < 2 else {
            throw DeviceTrouble("several devices are connected", advice: "Choose one with --device: \(list(ready)).")
        }
        if let device = ready.first { return device }
        if devices.count == 1 { return try checked(devices[0]) }
        throw DeviceTrouble("no device is connected", advice: known(devices, tool))
    }

    private static func checked(_ device: RealDevice) throws(DeviceTrouble) -> RealDevice {
        guard device.isReady else { throw DeviceTrouble(device.words, device.state) }
        return device
    }

    private static func known(_ devices: [RealDevice], _ tool: DeviceTool) -> String {
        if !devices.isEmpty { return "\(tool.rawValue) knows: \(list(devices))." }
        return switch tool {
        case .adb: "Connect a device with USB debugging switched on, or start an emulator; adb devices lists it then."
        case .simctl: "Start a simulator: open -a Simulator"
        case .devicectl: "Connect an iPhone or iPad, unlock it and trust this computer."
        case .desktop: ""
        }
    }

    private static func list(_ devices: [RealDevice]) -> String {
        let names = devices.prefix(8).map { $0.id.isEmpty || $0.id == $0.name ? $0.name : "\($0.id) (\($0.name))" }
        return names.joined(separator: ", ") + (devices.count > 8 ? " and \(devices.count - 8) more" : "")
    }
}
