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
