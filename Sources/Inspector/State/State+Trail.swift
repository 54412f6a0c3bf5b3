import AppLinks
import LinkLayers
import Records

// The trail of one link. It follows from the link, from the app that received it, and from what the user did with the link, so links that
// arrive meanwhile do not change it.

extension State {
    /// Returns the trail of a link as it is now, or as it was at the step of the journey that the user looks at.
    func trail(of link: RecordID) -> Trail {
        guard let row = lists.row(of: link), !arrivedLater(link) else { return Trail() }
        let receiver = row.flags.contains(.wasReceived) ? device.appNames.id(of: row.app).map { SimulatedDevice.Front.app($0) } : nil
        let legs = (shownWay(of: link)?.legs ?? []).map { leg in
            LinkWay.Leg(from: current(leg.from), to: current(leg.to), way: leg.way, time: leg.time)
        }
        return Trail(sender: sender(of: link), receiver: receiver.map(current), legs: legs)
    }

    /// Returns what the user has done with a link by now, or had done by the step of the journey that the user looks at.
    func shownWay(of link: RecordID) -> LinkWay? { timeline.way(of: link, now: journey.ways[link]) }

    /// Returns whether a link arrived after the step of the journey that the user looks at.
    func arrivedLater(_ link: RecordID) -> Bool {
        guard let past = timeline.past, let number = lists.number(of: link) else { return false }
        return number > past.linkCount
    }

    /// Returns the app that sent a link; nil if the link does not name it.
    private func sender(of link: RecordID) -> Trail.Place? {
        let story = memory.row(link)?.text?.story ?? (detail.record == link ? detail.reading?.link : nil).map { RowStory($0) }
        guard let story, let name = story.sender else { return nil }
        guard let scheme = story.senderScheme, let app = device.simulated.app(claiming: scheme) else { return .named(name) }
        return .front(.app(app.id))
    }

    /// Returns the app that has replaced an app since, or `front` itself if none has.
    private func current(_ front: SimulatedDevice.Front) -> SimulatedDevice.Front {
        guard case .app(let id) = front else { return front }
        return .app(device.simulated.app(id)?.id ?? id)
    }
}
