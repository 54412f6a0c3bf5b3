import AppLinks
import Pasting
import Records
import Screen

// Commands, performed on the state with the same methods as the keys of the screen.

extension PlainTalk {
    /// Begins a command. If it is about a link, makes this link the current one, and waits for its content.
    mutating func begin(_ command: PlainCommand, _ state: inout State, now: Int64) -> Step {
        guard command.needsLink else { return perform(command, &state, now: now) }
        var effects: [Effect] = []
        if let number = command.link {
            effects = state.perform(TypedCommand(command: .goTo, argument: .link(number)), now: now)
            guard state.lists.links.indices.contains(number - 1) else {
                mistakes += 1
                return .carryOut(effects)
            }
        }
        state.panes.focus = .links
        state.detail.tab = .decoded
        effects += settle(&state, now: now)
        guard state.lists.selectedLink != nil else { return say(["There is no link yet. Paste one, or type \"sample\"."], state) }
        work = .reading(command)
        return .carryOut(effects)
    }

    /// Continues the work on a command; returns nil when the work is done.
    mutating func proceed(_ work: Work, _ state: inout State, now: Int64) -> Step? {
        switch work {
        case .reading(let command):
            if state.detail.isLoading, let record = state.detail.record { return .load([record]) }
            if state.detail.isWaiting { return .wait }
            self.work = nil
            return perform(command, &state, now: now)
        case .opening:
            guard state.journey.opening != nil else { break }
            return takeStop() ? .carryOut(state.update(.key(.escape), now: now)) : .wait
        case .lookup(let kind, let url):
            if state.lookups.isRunning(kind, url) {
                return takeStop() ? .carryOut(state.update(.key(.escape), now: now)) : .wait
            }
            self.work = nil
            state.panes.focus = .links
            state.detail.tab = .decoded
            let sentences = Sentences(state: state)
            let rows = state.lookups.rows(
                of: kind, url, isSiteFolded: false, device: state.device.simulated, display: state.display, columns: state.tabColumns
            ).lines.filter { !$0.isContinuation }
            return say(rows.compactMap { sentences.sentence($0).map(sentences.plain) }, state)
        case .listing(let indices):
            let part = indices.prefix(Self.mostTold)
            let records = Set(part.map { state.lists.links[$0].record })
            let missing = records.filter { state.memory.read($0) == nil }.subtracting(listed)
            guard missing.isEmpty else {
                listed.formUnion(missing)
                return .load(missing)
            }
            listed = []
            let rest = Array(indices.dropFirst(part.count))
            self.work = rest.isEmpty ? nil : .listing(rest)
            let sentences = Sentences(state: state)
            return say(part.map { sentences.sentence(about: state.lists.links[$0]) }, state)
        }
        self.work = nil
        return nil
    }

    /// Adapts the state to changes that did not come with a message.
    private func settle(_ state: inout State, now: Int64) -> [Effect] { state.update(.resized(state.display.size), now: now) }

