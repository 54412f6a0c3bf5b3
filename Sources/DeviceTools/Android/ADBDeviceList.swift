import Bytes

/// Reads the output of `adb devices -l`:
///
///     List of devices attached
///     emulator-5554          device product:sdk_gphone64 model:sdk_gphone64 device:emu64 transport_id:1
///     0A171FDD4002LR         unauthorized usb:1-2 transport_id:2
package enum ADBDeviceList {
    package static let command = ToolCommand(["adb", "devices", "-l"], seconds: 20)

    package static func devices(_ run: ToolRun) -> [RealDevice] {
        Array(run.lines.lazy.compactMap(device).prefix(mostDevices))
    }

    private static let mostDevices = 1000
    /// The most bytes of a serial number.
    private static let longestSerial = 255

    /// Returns the device of a line; nil for any other line, such as the heading, a message of the server (`* daemon …`) or an error.
    private static func device(_ line: Substring) -> RealDevice? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
        guard words.count >= 2, isSerial(words[0]), let state = state(words.dropFirst()) else { return nil }
        let model = words.first { $0.hasPrefix("model:") }?.dropFirst("model:".count)
        let name = model.map { String($0.replacing("_", with: " ")) } ?? String(words[0])
        return RealDevice(.adb, id: String(words[0]), name: name, state: state)
    }

    /// Whether a word is a serial number or an address. An asterisk begins the server's messages, and a colon ends words such as `error:`.
    private static func isSerial(_ word: Substring) -> Bool {
        word.utf8.count <= longestSerial && word.first != "*" && word.last != ":" && word.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the state that begins a list of words; nil if they are not a state and facts such as `usb:1-2`.
    private static func state(_ words: ArraySlice<Substring>) -> RealDevice.State? {
        // The state "no permissions" has a space, and an explanation after it.
        if words.first == "no", words.dropFirst().first?.hasPrefix("permissions") == true { return .inaccessible }
        guard let word = words.first, words.dropFirst().allSatisfy({ $0.contains(":") }) else { return nil }
        return switch word {
        case "device": .ready
        case "unauthorized": .unauthorized
        case "authorizing", "connecting": .notReady(reason: "is still connecting", advice: "Try again in a moment.")
        case "offline", "detached": .offline
        case "recovery", "sideload", "bootloader", "rescue", "host", "unknown":
            .notReady(reason: "is in the state \"\(word)\"", advice: "Start Android on the device.")
        default: nil
        }
    }
}

package enum AndroidVersion {
    package static func command(_ shell: AndroidShell) -> ToolCommand { shell.question(["getprop", "ro.build.version.release"]) }

    /// Returns the system with its version, such as `Android 14`; nil if the device does not tell.
    package static func system(_ run: ToolRun) -> String? {
        guard run.isSuccess, let version = run.lines.first, version.utf8.count <= 20,
            version.utf8.allSatisfy({ ByteClass.isLetterOrDigit($0) || ".-_".utf8.contains($0) })
        else { return nil }
        return "Android \(version)"
    }
}

/// Recognizes the messages of adb about a device that cannot be reached.
package enum ADBTrouble {
    /// Returns the trouble of a run; nil if the device ran the command, whatever its result.
    package static func of(_ run: ToolRun, device: RealDevice?, isMac: Bool) -> DeviceTrouble? {
        switch run.ending {
        case .missing, .notStarted, .timedOut, .signalled: return DeviceTrouble(run, of: .adb, isMac: isMac)
        case .exited(0): return nil
        case .exited: break
        }
        for line in ToolRun(run.command, run.ending, output: run.errors).lines {
            // Both beginnings are in use: `error: device offline`, `adb: device offline`.
            guard let start = ["error: ", "adb: "].first(where: line.hasPrefix) else { continue }
            return trouble(line.dropFirst(start.count), device?.words ?? "the device", run)
        }
        return nil
    }

    private static func trouble(_ message: Substring, _ name: String, _ run: ToolRun) -> DeviceTrouble {
        if message.contains("unauthorized") { return DeviceTrouble(name, .unauthorized) }
        if message.contains("offline") { return DeviceTrouble(name, .offline) }
        if message.contains("no devices") { return DeviceTrouble("no device is connected") }
        if message.contains("not found") { return DeviceTrouble("\(name) is no longer connected") }
        if message.contains("more than one") {
            return DeviceTrouble("several devices are connected", advice: "Choose one with --device; adb devices lists them.")
        }
        if message.contains("closed") {
            return DeviceTrouble("\(name) ended the connection", advice: "Open the link again when the device is connected.")
        }
        return DeviceTrouble("adb says: \(run.shown(message))")
    }
}
