/// A program that opens links outside linkscope. The raw value is the word for `--on`.
package enum DeviceTool: String, Sendable, Hashable, CaseIterable {
    /// Android devices and emulators.
    case adb
    /// The iOS Simulator.
    case simctl
    /// iPhones and iPads.
    case devicectl
    /// The desktop on which linkscope runs.
    case desktop

    /// What the tool opens links on, such as `a connected Android device`.
    package var place: String {
        switch self {
        case .adb: "a connected Android device or emulator"
        case .simctl: "the iOS Simulator"
        case .devicectl: "a connected iPhone or iPad"
        case .desktop: "this desktop"
        }
    }

    /// The program that is run.
    package func program(isMac: Bool) -> String {
        switch self {
        case .adb: "adb"
        case .simctl, .devicectl: "xcrun"
        case .desktop: isMac ? "open" : "xdg-open"
        }
    }

    /// What to do if the program is not installed.
    package func installation(isMac: Bool) -> String {
        switch self {
        case .adb: isMac ? "Run: brew install --cask android-platform-tools" : "On Debian, run: apt-get install adb"
        case .simctl, .devicectl:
            isMac ? "Install Xcode, then run: sudo xcode-select -s /Applications/Xcode.app" : "It is part of Xcode, which needs a Mac."
        case .desktop: isMac ? "It is part of macOS." : "On Debian, run: apt-get install xdg-utils"
        }
    }
}
