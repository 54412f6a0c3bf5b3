/// Reads the output of `adb devices -l`:
///
///     List of devices attached
///     emulator-5554          device product:sdk_gphone64 model:sdk_gphone64 device:emu64 transport_id:1
///     0A171FDD4002LR         unauthorized usb:1-2 transport_id:2
package enum ADBDeviceList {
    package static let command = ToolCommand(["adb", "devices", "-l"], seconds: 20)

    package static func devices(_ run: ToolRun) -> [RealDevice] { run.lines.compactMap(device) }

    private static func device(_ line: Substring) -> RealDevice? {
        // The server's messages begin with an asterisk.
        guard !line.hasPrefix("*"), !line.hasPrefix("List of devices") else { return nil }
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count >= 2 else { return nil }
        let model = words.first { $0.hasPrefix("model:") }?.dropFirst("model:".count)
        // The state "no permissions" has a space and an explanation after it.
        let state = words[1] == "no" ? "no permissions" : String(words[1])
        let name = model.map { String($0.replacing("_", with: " ")) } ?? String(words[0])
        return RealDevice(.adb, id: String(words[0]), name: name, state: self.state(state))
    }

    private static func state(_ word: String) -> RealDevice.State {
        switch word {
        case "device": .ready
        case "unauthorized": .unauthorized
        case "authorizing", "connecting": .notReady(reason: "is still connecting", advice: "Try again in a moment.")
        case "offline": .offline
        case "no permissions":
            .notReady(
                reason: "cannot be accessed by this user",
                advice: "Install the udev rules (Debian: apt-get install android-sdk-platform-tools-common) and log in again.")
        default: .notReady(reason: "is in the state \"\(word)\"", advice: "Start Android on the device.")
        }
    }
}
