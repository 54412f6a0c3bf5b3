import Bytes
import Secrets

/// A device on which a tool can open links: a phone, an emulator, a simulator, or this desktop.
package struct RealDevice: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        case ready
        /// The device is known but cannot open links now. `advice` says what to do.
        case notReady(reason: String, advice: String)

        /// An Android device on which the user has not allowed this computer.
        static let unauthorized = State.notReady(
            reason: "has not allowed this computer", advice: "Unlock the device and accept \"Allow USB debugging?\".")
        /// An Android device that only another user of this computer may access.
        static let inaccessible = State.notReady(
            reason: "cannot be accessed by this user",
            advice: "Install the udev rules (Debian: apt-get install android-sdk-platform-tools-common) and log in again.")
        /// An Android device that does not answer.
        static let offline = State.notReady(reason: "is offline", advice: "Reconnect the device, or run: adb reconnect offline")
    }

    package var tool: DeviceTool
    /// The name that the tool uses: a serial number, a UDID or an identifier. It is empty for the desktop.
    package var id: String
    /// The model or the user's name of the device.
    package var name: String
    /// The operating system with its version, such as `iOS 18.1`; nil if it is not known.
    package var system: String?
    package var state: State

    package init(_ tool: DeviceTool, id: String, name: String, system: String? = nil, state: State = .ready) {
        self.tool = tool
        self.id = id
        self.name = name
        self.system = system
        self.state = state
    }

    package static let desktop = RealDevice(.desktop, id: "", name: "this desktop")

    package var isReady: Bool { state == .ready }

    /// The name with facts that distinguish the device from others: `Pixel 8 (emulator-5554, Android 14)`.
    package var words: String {
        let facts = [id, system ?? ""].filter { !$0.isEmpty && $0 != name }
        return facts.isEmpty ? name : "\(name) (\(facts.joined(separator: ", ")))"
    }
}

/// Chooses one of the devices that a tool knows.
package enum DeviceChoice {
    /// Returns the device with this ID or name or, if `wanted` is nil, the only device that is ready.
    ///
    /// - Throws: `DeviceTrouble` if there is no such device, if it is not ready, or if several devices are ready.
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
        case .adb: "Connect a device with USB debugging switched on, or start an emulator. Then adb devices lists it."
        case .simctl: "Start a simulator: open -a Simulator"
        case .devicectl: "Connect an iPhone or iPad, unlock it and trust this computer."
        case .desktop: ""
        }
    }

    private static func list(_ devices: [RealDevice]) -> String {
        let names = devices.map { $0.id.isEmpty || $0.id == $0.name ? $0.name : "\($0.id) (\($0.name))" }
        return names.listed(most: 8)
    }
}

/// The ID of an app: a package of Android or a bundle ID of Apple.
enum AppID {
    /// Returns whether a text can be an ID. `am` and `pm` would read other texts as a URL, a component or an option.
    static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, ByteClass.isLetterOrDigit(first) else { return false }
        return text.utf8.allSatisfy { ByteClass.isLetterOrDigit($0) || ".-_".utf8.contains($0) }
    }

    /// Returns what is wrong with a text as an ID; nil if nothing is.
    static func problem(_ text: String) -> DeviceTrouble? {
        isValid(text) ? nil : DeviceTrouble("\"\(Secrets.masked(text))\" is not the ID of an app, such as com.example.shop")
    }
}
