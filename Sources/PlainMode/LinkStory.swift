import AppLinks
package import Deciding
package import Inspector
import LinkLayers
import Panes
package import Records

/// What is known about one link, for a report on it. The sentences have their secrets masked.
package struct LinkStory: Sendable {
    package var number: Int?
    package var record: RecordID
    /// The link without its data, for the title.
    package var place: String?
    package var device: SimulatedDevice
    /// The apps of the device that had to do with the link: those on its way, and those that claim it or one of its targets.
    package var apps: Set<String>
    /// The app that received the link, or the reason why no app did.
    package var reception: String?
    /// How the link ended, in the word of its row, with the reason if there is one; nil for a record that is no link of the list.
    package var result: String?
    /// Whether no app received the link, or nothing opened when the user opened it.
    package var didNotOpen: Bool
    /// A sentence about what to do if the link did not open; nil if nothing helps.
    package var advice: String?
    /// The way of the link through the apps, as the inspector shows it; nil if the link led nowhere.
    package var lane: String?
    /// How the link was opened the last time: who opened it, and a sentence for each target.
    package var opening: [String]
    /// The events of the link, each with a sentence about it, with the oldest first.
    package var steps: [(sentence: String, event: EventLine)]
    package var eventsLeftOut: Int
    /// The results of the lookups.
    package var lookups: [(title: String, lines: [String])]
    /// Commands that open the link.
    package var commands: [String]
}

// What the report on a link says. It is read elsewhere, so it masks secrets whatever the screen shows, names no keys, and has all times in
// UTC.

extension State {
    private static let mostReportedEvents = 50

    package func story(of record: RecordID) -> LinkStory {
        var masked = self
        masked.display.showsSecrets = false
        masked.display.zone = .utc
        return masked.maskedStory(of: record)
    }

    private func maskedStory(of record: RecordID) -> LinkStory {
        let sentences = Sentences(state: self)
        let events = lists.events(of: record)
        let steps = events.suffix(Self.mostReportedEvents).compactMap { index in
            eventLine(at: index).map { (sentence: sentences.sentence(aboutEvent: index), event: $0) }
        }
        let inspection = detail.inspection
        let row = lists.row(of: record)
        let end = row.map { LinkEnd($0.flags, departure: journey.departure(of: record)) }
        let account = lists.number(of: record).flatMap { linkLine(at: $0 - 1) }.flatMap { line in detail.content.map(line.story) }
        return LinkStory(
            number: lists.number(of: record), record: record, place: inspection.map(sentences.short),
            device: device.simulated, apps: apps(of: record, inspection?.link?.inputURL),
            reception: row.map { reception(of: $0, inspection?.link?.inputURL) { display.mask.text(device.name(of: $0)) }.account },
            result: end.map { end in
                let reason = end == .received ? nil : account?.reason
                return reason.map { "\(end.word): \(display.mask.text($0))" } ?? end.word
            },
            didNotOpen: end == .failed || end == .noApp, advice: account?.remedy.map { display.mask.text($0.advice) },
            lane: lane(of: record).line, opening: sentences.opening(of: record), steps: steps,
            eventsLeftOut: events.count - steps.count,
            lookups: reportedLookups(sentences), commands: inspection == nil ? [] : commands)
    }

    private func apps(of record: RecordID, _ url: LinkURL?) -> Set<String> {
        let stops = trail(of: record).stops.compactMap { stop in if case .app(let id)? = stop.front { id } else { nil } }
        let claiming = url?.scheme.flatMap { device.simulated.app(claiming: $0)?.id }
        return Set(stops + [claiming].compactMap(\.self) + (journey.departure(of: record)?.steps.compactMap(\.app) ?? []))
    }

    /// What the lookups of the link have found. A lookup that still runs is left out.
    private func reportedLookups(_ sentences: Sentences) -> [(title: String, lines: [String])] {
        guard let (_, url) = lookupSubject else { return [] }
        return [(Lookup.Kind.page, "Page"), (.verdict, "Verdict")].compactMap { kind, title in
            lookups.answer(kind, url).map { _ in (title, sentences.lookup(kind)) }
        }
    }

    /// The commands that open the link, or show its redirects. The link is quoted after its secrets are masked.
    private var commands: [String] {
        [CopyChoice.simctl, .adb, .curl].compactMap { choice in
            try? copyContent(choice).preview(display.mask, columns: 1 << 24)
        }
    }
}
