/// The arguments with which each program opens a link. The first argument is the name of the program.
///
/// The same arguments are run by linkscope and, quoted for a shell, copied by the user.
package enum OpenArguments {
    /// - Parameters:
    ///   - device: The serial number of the device. Nil means the only device that is connected.
    ///   - package: The only app that may open the link. Nil means that Android chooses.
    package static func adb(_ link: CommandLink, device: String? = nil, package: String? = nil) -> [String] {
        AndroidShell(device: device).arguments(
            [
                // -W waits until the activity is drawn, and prints which one that was.
                "am", "start", "-W", "-a", "android.intent.action.VIEW", "-c", "android.intent.category.BROWSABLE", "-d", link.text,
            ] + (package.map { [$0] } ?? []))
    }

    /// - Parameter device: The UDID of a simulator. `booted` means the one that is running.
    package static func simctl(_ link: CommandLink, device: String = "booted") -> [String] {
        ["xcrun", "simctl", "openurl", device, link.text]
    }

    /// - Parameters:
    ///   - device: The identifier, UDID or name of the device.
    ///   - bundleID: The app that gets the link. devicectl cannot let iOS choose.
    package static func devicectl(_ link: CommandLink, device: String, bundleID: String) -> [String] {
        ["xcrun", "devicectl", "device", "process", "launch", "--device", device, "--payload-url", link.text, bundleID]
    }
}
