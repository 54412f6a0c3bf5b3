import Panes
import Screen

extension Binding {
    /// All bindings in the order of the help. Only F, J, V and `:verdict-on` fetch from the network.
    ///
    /// The table is made of four lists, because the time that the optimizer takes for a list grows with the square of its length.
    package static let table = acting + asking + moving + program

    /// The commands that act on links and on the device.
    private static let acting: [Binding] = [
        Binding(
            .more, [.enter], "Enter", "details",
            "show the details, unfold a part, or show a whole value; on an event in a link's list, jump to the event; on an event's link, jump to the link; Esc goes back",
            .links),
        Binding(
            .open, ["o"], "o", "open", "open the selected link from an app or the browser; Enter confirms; :open 3 opens link #3", .links,
            argument: .link(.after("from", "APP|browser|home")),
            plain: "opens a link on the device: from its referer, from an app, from the browser, or from the home screen"),
        Binding(
            .openOnDevice, ["O"], "O", "on device",
            "open the selected link on a real device: a phone, an emulator, a simulator or this desktop; also :open-on adb DEVICE APP",
            .links,
            argument: .link(.text("adb|simctl|devicectl|desktop [DEVICE [APP]]", mayHoldLink: false)),
            plain: "opens a link on a real device, and says what opened it; DEVICE is needed if several are connected"),
        Binding(
            .goBack, ["r"], "r", "return", "preview the return to the referer of the selected link; Enter sends it", .links,
            argument: .link(isRequired: false),
            plain: "returns to the link's referer, like a tap on the banner"),
        Binding(
            .dismissBanner, ["X"], "X", "dismiss",
            "close the banner of the app that received the link, also for its later links; also :close", .links,
            argument: .link(isRequired: false),
            plain: "closes the banner of the app that received a link, also for its later links; also \"close\""),
        Binding(
            .declare, ["a"], "a", "add app",
            "add the app that the selected link needs, or another one, and save it in the device's file; also :declare and :add-app",
            .links,
            argument: .text("SCHEME", isRequired: false),
            plain: "adds an app to the device, and saves the app in the device's file; without SCHEME, for the scheme of the current link; "
                + "also \"add-app\""),
        Binding(
            .undo, ["u"], "u", nil, "undo the last change to the device, such as opening a link or returning", .links,
            plain: "undoes the last change to the device, such as opening a link or returning"),
        Binding(
            .redo, ["U"], "U", nil, "redo the last undone change", .links,
            plain: "redoes the last undone change"),
        Binding(
            .hold, [.space], "Space", "pause",
            "pause: the device and the lists stay as they are; new links are recorded and wait; a replay pauses too",
            .links,
            plain: "pauses the device; new links are recorded and wait; also \"hold\""),
        Binding(
            .write, ["i"], "i", "write",
            "write a link, or edit a copy of the selected one; Enter delivers it, Ctrl-O edits it in $VISUAL or $EDITOR",
            .links),
        Binding(
            .copy, ["y"], "y", "copy",
            "copy the link, a value, its path or the data; copy an adb, simctl, devicectl, intent: or curl form; draw a QR code", .links,
            argument: .link(.oneOf(CopyChoice.typed.map(\.word))),
            plain: "prints a text to copy"),
        Binding(
            .build, ["b"], "b", "build", "build an App Link in a form that starts with the selected link; Enter delivers it", .links,
            argument: .text("FIELD=VALUE ...", isRequired: false, mayHoldLink: true),
            plain: "builds and delivers an App Link; the fields are target, app, referer-name, referer-url, extra.NAME and data, such as "
                + "build target=myapp://item/42 extra.color=red"),
        Binding(
            .repair, ["R"], "R", "repair", "show the link beside the link with all repairs; Enter delivers the repaired one", .links,
            argument: .link(isRequired: false),
            plain: "delivers a link with all repairs applied"),
    ]

