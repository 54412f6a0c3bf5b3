internal import Bytes

/// Reads the version of Android.
package enum AndroidVersion {
    package static func command(_ shell: AndroidShell) -> ToolCommand {
        ToolCommand(shell.arguments(["getprop", "ro.build.version.release"]), seconds: 20)
    }

    /// Returns the system with its version, such as `Android 14`; nil if the device does not tell.
    package static func system(_ run: ToolRun) -> String? {
        guard run.isSuccess, let version = run.lines.first, version.utf8.count <= 20,
            version.utf8.allSatisfy({ ByteClass.isLetter($0) || ByteClass.isDigit($0) || ".-_".utf8.contains($0) })
        else { return nil }
        return "Android \(version)"
    }
}
