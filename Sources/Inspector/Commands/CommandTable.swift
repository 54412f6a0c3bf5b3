import Panes
import Records
import Screen

private typealias Mistake = TypedCommand.Mistake

// The rows of the commands: all that there is to know about them. Only F, J, V and `:verdict-on` fetch from the network.

extension Binding {
    /// All rows, in the order of the help.
    package static let table = links + rows(moving, in: .moving) + rows(program, in: .program)

    private static let links: [Binding] = [
        Binding(
            command: .more, keys: [.enter], hint: "details",
            help:
                "show the details, unfold a part, or show a whole value; on an event in a link's list, jump to the event; on an event's link, jump to the link; Esc goes back",
            isUseful: { $0.panes.focus == .detail ? $0.detailHint != "" : $0.detail.subject != nil },
            word: { $0.panes.focus == .detail ? $0.detailHint : "details" },
            does: { state, _, now in
                if state.isShowingRepair { return state.deliverRepaired() }
                if let command = state.commandOfLine { return state.perform(command, now: now) }
                state.showMore()
                return []
            }),
        Binding(
            command: .open, keys: ["o"], hint: "open",
            help: "open the selected link from an app or the browser; Enter confirms; :open 3 opens link #3",
            argument: .link(.after("from", "APP|browser|home")),
            plainHelp: "opens a link on the device: from its referer, from an app, from the browser, or from the home screen",
            changesDevice: true, opensQuestion: true, isUseful: { $0.linkToOpen != nil },
            does: { state, typed, _ throws(Mistake) in
                typed.text.isEmpty ? state.startOpening() : try state.startOpening(from: typed.text)
            }),
        Binding(
            command: .openOnDevice, keys: ["O"], hint: "on device",
            help:
                "open the selected link on a real device: a phone, an emulator, a simulator or this desktop; also :open-on adb DEVICE APP",
            argument: .link(.text("adb|simctl|devicectl|desktop [DEVICE [APP]]", mayHoldLink: false)),
            plainHelp: "opens a link on a real device, and says what opened it; DEVICE is needed if several are connected",
            asksForText: true, isUseful: { $0.linkToOpen != nil },
            does: { state, typed, _ throws(Mistake) in
                typed.text.isEmpty ? state.startOpeningForReal() : try state.openForReal(typed.text)
            }),
        Binding(
            command: .goBack, keys: ["r"], hint: "return", help: "preview the return to the referer of the selected link; Enter sends it",
            argument: .link(isRequired: false), plainHelp: "returns to the link's referer, like a tap on the banner", changesDevice: true,
            opensQuestion: true, isUseful: { $0.banner != nil }, does: { state, _, _ in state.startReturning() }),
        Binding(
            command: .dismissBanner, otherNames: ["close"], keys: ["X"], hint: "close",
            help: "close the return banner of the app, including the banners of later links; also :close",
            argument: .link(isRequired: false),
            plainHelp: "closes the return banner of the app that received a link, including the banners of later links; also \"close\"",
            changesDevice: true, isUseful: { $0.banner != nil }, does: { state, _, now in state.dismissBanner(now: now) }),
        Binding(
            command: .declare, otherNames: ["add-app"], keys: ["a"], hint: "add app",
            help: "add the app that the selected link needs, or another one, and save it in the device's file; also :declare and :add-app",
            argument: .text("SCHEME", isRequired: false),
            plainHelp:
                "adds an app to the device, and saves the app in the device's file; without SCHEME, for the scheme of the current link; "
                + "also \"add-app\"", changesDevice: true, isUseful: { $0.lacksApp },
            does: taking { $1.isEmpty ? $0.startDeclaring() : $0.startDeclaring(scheme: $1) }),
        Binding(
            command: .undo, keys: ["u"], help: "undo the last change to the device, such as opening a link or returning",
            plainHelp: "undoes the last change to the device, such as opening a link or returning", changesDevice: true,
            does: { state, _, now in state.undo(.undo, now: now) }),
        Binding(
            command: .redo, keys: ["U"], help: "redo the last undone change", plainHelp: "redoes the last undone change",
            changesDevice: true, does: { state, _, now in state.undo(.redo, now: now) }),
        Binding(
            command: .hold, otherNames: ["hold"], keys: [.space], hint: "pause",
            help: "pause: the device and the lists stay as they are; new links are recorded and wait; a replay pauses too",
            plainHelp: "pauses the device; new links are recorded and wait; also \"hold\"",
            isUseful: { $0.hold.isOn || $0.edges.replay != nil || !$0.lists.isEmpty },
            word: { $0.hold.isOn || $0.edges.replay?.isHeld == true ? "resume" : "pause" },
            does: { state, _, now in state.edges.replay != nil ? state.holdReplay() : state.act(.hold(!state.hold.isOn), now: now) }),
        Binding(
            command: .write, keys: ["i"], hint: "write",
            help: "write a link, or edit a copy of the selected one; Enter delivers it, Ctrl-O edits it in $VISUAL or $EDITOR",
            does: changing { $0.startWriting() }),
        Binding(
            command: .copy, keys: ["y"], hint: "copy",
            help: "copy the link, a value, its path or the data; copy an adb, simctl, devicectl, intent: or curl form; draw a QR code",
            argument: .link(.oneOf(CopyChoice.typed.map(\.word))),
            plainHelp: "prints a text to copy; in a shell, \"linkscope inspect --qr LINK\" draws a QR code",
            isUseful: { $0.detail.subject != nil },
            does: { state, typed, _ in
                if let choice = CopyChoice.typed.first(where: { $0.word == typed.text }) { return state.copy(choice) }
                state.startCopying()
                return []
            }),
        Binding(
            command: .build, keys: ["b"], hint: "build",
            help: "build an App Link in a form that starts with the selected link; Enter delivers it",
            argument: .text("FIELD=VALUE ...", isRequired: false, mayHoldLink: true),
            plainHelp:
                "builds and delivers an App Link; the fields are target, app, referer-name, referer-url, extra.NAME and data, such as "
                + "build target=myapp://item/42 extra.color=red",
            does: { state, typed, _ throws(Mistake) in
                if typed.text.isEmpty { state.startBuilding() } else { try state.startBuilding(with: typed.text) }
                return []
            }),
        Binding(
            command: .repair, keys: ["R"], hint: "repair",
            help: "show the link beside the link with all repairs; Enter delivers the repaired one", argument: .link(isRequired: false),
            plainHelp: "delivers a link with all repairs applied", changesDevice: true, isUseful: { $0.canRepair },
            does: { state, _, _ in state.showRepair() }),
        Binding(
            command: .resolve, otherNames: ["resolve"], keys: ["F"], hint: "fetch",
            help: "fetch a web link's page: its hops, and the app it opens on each device; F again ignores the cache; also :resolve",
            argument: .link(.oneOf(["again", "allow"])),
            plainHelp:
                "fetches the page of a web link, and says which app it opens; \"again\" ignores the cache, and \"allow\" gives the permission "
                + "that the last lookup lacked; also \"resolve\"", isUseful: { $0.webLink != nil && !$0.isCutLink },
            word: { $0.isShowing(.page) ? "again" : "fetch" }, does: { state, typed, _ in state.lookUp(typed.text) { $0.show(.page) } }),
        Binding(
            command: .runScripts, keys: ["J"], hint: "run scripts",
            help: "fetch the page and read it after its scripts have run in Chromium", argument: .link(.oneOf(["again", "allow"])),
            plainHelp: "fetches the page of a web link, and reads it after its scripts have run in Chromium",
            isUseful: { $0.pageWithScripts != nil }, word: { $0.hasRunScripts ? "run again" : "run scripts" },
            does: { state, typed, _ in state.lookUp(typed.text) { $0.showScripts() } }),
        Binding(
            command: .verify, otherNames: ["verify"], keys: ["V"], hint: "verdict",
            help:
                "check if a web link opens in its app, and why: asks its site and Apple (after O with adb, the device too); V again ignores the cache; also :verify",
            argument: .link(.oneOf(["again", "allow"])),
            plainHelp: "says whether a web link opens in its app, and why; \"again\" ignores the cache; also \"verify\"",
            isUseful: { $0.webLink != nil && !$0.isCutLink }, word: { $0.isShowing(.verdict) ? "again" : "verdict" },
            does: { state, typed, _ in state.lookUp(typed.text) { $0.show(.verdict) } }),
        Binding(
            command: .verifyOnDevice, otherNames: ["verify-on"],
            help:
                "check a web link, and ask an Android device if it has verified the host; V then asks the device too, as after O with adb; "
                + ":verdict-on off ends this",
            argument: CommandArgument(numbers: 0...1, .text("adb [DEVICE [APP]]|off", mayHoldLink: false), needsText: true),
            plainHelp:
                "says whether a web link opens in its app, also on an Android device; DEVICE is needed if several are connected; later "
                + "verdicts ask the device too, until \"verdict-on off\"",
            does: { state, typed, _ throws(Mistake) in try state.lookUpOnDevice(typed.text) }),
        Binding(
            command: .whatIf, otherNames: ["whatif"], keys: ["w"], hint: "what if",
            help: "show what opens the link on each device if its app is installed, and if it is not; Enter explains a cell",
            argument: .link(isRequired: false),
            plainHelp: "says what opens a link on each device if its app is installed, and if it is not",
            isUseful: { $0.linkToOpen != nil && !$0.isCutLink }, does: changing { $0.visit(.whatIf) }),
        Binding(
            command: .diff, otherNames: ["compare"], keys: ["D"], hint: "diff",
            help: "compare the selected link with the marked link, or else with the link above it; two marked links with each other",
            argument: CommandArgument(numbers: 0...2),
            plainHelp: "compares a link with the one above it, the first link with the one below it, or links N and M",
            isUseful: { $0.linkToCompare != nil },
            does: { state, typed, now throws(Mistake) in
                guard let number = typed.numbers.first else {
                    state.compare()
                    return []
                }
                return state.compare(with: try state.link(number), now: now)
            }),
        Binding(
            command: .mark, keys: ["m"], hint: "mark", help: "mark the selected link, or remove its mark",
            argument: .link(isRequired: false), plainHelp: "marks a link, or removes its mark", isUseful: { !$0.lists.links.isEmpty },
            does: { state, _, now in state.mark(now: now) }),
        Binding(
            command: .nextMark, keys: ["'"], help: "go to the next marked link", plainHelp: "reads the next marked link",
            does: changing { $0.goToMark() }),
        Binding(
            command: .sort, keys: [">"], hint: "sort",
            help: "sort the links by time, from, to, link, is (what the link is) or end (the result); :sort -time shows the newest first",
            argument: .text("ORDER", isRequired: false), isUseful: { $0.lists.links.count > 1 },
            does: taking { $1.isEmpty ? $0.startSorting() : $0.sort(byName: $1) }),
        Binding(
            command: .sample, keys: ["s"], hint: "samples",
            help: "choose a sample link and deliver it; on the first screen, play a whole round trip",
            argument: CommandArgument(numbers: 0...1, countsLinks: false),
            plainHelp: "lists links with which you can try linkscope, or delivers one", isUseful: { $0.lists.links.isEmpty },
            does: { state, typed, _ throws(Mistake) in
                guard let number = typed.numbers.first else { return state.startSample() }
                guard state.samples.indices.contains(number - 1) else {
                    throw Mistake(message: "There are samples 1 to \(state.samples.count).")
                }
                return [.deliver(Array(state.samples[number - 1].link.utf8), .sample)]
            }),
        Binding(
            command: .filter, keys: ["/"], hint: "filter",
            help:
                "show only the links and events that match: words, \"a text\", -not, and fields such as event:nav_* app:shop from: to: end:failed level:error has:referer link:41 link:3..7 host: scheme: referer: finding:; "
                + "in the details, find a text", argument: .text("WORDS", isRequired: false, mayHoldLink: true),
            plainHelp: "lists the links and events that match: words, \"a text\", -not, and fields such as event:nav_* app:shop from: "
                + "to: end:failed level:error has:referer link:3..7 host: scheme: referer: finding:", asksForText: true,
            isUseful: { !$0.lists.isEmpty }, word: { $0.isInText ? "find" : "filter" },
            does: { state, typed, _ throws(Mistake) in
                guard !typed.text.isEmpty else {
                    state.overlay = FilterLine(line: TextLine(state.filtering.text))
                    return []
                }
                state.change(filterTo: typed.text)
                if let problem = state.filtering.problem { throw Mistake(message: problem.message) }
                return []
            }),
        Binding(
            command: .clear, help: "hide the links and events so far; Esc shows them again; / and then Up hides them again",
            does: changing { $0.clear() }),
        Binding(
            command: .find, shownKeys: ":find TEXT", help: "go to the text in the details",
            argument: .text("TEXT", isRequired: false, mayHoldLink: true),
            plainHelp: "reads the lines of the current link that contain the text",
            does: taking { $1.isEmpty ? $0.startFinding() : $0.find($1) }),
        Binding(
            command: .nextMatch, otherNames: ["next"], keys: ["n"], hint: "next",
            help: "go to the next row that the filter shows, or to the next line with the text",
            plainHelp: "reads the next match of the last filter; without a filter, the next link", isUseful: { $0.canGoToMatch },
            does: changing { $0.goToMatch(1) }),
        Binding(
            command: .previousMatch, otherNames: ["previous"], keys: ["N"], help: "go to the previous row or match",
            plainHelp: "reads the previous match; without a filter, the previous link", does: changing { $0.goToMatch(-1) }),
        Binding(
            command: .nextProblem, keys: ["]"], hint: "problem",
            help: "go to the next link with an error (E) or a warning (W), or that did not open; wraps around",
            plainHelp: "reads the next link with a problem", isUseful: { !$0.isInText && $0.lists.hasOtherProblem },
            does: changing { $0.selectProblem(step: 1) }),
        Binding(
            command: .previousProblem, keys: ["["], help: "go to the previous link with an error or a warning, or that did not open",
            plainHelp: "reads the previous link with a problem", does: changing { $0.selectProblem(step: -1) }),
        Binding(
            command: .writeFile, shownKeys: ":write FILE",
            help:
                "write (export) the links that are shown, or the events if they have the focus, to a file (.ndjson, .json, .csv), the links as a suite (.yaml), a "
                + "Markdown report on the link for a bug tracker (.md), or the fetched pages (.har), always with secrets masked; :write! replaces a file",
            argument: .file,
            plainHelp:
                "writes to a file: the links or events, whichever you listed last (.ndjson, .json, .csv), the links as a suite (.yaml), a "
                + "report on the current link (.md), or the fetched pages (.har); \"write!\" replaces a file",
            does: { state, typed, _ in state.export(to: typed.text, replacing: typed.replaces) }),
        Binding(
            command: .recordSuite, keys: ["T"], hint: "test",
            help:
                "save links as a suite for linkscope test, with expectations from the current results; :suite FILE saves the marked links or "
                + "the selected one; add 'selected', 'marked' or 'session' (all listed links) to choose, 'secrets' to keep secrets; :suite! replaces a file",
            argument: CommandArgument(.file(options: " [selected|marked|session] [secrets]")),
            plainHelp: "saves the marked links, or the current link, as a suite for linkscope test, with expectations from the current "
                + "results; add \"selected\" (the current link), \"marked\" or \"session\" (all links) to choose, \"secrets\" to keep secrets; \"suite!\" replaces a file",
            asksForText: true, isUseful: { !$0.lists.links.isEmpty },
            does: { state, typed, _ in typed.text.isEmpty ? state.startRecording() : state.record(typed.text, replacing: typed.replaces)
            }),
        Binding(
            command: .stop, help: "stop a lookup, the opening of a link, or the writing of a file",
            plainHelp: "stops a lookup, the opening of a link, or the writing of a file",
            does: { state, _, now in state.stopWork(now: now) ?? state.notify(.plain, "Nothing is running.") }),
        Binding(
            command: .goTo, shownKeys: ":go N", help: "select link #N", argument: .link(isRequired: true),
            plainHelp: "goes to a link, and reads it out",
            does: { state, _, _ in state.notify(.plain, "Type the number of a link, such as :go 3.") }),
    ]