    /// The commands that ask about links, and look for them.
    private static let asking: [Binding] = [
        Binding(
            .resolve, ["F"], "F", "fetch",
            "fetch a web link's page: its hops, and the app it opens on each device; F again ignores the cache; also :resolve", .links,
            argument: .link(.oneOf(["again"])),
            plain: "fetches the page of a web link, and says which app it opens; \"again\" ignores the cache; also \"resolve\""),
        Binding(
            .runScripts, ["J"], "J", "run scripts",
            "fetch the page and read it after its scripts have run in Chromium", .links,
            argument: .link(.oneOf(["again"])),
            plain: "fetches the page of a web link, and reads it after its scripts have run in Chromium"),
        Binding(
            .verify, ["V"], "V", "verdict",
            "check if a web link opens in its app, and why: asks its site and Apple (after O with adb, the device too); V again ignores the cache; also :verify",
            .links,
            argument: .link(.oneOf(["again"])),
            plain: "says whether a web link opens in its app, and why; \"again\" ignores the cache; also \"verify\""),
        Binding(
            .verifyOnDevice, [], ":verdict-on", nil,
            "check a web link, and ask an Android device if it has verified the host; V then asks the device too, as after O with adb; "
                + ":verdict-on off ends this",
            .links,
            argument: CommandArgument(numbers: 0...1, .text("adb [DEVICE [APP]]|off", mayHoldLink: false), needsText: true),
            plain: "says whether a web link opens in its app, also on an Android device; DEVICE is needed if several are connected; later "
                + "verdicts ask the device too, until \"verdict-on off\""),
        Binding(
            .whatIf, ["w"], "w", "what if",
            "show what opens the link on each device if its app is installed, and if it is not; Enter explains a cell", .links,
            argument: .link(isRequired: false),
            plain: "says what opens a link on each device if its app is installed, and if it is not"),
        Binding(
            .diff, ["D"], "D", "diff",
            "compare the selected link with the marked one, or with the link above it; two marked links with each other", .links,
            argument: CommandArgument(numbers: 0...2),
            plain: "compares a link with the link above it, or links N and M"),
        Binding(
            .mark, ["m"], "m", "mark", "mark the selected link, or remove its mark", .links, argument: .link(isRequired: false),
            plain: "marks a link, or removes its mark"),
        Binding(
            .nextMark, ["'"], "'", nil, "go to the next marked link", .links,
            plain: "reads the next marked link"),
        Binding(
            .sort, [">"], ">", "order",
            "sort the links by time, from, to, what (the target) or end (the result); :sort -time shows the newest first", .links,
            argument: .text("ORDER", isRequired: false)),
        Binding(
            .sample, ["s"], "s", "samples", "choose a sample link and deliver it", .links,
            argument: CommandArgument(numbers: 0...1, countsLinks: false),
            plain: "lists links with which you can try linkscope, or delivers one"),
        Binding(
            .filter, ["/"], "/", "filter",
            "show only the links and events that match: words, \"a text\", -not, and fields such as event:nav_* app:shop from: to: end:failed level:error has:referer link:41 link:3..7 host: scheme: referer: finding:; "
                + "in the details and the journey, find a text",
            .links, argument: .text("WORDS", isRequired: false, mayHoldLink: true),
            plain: "lists the links and events that match: words, \"a text\", -not, and fields such as event:nav_* app:shop from: "
                + "to: end:failed level:error has:referer link:3..7 host: scheme: referer: finding:"),
        Binding(
            .clear, [], ":clear", nil, "hide the links and events so far; Esc shows them again, and the filter offers this later with Up",
            .links),
        Binding(
            .find, [], ":find TEXT", nil, "go to the text in the details, or in the journey if it has the focus", .links,
            argument: .text("TEXT", isRequired: false, mayHoldLink: true),
            plain: "reads the lines of the current link that contain the text"),
        Binding(
            .nextMatch, ["n"], "n", "next", "go to the next row that the filter shows, or to the next line with the text", .links,
            plain: "reads the next match of the last filter; without a filter, the next link"),
        Binding(
            .previousMatch, ["N"], "N", nil, "go to the previous row or match", .links,
            plain: "reads the previous match; without a filter, the previous link"),
        Binding(
            .nextProblem, ["]"], "]", "problem",
            "go to the next link with an error (E) or a warning (W), or that did not open; wraps around",
            .links,
            plain: "reads the next link with a problem"),
        Binding(
            .previousProblem, ["["], "[", nil, "go to the previous link with an error or a warning, or that did not open", .links,
            plain: "reads the previous link with a problem"),
        Binding(
            .writeFile, [], ":write FILE", nil,
            "write (export) the links that are shown, or the events if they have the focus, to a file (.ndjson, .json, .csv), the links as a suite (.yaml), a "
                + "report on the link (.md), or the fetched pages (.har), always with secrets masked; :write! replaces a file", .links,
            argument: .file,
            plain:
                "writes to a file: the links or events, whichever you listed last (.ndjson, .json, .csv), the links as a suite (.yaml), a "
                + "report on the current link (.md), or the fetched pages (.har); \"write!\" replaces a file"),
        Binding(
            .recordSuite, ["T"], "T", "test",
            "save links as a suite for linkscope test, with expectations from the current results; :suite FILE saves the marked links or "
                + "the selected one; add 'session' for all listed links, 'secrets' to keep secrets; :suite! replaces a file",
            .links,
            argument: CommandArgument(.file(options: " [session] [secrets]")),
            plain: "saves the marked links, or the current link, as a suite for linkscope test, with expectations from the current "
                + "results; add \"session\" for all links, \"secrets\" to keep secrets; \"suite!\" replaces a file"),
        Binding(
            .stop, [], ":stop", nil, "stop a lookup, the opening of a link, or the writing of a file", .links,
            plain: "stops a lookup, the opening of a link, or the writing of a file"),
        Binding(
            .goTo, [], ":go N", nil, "select link #N", .links,
            argument: .link(isRequired: true),
            plain: "goes to a link, and reads it out"),
    ]

