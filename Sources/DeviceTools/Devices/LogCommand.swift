/// The commands that print what a device logs, for as long as they run.
package enum LogCommand {
    /// Returns the arguments, beginning with the program; nil if the tool has no log that linkscope reads.
    package static func arguments(of device: RealDevice) -> [String]? {
        switch device.tool {
        case .adb:
            // The option -T 1 leaves out what was logged before, except for one line.
            AndroidShell(device: device.id).arguments(["logcat", "-v", "threadtime", "-T", "1"])
        case .simctl:
            [
                "xcrun", "simctl", "spawn", device.id, "log", "stream", "--style", "ndjson", "--level", "info", "--predicate",
                "eventMessage CONTAINS \"://\" OR eventMessage CONTAINS \"al_\" OR process == \"swcd\"",
            ]
        case .devicectl, .desktop: nil
        }
    }
}