    private static let moving: [Binding] = [
        moving(.down, [.down, "j"], "j Down", "one row down"),
        moving(.up, [.up, "k"], "k Up", "one row up; stops following"),
        moving(.pageDown, [.pageDown, .control("d"), .control("f")], "PgDn Ctrl-D", "one page down"),
        moving(.pageUp, [.pageUp, .control("u"), .control("b")], "PgUp Ctrl-U", "one page up"),
        moving(.first, ["g", .home], "g Home", "the first row"),
        moving(.last, ["G", .end], "G End", "the last row; follows again"),
        Binding(
            command: .follow, keys: ["f"], hint: "follow", help: "follow: keep the newest row in view, or stop",
            isUseful: {
                $0.panes.focus == .events
                    ? !$0.lists.eventCursor.isFollowing && !$0.lists.events.isEmpty
                    : !$0.lists.linkCursor.isFollowing && !$0.lists.links.isEmpty
            },
            does: changing { state in
                let list = state.panes.focus == .events ? \Lists.shownEvents : \Lists.shownLinks
                state.lists[keyPath: list].move { $0.toggleFollowing() }
            }),
        Binding(
            command: .fold, keys: [.left, "h"], shownKeys: "h Left",
            help: "fold this part or the one that contains it; on the lane, one step back in time", does: changing { $0.fold() }),
        Binding(
            command: .unfold, keys: [.right, "l"], shownKeys: "l Right", help: "unfold this part; on the lane, one step forward in time",
            does: changing { $0.unfold() }),
        Binding(
            command: .nextTab, keys: ["."], hint: "tab",
            help: "show the next tab of the link: Facts, Raw, Page, Why, Events, Diff, What if", isUseful: { $0.detail.subject != nil },
            does: changing { $0.show(DetailTab.allCases.element(after: $0.detail.tab, by: 1)) }),
        Binding(
            command: .previousTab, keys: [","], help: "show the previous tab of the link",
            does: changing { $0.show(DetailTab.allCases.element(after: $0.detail.tab, by: -1)) }),
        Binding(
            command: .nextPane, keys: [.tab], hint: "pane", help: "the next pane", isUseful: { !$0.lists.isEmpty },
            does: changing { $0.panes.focus = Pane.allCases.element(after: $0.panes.focus, by: 1) }),
        Binding(
            command: .previousPane, keys: [.backTab], help: "the previous pane",
            does: changing { $0.panes.focus = Pane.allCases.element(after: $0.panes.focus, by: -1) }),
        Binding(
            command: .focusLinks, otherNames: ["links"], keys: ["1"], help: "go to the links",
            argument: CommandArgument(numbers: 0...2, countsLinks: false, .oneOf(["all", "problems"])),
            plainHelp: "lists the last 20 links, all links, the links with problems, or the links from one number to another",
            does: changing { $0.panes.focus = .links }),
        Binding(
            command: .focusDetail, otherNames: ["link"], keys: ["2"], help: "go to the details of the selected link or event",
            argument: .link(.oneOf(DetailPart.allCases.map(\.rawValue))), plainHelp: "reads a link out: the whole link, or one part of it",
            does: taking { state, text in
                if let part = DetailPart(rawValue: text) { state.show(part) } else { state.panes.focus = .detail }
            }),
        Binding(
            command: .focusJourney, help: "go to the lane of the selected link: its way through the apps; Left and Right step back in time",
            plainHelp: "says what is in front, and which apps were visited", does: changing { $0.show(DetailPart.journey) }),
        Binding(
            command: .focusEvents, keys: ["3"], help: "go to the measurement events", plainHelp: "lists the last 20 events",
            does: changing { $0.panes.focus = .events }),
        Binding(
            command: .allEvents, keys: ["e"], hint: "all events",
            help: "show the events of all links, or only those of the selected link; a filter searches the events of all links",
            isUseful: { $0.lists.links.count > 1 && !$0.lists.isFiltered && !$0.layout.events.isEmpty },
            word: { $0.panes.showsAllEvents ? "of link" : "all events" }, does: changing { $0.panes.showsAllEvents.toggle() }),
        Binding(
            command: .zoom, keys: ["z"], hint: "zoom", help: "show only this pane, or all panes",
            isUseful: { !$0.lists.isEmpty && $0.layout.density != .list }, word: { $0.panes.isZoomed ? "all panes" : "zoom" },
            does: changing { $0.panes.isZoomed.toggle() }),
        Binding(
            command: .larger, keys: ["+"], help: "make this pane larger; the size is kept for later sessions",
            does: { state, _, _ in state.resizePane(larger: true) }),
        Binding(command: .smaller, keys: ["-"], help: "make this pane smaller", does: { state, _, _ in state.resizePane(larger: false) }),
        Binding(command: .usualSizes, keys: ["="], help: "give all panes their usual sizes", does: { state, _, _ in state.restorePanes() }),
    ]

