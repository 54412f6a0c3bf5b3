import Screen

extension Binding {
    /// All bindings, in the order of the help. Lower case is safe; only F, J and V ask the network.
    package static let table: [Binding] = [
        Binding(
            .open, [.enter], "Enter", "open", "the app in front follows the selected link; in a tree: fold; on a value: show all of it",
            .links),
        Binding(.goBack, ["r"], "r", "return", "touch the banner: look at what is sent, Enter returns to the referer", .links),
        Binding(.dismissBanner, ["X"], "X", "dismiss", "close the banner; it stays closed for the next referer too", .links),
        Binding(.write, ["i"], "i", "write", "write a link, or edit a copy of the selected one; Enter delivers it", .links),
        Binding(
            .copy, ["y"], "y", "copy",
            "copy the link, a value, its path, the data; as adb, simctl, devicectl, intent: or curl; or draw a QR code", .links),
        Binding(.build, ["b"], "b", "build", "build an App Link in a form, filled in from the selected one; Enter delivers it", .links),
        Binding(.repair, ["R"], "R", "repair", "deliver the link as all repairs of its findings make it", .links),
        Binding(
            .resolve, ["F"], "F", "fetch",
            "fetch a web link's page: hops, the app on each device; F again, at any time, asks anew", .links),
        Binding(
            .runScripts, ["J"], "J", nil,
            "fetch the page and read it after its JavaScript has run, in Chromium", .links),
        Binding(
            .verify, ["V"], "V", "verdict",
            "why a web link opens in its app or not: asks its site and Apple; V again asks anew", .links),
        Binding(.sample, ["s"], "s", "samples", "choose a sample link and deliver it", .links),
        Binding(.nextProblem, ["]"], "]", nil, "the next link with a problem (!)", .links),
        Binding(.previousProblem, ["["], "[", nil, "the previous link with a problem", .links),

        Binding(.down, [.down, "j"], "j Down", nil, "one row down", .moving),
        Binding(.up, [.up, "k"], "k Up", nil, "one row up; in a stream this stops following", .moving),
        Binding(.pageDown, [.pageDown, .control("d"), .control("f")], "PgDn Ctrl-D", nil, "a page down", .moving),
        Binding(.pageUp, [.pageUp, .control("u"), .control("b")], "PgUp Ctrl-U", nil, "a page up", .moving),
        Binding(.first, ["g", .home], "g Home", nil, "the first row", .moving),
        Binding(.last, ["G", .end], "G End", nil, "the last row; a stream follows again", .moving),
        Binding(.follow, ["f"], "f", "follow", "keep the newest row in view, or stop doing so", .moving),
        Binding(.fold, [.left, "h"], "h Left", nil, "fold the part under the cursor, or the one around it", .moving),
        Binding(.unfold, [.right, "l"], "l Right", nil, "unfold it", .moving),
        Binding(.nextPane, [.tab], "Tab", "pane", "the next pane", .moving),
        Binding(.previousPane, [.backTab], "Shift-Tab", nil, "the previous pane", .moving),
        Binding(.focusLinks, ["1"], "1", nil, "the links", .moving),
        Binding(.focusDetail, ["2"], "2", nil, "all of the selected link or event", .moving),
        Binding(.focusJourney, ["3"], "3", nil, "where it went: the targets tried, the trail of apps", .moving),
        Binding(.focusEvents, ["4"], "4", nil, "the measurement events", .moving),
        Binding(.zoom, ["z"], "z", "zoom", "the pane alone, or all of them", .moving),

        Binding(.device, ["d"], "d", "device", "choose the device, switch its apps on and off, bring one to the front", .program),
        Binding(.secrets, ["S"], "S", nil, "show secrets, or mask them again", .program),
        Binding(.help, ["?", .function(1)], "? F1", "help", "this help", .program),
        Binding(.back, [.escape], "Esc", nil, "one step back: close what lies on top, stop resolving or asking, leave the zoom", .program),
        Binding(.repaint, [.control("l")], "Ctrl-L", nil, "draw the screen anew", .program),
        Binding(.suspend, [.control("z")], "Ctrl-Z", nil, "suspend; the shell's fg comes back", .program),
        Binding(.quit, ["q"], "q", "quit", "close what lies on top, or quit; the journal keeps everything", .program),
        Binding(.quitNow, [.control("c")], "Ctrl-C", nil, "quit at once", .program),
    ]
}
