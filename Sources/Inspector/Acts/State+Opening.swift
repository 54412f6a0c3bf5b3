import AppLinks
import Deciding
import LinkLayers
import Panes
import Records
import Screen
import Tasks

extension State {
    /// Opens the App Link that was resolved, unless the user has stopped the opening or opened another link.
    mutating func resolved(_ opening: Opening, _ outcome: Outcome<AppLink>, now: Int64) -> [Effect] {
        guard journey.opening == opening, journey.endOpening() else { return [] }
        switch outcome {
        case .success(let appLink):
            return act(
                .open(opening.record, opening.url, appLink, from: opening.front, back: opening.back, how: opening.how), now: now)
        case .cancelled: return []
        case .failure(let error):
            failedActs += 1
            return notify(.bad, "The App Link could not be found: \("\(error)")")
        }
    }

    // MARK: Acts, done now and stored, or repeated from the journal

    /// Performs an act of the user and has it stored. Records that waited for a window come first, because they do in the journal too.
    mutating func act(_ act: Act, now: Int64) -> [Effect] {
        let arrivals = isHolding ? [] : receiveWaiting()
        let eventCount = lists.posted.count
        let effects = perform(act, now: now)
        if lists.posted[eventCount...].contains(where: { $0.failure != nil }) { failedActs += 1 }
        return arrivals + [.record(act, at: now)] + effects
    }

    mutating func perform(_ act: Act, now: Int64) -> [Effect] {
        let before = moment
        let (words, eventCount) = (words(for: act), lists.posted.count)
        switch act {
        case .undo, .redo: return restore(isUndoing: act == .undo, now: now)
        case .begin(let first):
            device.simulated = first
            timeline.startedAt = now
            return []
        case .update(let other):
            device.simulated.update(from: other)
            device.updateAppNames()
            return []
        case .mark(let link, let isOn):
            lists.marks.set(link, isOn)
            return []
        case .openedForReal(let link, let opening):
            realOpenings.note(opening, of: link, at: now)
            return []
        case .lookedUp(_, let summary):
            lookups.note(summary, at: now)
            return []
        case .hold(let isOn):
            hold.isOn = isOn
            return notify(
                .good, isOn ? "Paused: new links are recorded and wait until you \(press: .resume)\(onScreen: " again")." : "Resumed.")
        default: break
        }
        var effects = move(by: act, now: now)
        device.updateAppNames()
        if act.isDeclaration { effects += save(declarationsSince: before.device, act) }
        undoStack.note(UndoStack.Entry(target: before, base: moment, act: act, words: words, events: eventCount..<lists.posted.count))
        addStep(of: act, words, after: before.device, hasPosted: lists.posted.count > eventCount, now: now)
        return effects
    }

    private var moment: UndoStack.Moment { (device.simulated, journey, lists.links.count) }

    /// Adds a step to the timeline if an act changed the device, posted events or tried to open a link.
    private mutating func addStep(of act: Act, _ words: String, after before: SimulatedDevice, hasPosted: Bool, now: Int64) {
        let after = device.simulated
        switch act {
        case .open(let link, _, _, let front, _, _):
            let hasFailed = journey.departure(of: link)?.outcome.type == .failure
            addStep(hasFailed ? .failed : .opened, from: front ?? before.front, after: before, link: link, now: now)
        case .goBack(let way):
            // A second return opens the referer again, and the device stays as it was.
            guard after != before || hasPosted else { return }
            let front = way.map { SimulatedDevice.Front.app($0.app) } ?? before.front
            addStep(.returned, from: front, after: before, link: way?.link, now: now)
        default:
            guard after != before else { return }
            addStep(.changed(words), from: before.front, after: before, link: nil, now: now)
        }
    }

