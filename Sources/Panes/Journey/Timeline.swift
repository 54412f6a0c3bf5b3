import AppLinks
package import Deciding
package import Records

/// The last steps of the journey through the apps, each with the device as it was then, and the step that the user looks at.
///
/// Looking at a step changes nothing: the device and the lists stay as they are now, and new records keep arriving.
package struct Timeline: Sendable {
    package private(set) var steps: [TimelineStep] = []
    /// The number of the last step. Steps that are no longer kept count too.
    package private(set) var count = 0
    /// The number of the step that the user looks at; nil for now.
    private var position: Int?
    /// When the session began, in milliseconds since 1970, if it was reopened.
    package var startedAt: Int64?
    /// The number of steps dropped since the last stored step. Steps are dropped when too many links arrive at once.
    private var skipped = 0
    /// The position in the stream of events, while the user looks at a step.
    package var eventCursor = ListCursor()

    package init() {}

    /// The most steps to look at. Up to twice as many are stored, each with a copy of the device, which takes up to 40 KB with many apps.
    package static let mostSteps = 512

    /// Returns how many steps of a batch are kept: its last ones. A step costs a copy of the apps, so only a few steps of a large batch are
    /// kept, and also of a batch that arrives on a device with many apps.
    package static func mostSteps(ofBatch links: Int, apps: Int) -> Int { links > mostSteps ? 8 : apps > mostApps ? 32 : links }

    /// The number of apps whose copies are so cheap that a whole batch is kept.
    private static let mostApps = 32

    // MARK: Steps

    package mutating func add(
        _ cause: TimelineStep.Cause, from: SimulatedDevice.Front, to device: SimulatedDevice, link: RecordID?, way: LinkOpenings? = nil,
        time: Int64, counts: (links: Int, events: Int)
    ) {
        count += 1
        steps.append(
            TimelineStep(
                number: count, cause: cause, from: from, device: device, link: link, way: way, time: time, linkCount: counts.links,
                eventCount: counts.events, skipped: skipped))
        skipped = 0
        // Removing many steps at once makes the cost of each step small.
        if steps.count >= Self.mostSteps * 2 { steps.removeFirst(steps.count - Self.mostSteps) }
    }

    package mutating func skip() { skipped += 1 }

    /// Whether the session begins with the next step.
    package var isAtStart: Bool { count == 0 && skipped == 0 }

    package var kept: ArraySlice<TimelineStep> { steps.suffix(Self.mostSteps) }

    // MARK: Looking at a step

    package var isPast: Bool { position != nil }

    /// The step that the user looks at; nil for now. A step that is no longer kept is replaced by the oldest one that is.
    package var past: TimelineStep? {
        guard let position, let first = kept.first else { return nil }
        return kept[min(kept.startIndex + max(position - first.number, 0), kept.endIndex - 1)]
    }

    /// The steps up to the one that the user looks at.
    package var shown: ArraySlice<TimelineStep> { past.map { past in kept.prefix { $0.number <= past.number } } ?? kept }

    /// Returns what the user had done with a link by the step in view. `now` is what the user has done with the link by now.
    package func way(of link: RecordID, now: LinkOpenings?) -> LinkOpenings? { isPast ? shown.last { $0.link == link }?.way : now }

    /// The link whose banner is on the screen of the device at the step in view; nil if no step that is kept shows it.
    package var linkOfBanner: RecordID? {
        guard let past else { return nil }
        if past.cause == .returned { return past.link }
        guard let app = past.device.frontApp else { return nil }
        return shown.last { step in
            switch step.cause {
            case .arrived, .opened, .returned: step.device.frontApp?.id == app.id && step.device.frontApp?.banner == app.banner
            case .start, .failed, .changed, .restored: false
            }
        }?.link
    }

    /// The index, among the steps that are kept, of the step that the user looks at. Now is the last step.
    package var index: Int { past.map { $0.number - (kept.first?.number ?? 0) } ?? max(kept.count - 1, 0) }

    /// Returns the index, among the steps that are kept, of the last step of a link; nil if none is kept.
    package func index(of link: RecordID) -> Int? { kept.lastIndex { $0.link == link }.map { $0 - kept.startIndex } }

    /// Looks at the step with this index among the steps that are kept. The last step is now.
    package mutating func look(at index: Int) {
        guard index < kept.count - 1, let first = kept.first else { return returnToNow() }
        let number = first.number + max(index, 0)
        guard number != position else { return }
        position = number
        let count = past?.eventCount ?? 0
        eventCursor = ListCursor(count: count, selected: count - 1)
    }

    package mutating func returnToNow() { position = nil }
}

/// A step of the journey: something that changed the device, with the device after it.
package struct TimelineStep: Sendable {
    package enum Cause: Sendable, Hashable {
        case start
        /// A link arrived from outside the device.
        case arrived
        case opened
        /// A link was opened, but no app and no browser received it.
        case failed
        /// The user tapped the banner.
        case returned
        /// The user did something else, such as `removing Café`.
        case changed(String)
        /// The user took back an act, or did it again.
        case restored(String)
    }

    package let number: Int
    package let cause: Cause
    /// What was in front before the step.
    package let from: SimulatedDevice.Front
    /// The device after the step.
    package let device: SimulatedDevice
    package let link: RecordID?
    /// What the user had done with this link after the step.
    package let way: LinkOpenings?
    /// Milliseconds since 1970.
    package let time: Int64
    /// The number of links in the list after the step.
    package let linkCount: Int
    /// The number of events in the stream after the step.
    package let eventCount: Int
    /// The number of steps before this one that were not kept.
    package let skipped: Int
}
