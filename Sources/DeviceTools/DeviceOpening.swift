/// What a device did with a link, as its tool reported it.
package struct DeviceOpening: Sendable, Hashable {
    /// How an app came to the front.
    package enum Manner: String, Sendable, Hashable {
        case started
        /// The app was running already, and its task came to the front. Android does not deliver the link then.
        case broughtToFront = "brought-to-front"
        /// The activity in front received the link without being started again.
        case delivered
    }

    package enum End: Sendable, Hashable {
        /// An app opened the link. `activity` is the screen of an Android app that was shown.
        case app(id: String, activity: String?, Manner)
        /// The link went to a browser, and not to an app of its own.
        case browser(id: String)
        /// The device asks the user which app to use.
        case chooser
        /// No app opened the link.
        case nothing(reason: String)
        /// The tool delivered the link but does not report which app took it.
        case unreported
    }

    package var end: End
    /// What the tool printed that tells more about the end; empty if there is nothing.
    package var remarks: [String]

    package init(_ end: End, remarks: [String] = []) {
        self.end = end
        self.remarks = remarks
    }

    /// A sentence without its subject and full stop, such as `opened in com.example.shop`.
    package var words: String {
        switch end {
        case .app(let id, let activity, let manner):
            let screen = activity.map { ", activity \($0)" } ?? ""
            return switch manner {
            case .started: "opened in \(id)\(screen)"
            case .broughtToFront: "\(id) came to the front\(screen), but Android did not deliver the link to it"
            case .delivered: "delivered to \(id)\(screen), which was in front"
            }
        case .browser(let id): return "went to the browser (\(id)), not to an app of its own"
        case .chooser: return "the device asks which app to use"
        case .nothing(let reason): return "nothing opened: \(reason)"
        case .unreported: return "accepted; the tool does not report which app opened it"
        }
    }

    /// Whether an app of its own opened the link; nil if that is not known.
    package var isInApp: Bool? {
        switch end {
        case .app(_, _, let manner): manner != .broughtToFront
        case .browser, .chooser, .nothing: false
        case .unreported: nil
        }
    }

    /// The app that opened the link; nil for a browser, and if no app did.
    package var app: String? { if case .app(let id, _, _) = end { id } else { nil } }
}

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

    package var description: String { reason }

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
