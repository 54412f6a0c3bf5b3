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
            guard let message = line.droppingPrefix("error: ") ?? line.droppingPrefix("adb: ") else { continue }
            return trouble(message, device?.words ?? "the device", run)
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

extension Substring {
    /// Returns the text after a prefix; nil if the text does not begin with the prefix.
    func droppingPrefix(_ prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
