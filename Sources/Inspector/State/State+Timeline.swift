import AppLinks
import Deciding
import Panes
import Records
import Screen

// Time travel: while the user looks at a step of the journey, the screen shows the device, the banner, the trail and the events as they
// were after the step. Nothing is changed by looking.

extension State {
    var shownDevice: Device {
        guard let past = timeline.past else { return device }
        var device = device
        device.simulated = past.device
        return device
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

    /// The index, among the steps that are kept, of the step from which Left and Right go: the step that the user looks at. While the user
    /// looks at no step, it is the last step of the link in view, or the last step of all if no other link came later.
    var selectedStep: Int {
        guard !timeline.isPast, let link = detail.record else { return timeline.index }
        return timeline.kept.last { $0.link != nil }?.link == link ? timeline.index : timeline.index(of: link) ?? timeline.index
    }

    /// Whether Left and Right go through the steps of the journey: on the lane, and anywhere while the user looks at a step.
    var canStep: Bool { !timeline.kept.isEmpty && (timeline.isPast || isOnLane) }

    var isOnLane: Bool { selectedLine?.path == DetailLine.lanePath }
}
