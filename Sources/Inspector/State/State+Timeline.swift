import AppLinks
import Deciding
import Panes
import Records
import Screen

// Time travel: while the user looks at a step of the journey, the screen shows the device, the banner, the trail and the events as they
// were after the step. Nothing is changed by looking.

extension State {
    /// The device as the screen shows it.
    var shownDevice: Device {
        guard let past = timeline.past else { return device }
        var device = device
        device.simulated = past.device
        return device
    }

    /// The journey as the screen shows it.
    var shownJourney: Journey {
        guard timeline.isPast else { return journey }
        return journey.retraced(timeline.shown)
    }

    /// The lists as the screen shows them. While the details are about an event, its link is selected among the links.
    var shownLists: Lists {
        var shown = timeline.isPast ? lists.showingAllEvents(at: timeline.eventCursor) : lists
        if let link = linkInView, link != lists.selectedLink, let number = lists.number(of: link) {
            shown.shownLinks.reveal(number - 1)
            shown.shownLinks.settle(height: layout.rows(of: .links).rows)
        }
        return shown
    }

    /// The link that all panes are about: the link of the details, even if the details are about an event; otherwise, the selected link.
    var linkInView: RecordID? { detail.record.flatMap { lists.number(of: $0) == nil ? nil : $0 } ?? lists.selectedLink }

    /// The banner at the step that the user looks at; nil if there was none. At a return, it is the banner that the user tapped.
    var pastBanner: ReturnToRefererBanner? {
        guard let past = timeline.past else { return nil }
        if past.cause == .returned, case .app(let id) = past.from {
            return past.device.banner(of: id, for: past.device.app(id)?.banner.refererAppLink)
        }
        guard let banner = past.device.frontApp?.banner, banner.isVisible else { return nil }
        return banner
    }

    /// The rows of the tab Journey.
    var stepRows: DetailRows {
        let steps = timeline.kept
        guard !steps.isEmpty else { return rows(saying: "No step yet: no app has received or opened a link.", .dim) }
        let times = steps.map { step in
            // The record of a link has the time of its arrival, even if the link arrived in an earlier session.
            let read = step.cause == .arrived ? step.link.flatMap { memory.row($0)?.text?.arrivedAt } : nil
            return read ?? step.time
        }
        return timeline.rows(
            times: times, selected: selectedStep, link: detail.record, trail: detail.record.map(trail) ?? Trail(), device: device,
            display: display, columns: tabColumns, height: layout.rows(of: .detail).rows, number: lists.number(of:))
    }

    /// The links of the steps in view, whose times have to be read.
    var linksOfStepsInView: [RecordID] {
        guard detail.tab == .journey, !layout.detail.isEmpty else { return [] }
        let steps = timeline.kept
        return detail.cursor.visible(height: layout.rows(of: .detail).rows).compactMap { index in
            let index = steps.startIndex + index
            return steps.indices.contains(index) && steps[index].cause == .arrived ? steps[index].link : nil
        }
    }

    /// The link of the step in the tab Journey that is selected.
    var linkOfStep: RecordID? {
        guard detail.tab == .journey else { return nil }
        let steps = timeline.kept
        return steps.isEmpty ? nil : steps[steps.startIndex + selectedStep].link
    }

    /// The index, among the steps that are kept, of the selected step in the tab Journey: the step that the user looks at. While the user
    /// looks at no step, the selected step is the last step of the link in the tab, or the last step of all if no other link came later.
    var selectedStep: Int {
        guard !timeline.isPast, detail.tab == .journey, let link = detail.record else { return timeline.index }
        return timeline.lastLink == link ? timeline.index : timeline.index(of: link) ?? timeline.index
    }

    /// Whether Left and Right go through the steps of the journey: in the journey pane, and in any pane while the tab Journey is on the
    /// screen.
    var canStep: Bool {
        let showsSteps = detail.tab == .journey && !layout.detail.isEmpty
        return (panes.focus == .journey || showsSteps) && !timeline.kept.isEmpty
    }

    /// Whether the keys of the cursor move through the steps of the journey.
    var isScrubbing: Bool { panes.focus == .detail && detail.tab == .journey && !timeline.kept.isEmpty }
}
