import AppLinks
import Bytes
import DeviceTools
import Inspector
import Panes
import Records
import Screen

// Commands, performed on the state with the same methods as the keys of the screen.

extension PlainTalk {
    /// Begins a command. If it is about a link, makes this link the current one, and waits for its content.
    mutating func begin(_ typed: TypedCommand, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        let argument = Binding.of(typed.command).argument
        let isAboutLink = argument.countsLinks && argument.numbers.upperBound > 0 || typed.command == .find
        guard isAboutLink else { return try perform(typed, &state, now: now) }
        var typed = typed
        var effects: [Effect] = []
        if let number = typed.link {
            effects = try state.carryOut(TypedCommand(.goTo, number), now: now)
            typed.numbers.removeFirst()
        }
        state.panes.focus = .links
        state.detail.tab = .decoded
        effects += settle(&state, now: now)
        guard state.lists.selectedLink != nil else { return say([Sentences(state: state).noLink], state) }
        work = .reading(typed)
        return .carryOut(effects)
    }

    /// Continues the work on a command; returns nil when the work is done.
    mutating func proceed(_ work: Work, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step? {
        switch work {
        case .reading(let command):
            if state.detail.isLoading, let record = state.detail.record { return .load([record]) }
            if state.detail.isWaiting { return .wait }
            self.work = nil
            return try perform(command, &state, now: now)
        case .acting:
            guard state.journey.opening != nil || state.realOpenings.running != nil || state.edges.export != nil else { break }
            return stopOrWait(&state, now: now)
        case .sessions(let isListed):
            guard state.hasWindow else { break }
            guard let found = state.listedSessions else { return .wait }
            self.work = nil
            _ = state.closeWindow()
            guard isListed else { return .carryOut([]) }
            sessions = found
            return say(Sentences(state: state).sessions(found), state)
        case .filtering:
            guard state.filtering.isComplete(state.lists) else {
                guard takeStop() else { return .wait }
                self.work = nil
                state.clearFilter()
                return .carryOut([.stopSearch])
            }
            let links = (0..<state.lists.linkCursor.count).compactMap(state.lists.shownLinks.index(at:))
            let events = (0..<state.lists.eventCursor.count).compactMap(state.lists.shownEvents.index(at:))
            state.clearFilter()
            found = links
            let (all, allEvents) = (state.lists.links.count.counted("link"), state.lists.events.count.counted("event"))
            state.notice = Notice(.good, "\(links.count) of \(all) and \(events.count) of \(allEvents) match.")
            self.work = .listing(links: links.suffix(Self.mostTold), events: events.suffix(Self.mostTold))
            return .carryOut([])
        case .comparing(let other):
            if state.memory.read(other) == nil {
                if state.edges.recordsBeingParsed.contains(other) { return .wait }
                if listed.insert(other).inserted { return .load([other]) }
            }
            listed = []
            self.work = nil
            return say(Sentences(state: state).difference(from: other), state)
        case .lookup(let kind, let url):
            if state.lookups.isRunning(kind, url) {
                return stopOrWait(&state, now: now)
            }
            self.work = nil
            let question = state.permissionQuestion
            _ = state.closeWindow()
            state.panes.focus = .links
            let sentences = Sentences(state: state).lookup(kind) + question.map(state.display.mask.text)
            state.detail.tab = .decoded
            return say(sentences + (question.isEmpty ? [] : ["\"\(kind.command.name) allow\" allows it and tries again."]), state)
        case .listing(let links, let events):
            let part = links.prefix(Self.mostTold)
            let partOfEvents = links.count > part.count ? [] : events.prefix(Self.mostTold)
            let records = part.map { state.lists.links[$0].record } + partOfEvents.compactMap(state.lists.record(ofEvent:))
            let missing = Set(records.filter { state.memory.read($0) == nil }).subtracting(listed)
            guard missing.isEmpty else {
                listed.formUnion(missing)
                return .load(missing)
            }
            listed = []
            let (restOfLinks, restOfEvents) = (Array(links.dropFirst(part.count)), Array(events.dropFirst(partOfEvents.count)))
            self.work = restOfLinks.isEmpty && restOfEvents.isEmpty ? nil : .listing(links: restOfLinks, events: restOfEvents)
            let sentences = Sentences(state: state)
            return say(
                part.map { sentences.sentence(about: state.lists.links[$0]) } + partOfEvents.map(sentences.numbered(event:)), state)
        }
        self.work = nil
        return nil
    }

    /// Stops what is running if the next line is `stop`. Otherwise, waits for the end of the work.
    private mutating func stopOrWait(_ state: inout State, now: Int64) -> Step {
        takeStop() ? .carryOut(state.perform(.stop, now: now)) : .wait
    }

    /// Adapts the state to changes that did not come with a message.
    private func settle(_ state: inout State, now: Int64) -> [Effect] { state.update(.resized(state.display.size), now: now) }

    /// Performs a command. A command that only shows something on the screen is read out. Any other command is performed as on the screen.
    private mutating func perform(_ typed: TypedCommand, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        let row = Binding.of(typed.command)
        if row.asksForText, typed.text.isEmpty { throw TypedCommand.Mistake(message: "Usage: \(row.plainSynopsis)") }
        let sentences = Sentences(state: state)
        var effects: [Effect] = []
        switch typed.command {
        case .help: return say(sentences.help(typed.text), state)
        case .goTo, .focusDetail:
            let part = DetailPart(rawValue: typed.text) ?? .summary
            return say(state.lists.selectedLink.map { sentences.show(part, of: $0) } ?? [sentences.noLink], state)
        case .focusLinks: return list(typed, &state)
        case .device where typed.text.isEmpty: return say(sentences.devices + sentences.apps, state)
        case .open:
            effects = try state.carryOut(typed, now: now)
            if state.hasWindow { work = .acting }
            effects += confirm(&state, now: now)
        case .openOnDevice, .writeFile, .recordSuite:
            effects = try state.carryOut(typed, now: now)
            work = .acting
        case .goBack: effects = try state.carryOut(typed, now: now) + confirm(&state, now: now)
        case .repair where state.detail.inspection == nil:
            return say(["#\(sentences.current ?? 0) has no link to repair."], state)
        case .repair:
            effects = try state.carryOut(typed, now: now)
            if state.detail.showsRepair { effects += state.deliverRepaired() }
        case .declare:
            let words = typed.text.split(separator: " ", maxSplits: 1).map(String.init)
            effects = state.declare(scheme: words.first, name: words.count > 1 ? words[1] : nil, now: now)
        case .hold where state.hold.isOn: return say(["The device is already paused."], state)
        case .resolve, .runScripts, .verify, .verifyOnDevice: return try lookUp(typed, &state, now: now)
        case .copy: return copy(CopyChoice.typed.first { $0.word == typed.text } ?? .link, state)
        case .sample where typed.numbers.isEmpty:
            let titles = state.samples.enumerated().map { "\($0 + 1): \($1.title)." }
            return say(titles + ["Type \"samples\" and a number to deliver one."], state)
        case .sample:
            state.lists.shownLinks.move { $0.move(to: .max) }
            effects = try state.carryOut(typed, now: now)
        case .secrets:
            effects = try state.carryOut(typed, now: now)
            state.notice = Notice(.good, state.display.showsSecrets ? "Secrets are shown." : "Secrets are masked.")
        case .diff:
            // The link with the number, or the one beside the current link.
            guard let other = try typed.numbers.first.map(state.link) ?? state.linkToCompare else {
                throw TypedCommand.Mistake(message: "There is no other link to compare this one with.")
            }
            work = .comparing(other)
            return .carryOut([])
        case .build where typed.text.isEmpty: return say(sentences.form, state)
        case .build:
            effects = try state.carryOut(typed, now: now) + confirm(&state, now: now)
            // A form that is not complete is kept, and the notice says what is missing.
            effects += state.closeWindow()
        case .front:
            effects = try state.carryOut(typed, now: now)
            if state.notice?.tone == .good { state.notice = Notice(.good, "\(Sentences(state: state).inFront)") }
        case .whatIf: return say(sentences.whatIf, state)
        case .nextProblem, .previousProblem, .nextMark:
            let before = state.lists.selectedLink
            effects = try state.carryOut(typed, now: now)
            if state.lists.selectedLink != before { work = .reading(TypedCommand(.focusDetail)) }
        case .filter: return try filter(typed.text, &state, now: now)
        case .find:
            let lines = sentences.lines(with: typed.text)
            return say(lines.isEmpty ? ["This link does not contain the text."] : lines, state)
        case .nextMatch: return try goToFound(1, &state, now: now)
        case .previousMatch: return try goToFound(-1, &state, now: now)
        case .focusEvents:
            state.panes.focus = .events
            let events = state.lists.events.indices
            work = .listing(links: [], events: Array(events.suffix(Self.mostTold)))
            let count = events.count.counted("event")
            let words = events.count > Self.mostTold ? "The last \(Self.mostTold) of \(count):" : "\(count):"
            return say([events.isEmpty ? "There is no event yet." : words], state)
        case .focusJourney: return say([sentences.inFront, sentences.trail ?? "Trail: none yet."], state)
        case .sessions: return try manageSessions(typed, &state)
        case .messages:
            let told = state.notices.log.suffix(Self.mostTold).map { sentences.spelled($0.value.said) }
            return say(told.isEmpty ? ["There is no message yet."] : told, state)
        default: effects = try state.carryOut(typed, now: now)
        }
        return .carryOut(effects + settle(&state, now: now))
    }

    /// Confirms what a window asks, if one was opened.
    private func confirm(_ state: inout State, now: Int64) -> [Effect] {
        state.hasWindow ? state.update(.key(.enter), now: now) : []
    }

    // MARK: Comparing and filtering

    /// Searches for the rows that match. The filter ends with the search, so that no command is about a link that it hides.
    private mutating func filter(_ text: String, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        state.change(filterTo: text)
        if let problem = state.filtering.problem {
            state.clearFilter()
            throw TypedCommand.Mistake(message: problem.message)
        }
        work = .filtering
        return .carryOut(settle(&state, now: now))
    }

    /// Goes to the next link that the last filter found, or to the one before it. Without a filter, every link counts.
    private mutating func goToFound(_ step: Int, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        let here = state.lists.selectedLinkIndex ?? -1
        let index =
            found.isEmpty
            ? here + step : step > 0 ? found.first { $0 > here } ?? -1 : found.last { $0 < here } ?? -1
        guard state.lists.links.indices.contains(index) else {
            guard !state.lists.links.isEmpty else { return say([Sentences(state: state).noLink], state) }
            let (direction, end) = step > 0 ? ("later", "last") : ("earlier", "first")
            return say([found.isEmpty ? "This is the \(end) link." : "No \(direction) link matches the filter."], state)
        }
        return try begin(TypedCommand(.goTo, index + 1), &state, now: now)
    }

    // MARK: Lookups

    private mutating func lookUp(_ typed: TypedCommand, _ state: inout State, now: Int64) throws(TypedCommand.Mistake) -> Step {
        if state.lookupSubject == nil, let number = Sentences(state: state).current {
            return say(["Neither #\(number) nor its target is a web link, so there is nothing to fetch."], state)
        }
        let effects = try state.carryOut(typed, now: now)
        guard let kind = state.detail.tab.lookup, let (_, url) = state.lookupSubject else { return .carryOut(effects) }
        work = .lookup(kind, url)
        if state.lookups.isRunning(kind, url) {
            let host = state.display.mask.text(url.host ?? "")
            state.notice = Notice(.plain, "Asking \(host). \"stop\" stops it.")
        }
        return .carryOut(effects)
    }

    // MARK: Lists and texts

    private mutating func list(_ typed: TypedCommand, _ state: inout State) -> Step {
        // `write` writes what was listed last.
        state.panes.focus = .links
        let links = state.lists.links
        var indices = Array(links.indices)
        if let first = typed.numbers.min(), let last = typed.numbers.max() {
            indices = Array(links.indices.clamped(to: first - 1..<last))
        }
        if typed.text == "problems" { indices.removeAll { !links[$0].hasProblem(after: state.journey.departure(of: links[$0].record)) } }
        let isCut = typed.numbers.isEmpty && typed.text.isEmpty && indices.count > Self.mostTold
        if isCut { indices = indices.suffix(Self.mostTold) }
        guard !indices.isEmpty else {
            let none = typed.text == "problems" ? "No link has a problem." : "There is no such link."
            return say([links.isEmpty ? Sentences(state: state).noLink : none], state)
        }
        work = .listing(links: indices, events: [])
        let count = links.count.counted("link")
        return say(isCut ? ["The last \(indices.count) of \(count):"] : [], state)
    }

    private func copy(_ choice: CopyChoice, _ state: State) -> Step {
        do throws(CommandRefusal) {
            let content = try state.copyContent(choice)
            let text = try content.preview(state.display.mask, columns: 1 << 24)
            let hasMask = !state.display.showsSecrets && content.holdsSecret
            return say([text] + (hasMask ? ["Its secret is masked. Type \"secrets on\", then \"copy\", to get it."] : []), state)
        } catch {
            return say(["Nothing to copy: \(error.reason)."], state)
        }
    }

    // The saved sessions: what the window of the screen does with keys.

    /// Lists the sessions, or does something with the one that has this number in the last list.
    mutating func manageSessions(_ typed: TypedCommand, _ state: inout State) throws(TypedCommand.Mistake) -> Step {
        let (word, rest) = TypedCommand.split(typed.text)
        guard let number = typed.numbers.first else {
            guard typed.text.isEmpty else { throw Self.usage }
            return wait(for: .listSessions, isListed: true, &state)
        }
        let session = try session(number)
        guard rest.isEmpty == (word != "name") else { throw Self.usage }
        switch word {
        case "", "open": return .carryOut([.openSession(session.path)])
        case "name", "delete":
            guard session.use == .free else { throw TypedCommand.Mistake(message: "An inspector uses this session. Quit it first.") }
            let effect: Effect = word == "name" ? .nameSession(session.path, rest) : .deleteSession(session.path)
            return wait(for: effect, isListed: false, &state)
        default: throw Self.usage
        }
    }

    private static let usage = TypedCommand.Mistake(message: "Usage: \(Binding.of(.sessions).synopsis)")

    private func session(_ number: Int) throws(TypedCommand.Mistake) -> SessionSummary {
        guard !sessions.isEmpty else {
            throw TypedCommand.Mistake(message: "Type \"sessions\" first. It lists the sessions with their numbers.")
        }
        guard sessions.indices.contains(number - 1) else {
            throw TypedCommand.Mistake(message: "There is no session \(number). The last list has \(sessions.count).")
        }
        return sessions[number - 1]
    }

    /// Carries out an effect whose answer is the list of sessions. The window takes the answer, as on the screen.
    private mutating func wait(for effect: Effect, isListed: Bool, _ state: inout State) -> Step {
        sessions = []
        _ = state.startChoosingSession()
        work = .sessions(isListed: isListed)
        return .carryOut([effect])
    }
}
