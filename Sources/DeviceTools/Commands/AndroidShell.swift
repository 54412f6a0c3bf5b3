/// The shell of an Android device, which adb reaches.
package struct AndroidShell: Sendable, Hashable {
    /// The serial number of the device. Nil means the only device that is connected.
    package var device: String?

    package init(device: String? = nil) { self.device = device }

    /// Returns the arguments that let the device run a program with exactly these words.
    ///
    /// adb joins its arguments with spaces, and the device's shell splits them again. So each word is quoted for that shell.
    package func arguments(_ words: [String]) -> [String] {
        ["adb"] + (device.map { ["-s", $0] } ?? []) + ["shell"] + words.map(ShellQuoting.word)
    }
}
