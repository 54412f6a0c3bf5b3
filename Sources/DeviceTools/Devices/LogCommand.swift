/// The commands that print what a device logs, for as long as they run.
package enum LogCommand {
    /// Returns the arguments, beginning with the program; nil if the tool has no log that linkscope reads.
    ///
    /// - Parameter time: For Android, the time from which on the log is printed, such as `11-26 09:42:00.000`; nil for all that the device has.
    package static func arguments(of device: RealDevice, since time: String? = nil) -> [String]? {
        switch device.tool {
        case .adb:
            AndroidShell(device: device.id).arguments(["logcat", "-v", "threadtime"] + (time.map { ["-T", $0] } ?? []))
        case .simctl:
            [
                "xcrun", "simctl", "spawn", device.id, "log", "stream", "--style", "ndjson", "--level", "info", "--predicate",
                "eventMessage CONTAINS \"://\" OR eventMessage CONTAINS \"al_\" OR process == \"swcd\"",
            ]
        case .devicectl, .desktop: nil
        }
    }

    /// The command that prints the last line of an Android device's log, after which reading begins.
    package static func lastLine(of device: RealDevice) -> ToolCommand {
        ToolCommand(AndroidShell(device: device.id).arguments(["logcat", "-v", "threadtime", "-d", "-t", "1"]), seconds: 20)
    }
}