    private mutating func perform(_ command: PlainCommand, _ state: inout State, now: Int64) -> Step {
        let sentences = Sentences(state: state)
        var effects: [Effect] = []
        switch command {
        case .help(let word): return say(sentences.help(word), state)
        case .show(_, let part):
            return say(state.lists.selectedLink.map { sentences.show(part, of: $0) } ?? ["There is no link yet."], state)
        case .list(let listing): return list(listing, state)
        case .apps: return say(sentences.apps, state)
        case .device(nil): return say(sentences.devices, state)
        case .device(let name?): effects = state.perform(TypedCommand(command: .device, argument: .text(name)), now: now)
        case .open(_, let from): return open(from: from, &state, now: now)
        case .goBack: effects = confirm(.goBack, &state, now: now)
        case .dismiss: effects = state.perform(.dismissBanner, now: now)
        case .undo: effects = state.undo(.undo, now: now)
        case .redo: effects = state.undo(.redo, now: now)
        case .repair:
            effects = state.perform(.repair, now: now)
            if state.detail.showsRepair { effects += state.deliverRepaired() }
        case .install(let name), .remove(let name): return switchApp(name, isInstalled: command == .install(name), &state, now: now)
        case .front(let name): return bringToFront(name, &state, now: now)
        case .assume(let isOn):
            effects = state.act(.assumeApps(isOn), now: now)
            state.notice = Notice(.good, isOn ? "An app is assumed for each scheme that no app claims." : "No apps are assumed.")
        case .hold(let isOn):
            guard isOn != state.hold.isOn else { return say([isOn ? "The device is already held." : "There is no hold."], state) }
            effects = state.act(.hold(isOn), now: now)
            state.notice = Notice(.good, isOn ? "Held: new links are recorded and wait until you type \"resume\"." : "The hold has ended.")
        case .lookUp(_, let word, let isFresh): return lookUp(word, isFresh, &state, now: now)
        case .stop: return say(["Nothing is running."], state)
        case .copy(_, let choice): return copy(choice, state)
        case .sample(let number): return sample(number, &state)
        case .secrets(let isOn):
            state.display.showsSecrets = isOn
            return say([isOn ? "Secrets are shown." : "Secrets are masked."], state)
        case .quit: return .end
        }
        return .carryOut(effects + settle(&state, now: now))
    }

    /// Performs a command that opens a window, and confirms the window.
    private func confirm(_ command: Command, _ state: inout State, now: Int64) -> [Effect] {
        let effects = state.perform(command, now: now)
        return state.overlay == nil ? effects : effects + state.update(.key(.enter), now: now)
    }

    // MARK: Opening

    private mutating func open(from name: String?, _ state: inout State, now: Int64) -> Step {
        let effects = state.perform(.open, now: now)
        guard case .opening(var choice) = state.overlay else { return .carryOut(effects) }
        if let name {
            let name = name.lowercased()
            let names = choice.fronts.map { front in
                switch front {
                case .browser: ["browser", state.device.name(of: front).lowercased()]
                case .home: ["home", "home screen"]
                case .app(let id): [state.device.name(of: front).lowercased(), id.lowercased()]
                }
            }
            guard let row = names.firstIndex(where: { $0.contains(name) }) else {
                state.overlay = nil
                mistakes += 1
                let sentences = Sentences(state: state)
                let all = choice.fronts.map(sentences.name).joined(separator: ", ")
                return say(["The link cannot be opened from \"\(sentences.mask.text(name))\". It can be opened from: \(all)."], state)
            }
            choice.cursor.move(to: row)
            state.overlay = .opening(choice)
        }
        work = .opening
        return .carryOut(effects + state.update(.key(.enter), now: now))
    }

    // MARK: Lookups

    private mutating func lookUp(_ word: PlainWord, _ isFresh: Bool, _ state: inout State, now: Int64) -> Step {
        let command: Command =
            switch word {
            case .scripts: .runScripts
            case .verdict: .verify
            default: .resolve
            }
        var effects = state.perform(command, now: now)
        guard let kind = state.detail.tab.lookup, let (_, url) = state.lookupSubject else { return .carryOut(effects) }
        // The same command in the tab that shows the answer ignores the cache.
        if isFresh, !state.lookups.isRunning(kind, url) { effects += state.perform(command, now: now) }
        work = .lookup(kind, url)
        if state.lookups.isRunning(kind, url) {
            let host = state.display.mask.text(url.host ?? "")
            state.notice = Notice(.plain, "Asking \(host). \"stop\" stops it.")
        }
        return .carryOut(effects)
    }

    // MARK: The device

    /// Returns the app with a name or ID, or the only one whose name begins with the text.
    private func app(_ name: String, _ state: State) -> SimulatedDevice.App? {
        let name = name.lowercased()
        let apps = state.device.simulated.apps
        if let exact = apps.first(where: { $0.name.lowercased() == name || $0.id.lowercased() == name }) { return exact }
        let found = apps.filter { $0.name.lowercased().hasPrefix(name) }
        return found.count == 1 ? found[0] : nil
    }

