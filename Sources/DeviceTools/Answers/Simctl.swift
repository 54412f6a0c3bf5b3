/// Reads the result of `xcrun simctl openurl`. simctl prints nothing if a simulator accepted the link.
package enum SimctlAnswer {
    /// - Throws: The trouble that the simulator could not be asked.
    package static func opening(_ run: ToolRun, isMac: Bool) throws(DeviceTrouble) -> DeviceOpening {
        if run.isSuccess { return DeviceOpening(.unreported) }
        let text = run.errors + run.output
        // kLSApplicationNotFoundErr of Launch Services.
        if text.contains("code=-10814") { return DeviceOpening(.nothing(reason: "no app on the simulator handles the link")) }
        // The code of LSApplicationWorkspaceErrorDomain for the same.
        if text.contains("LSApplicationWorkspaceErrorDomain, code=115") {
            return DeviceOpening(.nothing(reason: "no app on the simulator handles the link"))
        }
        if text.contains("current state: Shutdown") || text.contains("No devices are booted") {
            throw DeviceTrouble("no simulator is running", advice: "Start one with: open -a Simulator")
        }
        if text.contains("Invalid device") { throw DeviceTrouble("simctl does not know this simulator") }
        if text.contains("unable to find utility \"simctl\"") {
            throw DeviceTrouble("simctl is not installed", advice: DeviceTool.simctl.installation(isMac: isMac))
        }
        throw DeviceTrouble(run, of: .simctl, isMac: isMac)
    }
}
