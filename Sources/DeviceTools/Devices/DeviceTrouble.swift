/// The reason why a device could not be asked, with what to do about it.
package struct DeviceTrouble: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, as the end of a message, such as `adb is not installed`.
    package var reason: String
    /// What to do about it, as a sentence; empty if linkscope has no advice.
    package var advice: String

    package init(_ reason: String, advice: String = "") {
        self.reason = reason
        self.advice = advice
    }

    package var description: String { advice.isEmpty ? reason : "\(reason)\n\(advice)" }

    /// Returns the trouble of a program that did not do what it was run for.
    package init(_ run: ToolRun, of tool: DeviceTool, isMac: Bool) {
        let program = run.command.program
        switch run.ending {
        case .missing: self.init("\(program) is not installed", advice: tool.installation(isMac: isMac))
        case .exited where run.complaint != nil: self.init("\(program) says: \(run.complaint ?? "")")
        case .exited, .signalled, .timedOut, .notStarted: self.init("\(program) \(run.endingWords)")
        }
    }

    /// Returns the trouble of a device that is not ready.
    init(_ name: String, _ state: RealDevice.State) {
        switch state {
        case .ready: self.init(name)
        case .notReady(let reason, let advice): self.init("\(name) \(reason)", advice: advice)
        }
    }
}