    private static let program: [Binding] = [
        Binding(
            command: .device, otherNames: ["apps"], keys: ["d"], hint: "device",
            help: "choose the simulated device, switch its apps on and off, bring one to the front; :device iPad chooses one by name",
            argument: .text("NAME", isRequired: false), plainHelp: "names the devices and the apps, or changes to another device",
            changesDevice: true,
            does: { state, typed, now throws(Mistake) in
                if !typed.text.isEmpty { return try state.chooseDevice(typed.text, now: now) }
                state.overlay = DeviceWindow(state)
                return []
            }),
        Binding(
            command: .install, shownKeys: ":install APP", help: "install an app on the device", argument: .text("APP", isRequired: true),
            plainHelp: "installs an app", changesDevice: true,
            does: { state, typed, now throws(Mistake) in try state.switchApp(typed.text, isInstalled: true, now: now) }),
        Binding(
            command: .remove, otherNames: ["uninstall"], shownKeys: ":remove APP", help: "remove an app from the device",
            argument: .text("APP", isRequired: true), plainHelp: "removes an app", changesDevice: true,
            does: { state, typed, now throws(Mistake) in try state.switchApp(typed.text, isInstalled: false, now: now) }),
        Binding(
            command: .front, shownKeys: ":front APP", help: "bring an app, the browser or the home screen to the front",
            argument: .text("APP|browser|home", isRequired: true), plainHelp: "brings an app, the browser or the home screen to the front",
            changesDevice: true, does: { state, typed, now throws(Mistake) in try state.bringToFront(typed.text, now: now) }),
        Binding(
            command: .assume, help: "assume an app for each scheme that no app claims, or stop doing so",
            argument: .oneOf(["on", "off"], isRequired: true),
            plainHelp: "assumes an app for each scheme that no app claims, or stops doing so", changesDevice: true,
            does: { state, typed, now in
                let isOn = typed.text == "on"
                state.tell(.good, isOn ? "An app is assumed for each scheme that no app claims." : "No apps are assumed.")
                return state.act(.assumeApps(isOn), now: now)
            }),
        Binding(
            command: .resume, help: "resume after a pause", plainHelp: "resumes after a pause", changesDevice: true,
            does: { state, _, now in state.hold.isOn ? state.act(.hold(false), now: now) : state.notify(.plain, "Nothing is paused.") }),
        Binding(
            command: .secrets, keys: ["S"], help: "show secrets, or mask them again", argument: .oneOf(["on", "off"], isRequired: false),
            plainHelp: "shows secrets, or masks them again",
            does: taking { $0.display.showsSecrets = $1.isEmpty ? !$0.display.showsSecrets : $1 == "on" }),
        Binding(
            command: .palette, keys: [":"], hint: "commands",
            help: "find a command by its name or by what it does; Tab completes, Up recalls earlier ones",
            does: changing { $0.overlay = CommandPalette() }),
        Binding(
            command: .help, keys: ["?", .function(1)], shownKeys: "? F1", hint: "help",
            help: "this help; / in it finds a command; :help WORD shows the commands with this word",
            argument: .text("WORD", isRequired: false), plainHelp: "lists all commands, or the commands whose help contains WORD",
            does: { state, typed, _ in
                let window = HelpWindow(typed.text)
                guard typed.text.isEmpty || !window.rows(state).isEmpty else {
                    return state.notify(.plain, "The help has nothing about \(typed.text).")
                }
                state.overlay = window
                return []
            }),
        Binding(
            command: .sessions, help: "the saved sessions: open one, name it, or delete it",
            argument: CommandArgument(numbers: 0...1, countsLinks: false, .text("open|name NAME|delete", mayHoldLink: false)),
            plainHelp: "lists the saved sessions, loads one with its links and what you did with them, names one, or deletes it",
            does: { state, _, _ in state.startChoosingSession() }),
        Binding(
            command: .history, keys: ["H"], hint: "history",
            help:
                "search the links and events of all sessions; Enter delivers one again, Tab shows its session beside the open one, Ctrl-O "
                + "opens that session; also :history WORDS", argument: .text("WORDS", isRequired: false, mayHoldLink: true),
            does: { state, typed, _ in state.startSearchingHistory(typed.text) }),
        Binding(
            command: .sources, keys: ["L"], hint: "sources",
            help:
                "the sources of links: start and stop an HTTP listener for apps, and the logs of adb and simctl; see the state, rate and last "
                + "error of each", argument: .text("listen [PORT] | follow adb|simctl [DEVICE] | stop http|adb|simctl", isRequired: false),
            does: { state, typed, _ throws(Mistake) in typed.text.isEmpty ? state.showSources() : try state.carryOutSources(typed.text)
            }),
        Binding(
            command: .theme, shownKeys: ":theme NAME",
            help:
                "use other colors: a theme for dark or light terminals, with high contrast, or for color-blind eyes; config.yaml keeps one",
            argument: .oneOf(Theme.allCases.map(\.rawValue), isRequired: true), does: { state, typed, _ in state.use(typed.text) }),
        Binding(
            command: .messages, help: "read the last messages again", plainHelp: "reads the last messages again",
            does: changing { state in
                state.notices.hide()
                state.overlay = MessagesWindow(state)
            }),
        Binding(
            command: .back, keys: [.escape], hint: "stop",
            help: "one step back: close the dialog, stop a lookup, return to now, go back to an event or a link, or show all panes",
            isUseful: { $0.escHasEffect }, word: { $0.isWorking ? "stop" : $0.isShowingRepair ? "cancel" : $0.wordForEsc },
            does: { state, _, now in state.stepBack(now: now) }),
        Binding(command: .repaint, keys: [.control("l")], help: "redraw the screen", does: { _, _, _ in [.repaint] }),
        Binding(command: .suspend, keys: [.control("z")], help: "suspend; fg in the shell resumes", does: { _, _, _ in [.suspend] }),
        Binding(
            command: .quit, otherNames: ["exit"], keys: ["q"], hint: "quit",
            help: "close the dialog, or quit; the session's journal keeps everything but the contents of files",
            plainHelp: "ends linkscope", does: { state, _, _ in state.hasWindow ? state.closeWindow() : [.quit] }),
        Binding(command: .quitNow, keys: [.control("c")], help: "quit at once", does: { _, _, _ in [.quit] }),
    ]

    private static func rows(_ rows: [Binding], in section: Section) -> [Binding] {
        rows.map { row in
            var row = row
            row.section = section
            return row
        }
    }

    /// Returns the row of a command that moves the cursor of the focused pane.
    private static func moving(_ command: Command, _ keys: [Key], _ keyText: String, _ help: String) -> Binding {
        Binding(command: command, keys: keys, shownKeys: keyText, help: help, does: changing { $0.moveCursor(command) })
    }

    /// Returns an action without effects, for a command that has no argument.
    private static func changing(_ change: @escaping @Sendable (inout State) -> Void) -> Action { taking { state, _ in change(&state) } }

    /// Returns an action without effects, for a command that has a text.
    private static func taking(_ take: @escaping @Sendable (inout State, String) -> Void) -> Action {
        { state, typed, _ in
            take(&state, typed.text)
            return []
        }
    }
}