    private mutating func move(by act: Act, now: Int64) -> [Effect] {
        switch act {
        case .open(let record, _, let appLink, let front, let back, let how):
            if let front { device.simulated.bringToFront(front) }
            let departure = device.simulated.open(appLink, returnURL: back, from: how.map { .browser($0) })
            return apply(departure, way: .opened, link: record, now: now)
        case .goBack(let way):
            let departure = way.map { device.simulated.returnToReferer($0.referer, from: $0.app) } ?? device.simulated.returnToReferer()
            guard let departure else { return refuseToReturn() }
            return apply(departure, way: .returned, link: way?.link, now: now)
        case .dismissBanner(let app):
            let name = app.map { device.name(of: .app($0)) } ?? device.frontName ?? "the app in front"
            if let app { device.simulated.closeBanner(of: app) } else { device.simulated.closeBanner() }
            return notify(.good, "Banner of \(name) closed, also for its later links. \(.undo) undoes it.")
        case .chooseDevice(let other):
            device.change(to: device.withAssumedApps(other), after: lists.lastRecord)
            journey.move(from: other.front, to: other.front, way: .changed(device: other.name))
        case .switchApp(let id, let isInstalled):
            let before = device.simulated.front
            device.simulated.setInstalled(isInstalled, app: id)
            journey.move(from: before, to: device.simulated.front)
        case .bringToFront(let front):
            let before = device.simulated.front
            device.simulated.bringToFront(front)
            device.simulated.reopenBanner()
            journey.move(from: before, to: device.simulated.front)
        case .assumeApps(let isOn): device.simulated.assumesApps = isOn
        case .declare(let app): device.simulated.declare(app)
        case .begin, .update, .mark, .hold, .openedForReal, .lookedUp, .undo, .redo: break
        }
        return []
    }

    /// Applies the declarations since a state of the device to its profile, and requests to save them in its file.
    private mutating func save(declarationsSince before: SimulatedDevice, _ act: Act? = nil) -> [Effect] {
        var changes = AppDeclarations(from: before, to: device.simulated)
        // An app that is on the device already, but could not be saved, is saved again.
        if changes == nil, case .declare(let app)? = act { changes = AppDeclarations(device: device.simulated.name, declared: [app]) }
        guard let changes else { return [] }
        device.note(changes)
        return [.saveApps(changes)]
    }

    /// Takes back an act or does it again. What arriving links have done since stays, and the events of the act are marked.
    private mutating func restore(isUndoing: Bool, now: Int64) -> [Effect] {
        guard let entry = undoStack.take(isUndoing: isUndoing) else { return [] }
        let before = moment
        let receivedLinks = lists.links[entry.base.linkCount...].contains { $0.flags.contains(.wasReceived) }
        let after = entry.target(at: before, receivedLinks: receivedLinks)
        device.change(to: after.device, after: lists.lastRecord)
        journey = after.journey
        device.updateAppNames()
        undoStack.note(entry, isUndone: isUndoing, from: before, to: after)
        lists.mark(posted: entry.events, isUndone: isUndoing)
        let word = isUndoing ? "Undone" : "Done again"
        let hint: HintedText = isUndoing ? "\(.redo) does it again" : "\(.undo) undoes it"
        addStep(.restored("\(word): \(entry.words)"), from: before.device.front, after: before.device, link: entry.act.link, now: now)
        notice = Notice(.good, "\(word): \(entry.words). \(hint).")
        return entry.act.isDeclaration ? save(declarationsSince: before.device) : []
    }

    /// Returns an act in a few words, such as `opening #41`.
    private func words(for act: Act) -> String {
        let number = { (link: RecordID) in lists.number(of: link).map { " #\($0)" } ?? " a link" }
        return switch act {
        case .open(let link, _, _, _, _, _): "opening\(number(link))"
        case .goBack(let way): "the return" + (way.map { " from\(number($0.link))" } ?? "")
        case .dismissBanner: "closing the banner"
        case .chooseDevice(let other): "changing to \(other.name)"
        case .switchApp(let id, let isInstalled): "\(isInstalled ? "installing" : "removing") \(device.name(of: .app(id)))"
        case .bringToFront(let front): "bringing \(device.name(of: front)) to the front"
        case .assumeApps(let isOn): isOn ? "assuming apps" : "assuming no apps"
        case .declare(let app): "\(device.simulated.app(app.id)?.isAssumed == false ? "changing" : "adding") \(app.name)"
        case .begin, .update, .mark, .hold, .openedForReal, .lookedUp, .undo, .redo: ""
        }
    }