    private static let moving: [Binding] = [
        Binding(.down, [.down, "j"], "j Down", nil, "one row down", .moving),
        Binding(.up, [.up, "k"], "k Up", nil, "one row up; stops following", .moving),
        Binding(.pageDown, [.pageDown, .control("d"), .control("f")], "PgDn Ctrl-D", nil, "one page down", .moving),
        Binding(.pageUp, [.pageUp, .control("u"), .control("b")], "PgUp Ctrl-U", nil, "one page up", .moving),
        Binding(.first, ["g", .home], "g Home", nil, "the first row", .moving),
        Binding(.last, ["G", .end], "G End", nil, "the last row; follows again", .moving),
        Binding(.follow, ["f"], "f", "follow", "follow: keep the newest row in view, or stop", .moving),
        Binding(
            .fold, [.left, "h"], "h Left", nil,
            "fold this part or the one that contains it; in the tab Journey, one step back in time", .moving),
        Binding(
            .unfold, [.right, "l"], "l Right", nil, "unfold this part; in the tab Journey, one step forward in time",
            .moving),
        Binding(
            .nextTab, ["."], ".", "tab", "show the next tab of the link: Decoded, Raw, Journey, Page, Verdict, Events, Diff, What-if",
            .moving),
        Binding(.previousTab, [","], ",", nil, "show the previous tab of the link", .moving),
        Binding(.nextPane, [.tab], "Tab", "pane", "the next pane", .moving),
        Binding(.previousPane, [.backTab], "Shift-Tab", nil, "the previous pane", .moving),
        Binding(
            .focusLinks, ["1"], "1", nil, "go to the links", .moving,
            argument: CommandArgument(numbers: 0...2, countsLinks: false, .oneOf(["all", "problems"])),
            plain: "lists the last 20 links, all links, the links with problems, or the links from one number to another"),
        Binding(
            .focusDetail, ["2"], "2", nil, "go to the details of the selected link or event", .moving,
            argument: .link(.oneOf(DetailPart.allCases.map(\.rawValue))),
            plain: "reads a link out: the whole link, or one part of it"),
        Binding(
            .focusJourney, ["3"], "3", nil, "go to the journey: the targets tried and the trail of apps", .moving,
            plain: "says what is in front, and which apps were visited"),
        Binding(
            .focusEvents, ["4"], "4", nil, "go to the measurement events", .moving,
            plain: "lists the last 20 events"),
        Binding(.zoom, ["z"], "z", "zoom", "show only this pane, or all panes", .moving),
        Binding(.larger, ["+"], "+", nil, "make this pane larger; the size is kept for later sessions", .moving),
        Binding(.smaller, ["-"], "-", nil, "make this pane smaller", .moving),
        Binding(.usualSizes, ["="], "=", nil, "give all panes their usual sizes", .moving),
    ]