    private mutating func unknownApp(_ name: String, _ state: State) -> Step {
        mistakes += 1
        let sentences = Sentences(state: state)
        let names = state.device.simulated.apps.map { sentences.mask.text($0.name) }.joined(separator: ", ")
        return say(["There is no app \"\(sentences.mask.text(name))\". The apps are \(names)."], state)
    }

    private mutating func switchApp(_ name: String, isInstalled: Bool, _ state: inout State, now: Int64) -> Step {
        guard let app = app(name, state) else { return unknownApp(name, state) }
        let word = isInstalled ? "installed" : "not installed"
        let shown = Sentences(state: state).name(of: .app(app.id))
        guard app.isInstalled != isInstalled else { return say(["\(shown) is already \(word)."], state) }
        let effects = state.act(.switchApp(id: app.id, isInstalled: isInstalled), now: now)
        state.notice = Notice(.good, "\(shown) is \(isInstalled ? "installed" : "removed"). \"undo\" undoes it.")
        return .carryOut(effects + settle(&state, now: now))
    }

    private mutating func bringToFront(_ name: String, _ state: inout State, now: Int64) -> Step {
        let front: SimulatedDevice.Front
        switch name.lowercased() {
        case "home", "home screen": front = .home
        case "browser", state.device.simulated.browserName.lowercased(): front = .browser
        default:
            guard let app = app(name, state) else { return unknownApp(name, state) }
            guard app.isInstalled else {
                return say(["\(Sentences(state: state).name(of: .app(app.id))) is not installed. \"install\" installs it."], state)
            }
            front = .app(app.id)
        }
        let effects = state.act(.bringToFront(front), now: now)
        state.notice = Notice(.good, Sentences(state: state).inFront)
        return .carryOut(effects + settle(&state, now: now))
    }

    // MARK: Lists and texts

    private mutating func list(_ listing: PlainCommand.Listing, _ state: State) -> Step {
        let links = state.lists.links
        let indices: [Int] =
            switch listing {
            case .last: Array(links.indices.suffix(Self.mostTold))
            case .all: Array(links.indices)
            case .problems: links.indices.filter { links[$0].hasProblem }
            case .range(let numbers):
                Array(links.indices.clamped(to: numbers.lowerBound - 1..<max(numbers.upperBound, numbers.lowerBound)))
            }
        guard !indices.isEmpty else { return say([links.isEmpty ? "There is no link yet." : "There is no such link."], state) }
        work = .listing(indices)
        let count = Sentences(state: state).count(links.count, "link")
        return say(listing == .last && links.count > indices.count ? ["The last \(indices.count) of \(count):"] : [], state)
    }

    private func copy(_ choice: CopyChoice, _ state: State) -> Step {
        do throws(CommandRefusal) {
            let content = try state.copySource.content(choice)
            let text = try content.preview(state.display.mask, columns: 1 << 24)
            let hasMask = !state.display.showsSecrets && content.holdsSecret()
            return say([text] + (hasMask ? ["Its secret is masked. Type \"secrets on\", then \"copy\", to get it."] : []), state)
        } catch {
            return say(["Nothing to copy: \(error.reason)."], state)
        }
    }

    private mutating func sample(_ number: Int?, _ state: inout State) -> Step {
        let sentences = Sentences(state: state)
        guard let number else {
            let titles = state.samples.enumerated().map { "\($0 + 1): \(sentences.plain($1.title))." }
            return say(titles + ["Type \"sample\" and a number to deliver one."], state)
        }
        guard state.samples.indices.contains(number - 1) else {
            mistakes += 1
            return say(["There are samples 1 to \(state.samples.count)."], state)
        }
        state.lists.shownLinks.move { $0.move(to: .max) }
        return .carryOut([.deliver(Array(state.samples[number - 1].link.utf8), .sample)])
    }
}
