import AppLinks
import Records
import Screen

// Moving through the steps of the journey, in its tab and in its pane.

extension State {
    /// Looks at another step. Looking at the last step returns to now.
    mutating func scrub(_ command: Command) {
        let rows = detailAreas(detailRows).lines.rows
        var cursor = ListCursor(count: timeline.kept.count, selected: selectedStep)
        let isBeforePast = !timeline.isPast && selectedStep < timeline.index
        switch command {
        // The first step into the past is the selected step of the link, and not the step before it.
        case .fold where isBeforePast, .up where isBeforePast: break
        case .fold: cursor.move(by: -1)
        case .unfold: cursor.move(by: 1)
        default: cursor.move(command, height: rows)
        }
        timeline.look(at: cursor.selected)
        // A notice about an act is true now, but not at an earlier step.
        if timeline.isPast { notice = nil }
    }

    /// Returns whether a command may be performed now. While the user looks at the past, the commands that change the device are refused.
    mutating func isRefused(_ command: Command) -> Bool {
        guard let past = timeline.past, command.changesDevice else { return false }
        let refused = command == .open || command == .goBack ? "opened" : "changed"
        notice = Notice(
            .plain, "You are looking at step \(past.number) of \(timeline.count), so nothing was \(refused). Esc returns to now.")
        return true
    }

    /// Keeps the cursor of the tab Journey at the step that the user looks at.
    mutating func settleSteps() {
        timeline.eventCursor.settle(height: layout.rows(of: .events).rows)
        guard detail.tab == .journey, !timeline.kept.isEmpty else { return }
        var cursor = detail.cursor
        cursor.replace(count: timeline.kept.count)
        cursor.move(to: selectedStep)
        detail.cursor = cursor
    }

    /// Adds a step to the timeline. `before` is the device before the step.
    mutating func addStep(
        _ cause: TimelineStep.Cause, from front: SimulatedDevice.Front, after before: SimulatedDevice, link: RecordID?, now: Int64
    ) {
        if timeline.isAtStart {
            timeline.add(.start, from: before.front, to: before, link: nil, time: timeline.startedAt ?? now, counts: (links: 0, events: 0))
        }
        timeline.add(
            cause, from: front, to: device.simulated, link: link, way: link.flatMap { journey.ways[$0] }, time: now,
            counts: (links: lists.links.count, events: lists.events.count))
    }
}