    private static let program: [Binding] = [
        Binding(
            .device, ["d"], "d", "device",
            "choose the simulated device, switch its apps on and off, bring one to the front; :device iPad chooses one by name", .program,
            argument: .text("NAME", isRequired: false),
            plain: "names the devices and the apps, or changes to another device"),
        Binding(
            .install, [], ":install APP", nil, "install an app on the device", .program, argument: .text("APP", isRequired: true),
            plain: "installs an app"),
        Binding(
            .remove, [], ":remove APP", nil, "remove an app from the device", .program, argument: .text("APP", isRequired: true),
            plain: "removes an app"),
        Binding(
            .front, [], ":front APP", nil, "bring an app, the browser or the home screen to the front", .program,
            argument: .text("APP|browser|home", isRequired: true), plain: "brings an app, the browser or the home screen to the front"),
        Binding(
            .assume, [], ":assume", nil, "assume an app for each scheme that no app claims, or stop doing so", .program,
            argument: .oneOf(["on", "off"], isRequired: true),
            plain: "assumes an app for each scheme that no app claims, or stops doing so"),
        Binding(.resume, [], ":resume", nil, "resume after a pause", .program, plain: "resumes after a pause"),
        Binding(
            .secrets, ["S"], "S", nil, "show secrets, or mask them again", .program,
            argument: .oneOf(["on", "off"], isRequired: false),
            plain: "shows secrets, or masks them again"),
        Binding(
            .palette, [":"], ":", "commands", "find a command by its name or by what it does; Tab completes, Up recalls earlier ones",
            .program),
        Binding(
            .help, ["?", .function(1)], "? F1", "help", "this help; / in it finds a command; :help WORD shows the commands with this word",
            .program,
            argument: .text("WORD", isRequired: false),
            plain: "lists all commands, or the commands whose help contains WORD"),
        Binding(
            .sessions, [], ":sessions", nil, "the saved sessions: open one, name it, or delete it", .program,
            argument: CommandArgument(numbers: 0...1, countsLinks: false, .text("open|name NAME|delete", mayHoldLink: false)),
            plain: "lists the saved sessions, loads one with its links and what you did with them, names one, or deletes it"),
        Binding(
            .history, ["H"], "H", "history",
            "search the links and events of all sessions; Enter delivers one again, Tab shows its session beside the open one, Ctrl-O "
                + "opens that session; also :history WORDS",
            .program,
            argument: .text("WORDS", isRequired: false, mayHoldLink: true)),
        Binding(
            .sources, ["L"], "L", "sources",
            "the sources of links: start and stop an HTTP listener for apps, and the logs of adb and simctl; see the state, rate and last "
                + "error of each", .program,
            argument: .text("listen [PORT] | follow adb|simctl [DEVICE] | stop http|adb|simctl", isRequired: false)),
        Binding(
            .theme, [], ":theme NAME", nil,
            "use other colors: a theme for dark or light terminals, with high contrast, or for color-blind eyes; config.yaml keeps one",
            .program, argument: .oneOf(Theme.allCases.map(\.rawValue), isRequired: true)),
        Binding(
            .messages, [], ":messages", nil, "read the last messages again", .program,
            plain: "reads the last messages again"),
        Binding(
            .back, [.escape], "Esc", "stop",
            "one step back: close the dialog, stop a lookup, return to now, go back to an event or a link, or show all panes", .program),
        Binding(.repaint, [.control("l")], "Ctrl-L", nil, "redraw the screen", .program),
        Binding(.suspend, [.control("z")], "Ctrl-Z", nil, "suspend; fg in the shell resumes", .program),
        Binding(
            .quit, ["q"], "q", "quit", "close the dialog, or quit; the session's journal keeps everything but the contents of files",
            .program,
            plain: "ends linkscope"),
        Binding(.quitNow, [.control("c")], "Ctrl-C", nil, "quit at once", .program),
    ]
}