    /// Adds the events and the step of the trail that a departure caused.
    private mutating func apply(_ departure: Departure, way: TrailStep.Way, link: RecordID?, now: Int64) -> [Effect] {
        // The lane tells what happened.
        if detail.record == link, detail.tab != .decoded { detail.visit(.decoded, from: panes.focus) }
        let failure = departure.failure
        for event in departure.events {
            let app = event.app.map { device.appIndex($0) } ?? AppNames.none
            var posted = Event(event.event)
            (posted.time, posted.link) = (now, link.map { Event.Link($0) })
            if failure != nil { (posted.failure, posted.unclaimedScheme) = (failure, departure.unclaimedScheme) }
            lists.append(posted, app: app)
        }
        lists.finishAppending()
        journey.follow(departure, way: way, link: link, browser: device.simulated.browserName, at: now)
        if let failure {
            notice = Notice(.bad, "Failed: \(Self.words(for: failure, unclaimed: departure.unclaimedScheme))")
        } else {
            // The banner has named the app as the link does.
            let referer = way == .returned && departure.frontAfter != .browser ? link.flatMap(refererName(of:)) : nil
            let name = referer ?? String(device.name(of: departure.frontAfter).prefix(200))
            notice = Notice(.good, way == .returned ? "Returned to \(name).\(wayFurther(after: link))" : words(for: departure, in: name))
        }
        return [.post(departure.events.map(\.event))]
    }

    private func words(for departure: Departure, in name: String) -> HintedText {
        guard departure.frontAfter == .browser else { return "Opened in \(name)." }
        // A page that is not known may name an app.
        let page = pageStatus(of: departure.appLink.sourceURL)
        if let page, !page.isKnown { return "\(name) opens the link. Its page: \(page.words)." }
        return departure.appLink.fallsBackToTarget ? "Opened the link's target in \(name)." : "Opened in \(name)."
    }

    /// Returns the name of a link's referer for a notice, as the banner gives it; nil if the link has none.
    private func refererName(of link: RecordID) -> String? {
        sender(of: link) { device.name(of: $0) }.map { String(display.mask.text($0.text).prefix(200)) }
    }

    /// Returns how to go further back from the app in front: with the last link that it received before; empty if there is no such link.
    private func wayFurther(after link: RecordID?) -> HintedText {
        guard let link, let number = lists.number(of: link), case .app(let id) = device.simulated.front else { return "" }
        let earlier = lists.links[..<(number - 1)].lastIndex { row in
            row.flags.contains(.wasReceived) && device.simulated.app(device.appNames.id(of: row.app) ?? "")?.id == id
        }
        guard let earlier, memory.row(lists.links[earlier].record)?.text?.story?.senderScheme != nil,
            let referer = refererName(of: lists.links[earlier].record)
        else { return "" }
        let back = "To go further back, to \(referer)"
        return " \(back), \(press: .goBack, "\(earlier + 1)", onScreen: "\(.goBack) on #\(earlier + 1)")."
    }

    /// Returns why nothing opened, and how to add an app for the scheme that no app claims.
    private static func words(for failure: String, unclaimed scheme: String?) -> HintedText {
        guard let scheme else { return "\(failure)." }
        let cause = "no app claims the scheme \(scheme)"
        return "\(failure == "no app claims \(scheme):" ? cause : "\(failure); \(cause)"). \(begin: .declare, scheme) to add one."
    }

    /// Sentences that tell how to reverse the changes to the lists, which undo does not reverse.
    private var waysBack: [HintedText] {
        var ways: [HintedText] = []
        if filtering.filter != nil { ways.append("Esc in a list shows the hidden rows again.") }
        if sorting.order != SortOrder() { ways.append(":sort \(ListColumns.Link.time.rawValue) restores the order.") }
        if !lists.marks.records.isEmpty { ways.append("\(.mark) removes a mark.") }
        return ways
    }

    mutating func undo(_ act: Act, now: Int64) -> [Effect] {
        switch act {
        case .undo where undoStack.past.isEmpty: return notify(.plain, waysBack.reduce("Nothing to undo.") { "\($0) \($1)" })
        case .redo where undoStack.future.isEmpty: return notify(.plain, "Nothing to redo.")
        default: return self.act(act, now: now)
        }
    }
}
