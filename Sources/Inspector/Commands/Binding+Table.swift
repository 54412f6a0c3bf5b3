import Screen

extension Binding {
    /// All bindings in the order of the help. Only F, J and V use the network.
    package static let table: [Binding] = [
        Binding(.more, [.enter], "Enter", "details", "show more: the details, a folded part, a value in full", .links),
        Binding(
            .open, ["o"], "o", "open", "open the selected link from an app or the browser; Enter confirms; :open 3 opens link #3", .links,
            argument: .link(isRequired: false)),
        Binding(.goBack, ["r"], "r", "return", "preview the return to the referer of the selected link; Enter sends it", .links),
        Binding(.dismissBanner, ["X"], "X", "dismiss", "close the banner, also for later referers", .links),
        Binding(.undo, ["u"], "u", nil, "undo the last change of the device: an opening, a return, an app switched", .links),
        Binding(.redo, ["U"], "U", nil, "do again what was undone", .links),
        Binding(
            .hold, [.space], "Space", "hold", "hold the device and the lists; new links are recorded and wait; a replay stops meanwhile",
            .links),
        Binding(.write, ["i"], "i", "write", "write a link, or edit a copy of the selected one; Enter delivers it", .links),
        Binding(
            .copy, ["y"], "y", "copy",
            "copy the link, a value, its path or the data; copy an adb, simctl, devicectl, intent: or curl form; draw a QR code", .links),
        Binding(.build, ["b"], "b", "build", "build an App Link in a form that starts with the selected link; Enter delivers it", .links),
        Binding(.repair, ["R"], "R", "repair", "show the link beside the link with all repairs; Enter delivers the repaired one", .links),
        Binding(
            .resolve, ["F"], "F", "fetch",
            "fetch a web link's page: its hops, and the app it opens on each device; F again ignores the cache", .links),
        Binding(
            .runScripts, ["J"], "J", "run scripts",
            "fetch the page and read it after its scripts have run in Chromium", .links),
        Binding(
            .verify, ["V"], "V", "verdict",
            "check if a web link opens in its app, and why: asks its site and Apple; V again ignores the cache", .links),
        Binding(
            .whatIf, ["w"], "w", "what if",
            "show where the link ends on each device, with its app installed and without it; Enter explains a cell", .links),
        Binding(
            .diff, ["D"], "D", "diff",
            "compare the selected link with the marked one, or with the link above it; two marked links with each other", .links),
        Binding(.mark, ["m"], "m", "mark", "mark the selected link (*), or remove its mark", .links),
        Binding(.nextMark, ["'"], "'", nil, "go to the next marked link", .links),
        Binding(.sample, ["s"], "s", "samples", "choose a sample link and deliver it", .links),
        Binding(
            .filter, ["/"], "/", "filter",
            "show only the links and events that fit: words, \"a text\", -not, and fields such as event:nav_* app:shop from: to: host: level:error has:referer link:41; "
                + "in the details and the journey, find a text",
            .links),
        Binding(
            .find, [], ":find TEXT", nil, "go to the text in the details, or in the journey if it has the focus", .links,
            argument: .text("TEXT", isRequired: false)),
        Binding(.nextMatch, ["n"], "n", "next", "go to the next row that the filter shows, or to the next line with the text", .links),
        Binding(.previousMatch, ["N"], "N", nil, "go to the previous one", .links),
        Binding(.nextProblem, ["]"], "]", nil, "go to the next link with a problem (!)", .links),
        Binding(.previousProblem, ["["], "[", nil, "go to the previous link with a problem (!)", .links),
        Binding(
            .writeFile, [], ":write FILE", nil,
            "write the links that are shown, or the events if they have the focus, to a file (.ndjson, .json, .csv), a report on the link (.md), or the "
                + "fetched pages (.har); :write! replaces a file", .links, argument: .file),
        Binding(.goTo, [], ":go N", nil, "select link #N", .links, argument: .link(isRequired: true)),

        Binding(.down, [.down, "j"], "j Down", nil, "one row down", .moving),
        Binding(.up, [.up, "k"], "k Up", nil, "one row up; stops following", .moving),
        Binding(.pageDown, [.pageDown, .control("d"), .control("f")], "PgDn Ctrl-D", nil, "one page down", .moving),
        Binding(.pageUp, [.pageUp, .control("u"), .control("b")], "PgUp Ctrl-U", nil, "one page up", .moving),
        Binding(.first, ["g", .home], "g Home", nil, "the first row", .moving),
        Binding(.last, ["G", .end], "G End", nil, "the last row; follows again", .moving),
        Binding(.follow, ["f"], "f", "follow", "follow: keep the newest row in view, or stop", .moving),
        Binding(
            .fold, [.left, "h"], "h Left", nil,
            "fold the part under the cursor, or the part around it; in the tab Journey, one step back in time", .moving),
        Binding(
            .unfold, [.right, "l"], "l Right", nil, "unfold the part under the cursor; in the tab Journey, one step forward in time",
            .moving),
        Binding(
            .nextTab, ["."], ".", "tab", "show the next tab of the link: Decoded, Raw, Journey, Page, Verdict, Events, Diff, What-if",
            .moving),
        Binding(.previousTab, [","], ",", nil, "show the previous tab of the link", .moving),
        Binding(.nextPane, [.tab], "Tab", "pane", "the next pane", .moving),
        Binding(.previousPane, [.backTab], "Shift-Tab", nil, "the previous pane", .moving),
        Binding(.focusLinks, ["1"], "1", nil, "go to the links", .moving),
        Binding(.focusDetail, ["2"], "2", nil, "go to the details of the selected link or event", .moving),
        Binding(.focusJourney, ["3"], "3", nil, "go to the journey: the targets tried and the trail of apps", .moving),
        Binding(.focusEvents, ["4"], "4", nil, "go to the measurement events", .moving),
        Binding(.zoom, ["z"], "z", "zoom", "show only this pane, or all panes", .moving),
        Binding(.larger, ["+"], "+", nil, "make this pane larger; the size is kept for later sessions", .moving),
        Binding(.smaller, ["-"], "-", nil, "make this pane smaller", .moving),
        Binding(.usualSizes, ["="], "=", nil, "give all panes their usual sizes", .moving),

        Binding(
            .device, ["d"], "d", "device",
            "choose the simulated device, switch its apps on and off, bring one to the front; :device iPad chooses one by name", .program,
            argument: .text("NAME", isRequired: false)),
        Binding(.secrets, ["S"], "S", nil, "show secrets, or mask them again", .program),
        Binding(
            .palette, [":"], ":", "commands", "find a command by its name or by what it does; Tab completes, Up recalls earlier ones",
            .program),
        Binding(
            .help, ["?", .function(1)], "? F1", "help", "this help; :help WORD shows only the commands with this word", .program,
            argument: .text("WORD", isRequired: false)),
        Binding(.sessions, [], ":sessions", nil, "the saved sessions: open one, name it, or delete it", .program),
        Binding(.messages, [], ":messages", nil, "read the last messages again", .program),
        Binding(
            .back, [.escape], "Esc", "stop", "one step back: close the dialog, stop a lookup, return to now, or show all panes", .program),
        Binding(.repaint, [.control("l")], "Ctrl-L", nil, "redraw the screen", .program),
        Binding(.suspend, [.control("z")], "Ctrl-Z", nil, "suspend; fg in the shell resumes", .program),
        Binding(.quit, ["q"], "q", "quit", "close the dialog, or quit; the session's journal keeps everything", .program),
        Binding(.quitNow, [.control("c")], "Ctrl-C", nil, "quit at once", .program),
    ]
}
