/// A command that the user can give with a key or by typing its name after `:`, in the order of the help. The raw value is the name under
/// which the command is typed. All else that there is to know about a command is in its row, in `CommandTable.swift`.
package enum Command: String, Sendable, CaseIterable {
    // Links
    case more = "details", open, openOnDevice = "open-on", goBack = "return", dismissBanner = "dismiss", declare, undo, redo
    case hold = "pause", write = "edit", copy, build, repair, resolve = "fetch", runScripts = "scripts", verify = "verdict"
    case verifyOnDevice = "verdict-on", whatIf = "what-if", diff, mark, nextMark = "next-mark", sort, sample = "samples", filter
    case clear, find, nextMatch = "next-match", previousMatch = "previous-match", nextProblem = "next-problem"
    case previousProblem = "previous-problem", writeFile = "write", recordSuite = "suite", stop, goTo = "go"
    // Moving
    case down, up, pageDown = "page-down", pageUp = "page-up", first, last, follow, fold, unfold, nextTab = "next-tab"
    case previousTab = "previous-tab", nextPane = "next-pane", previousPane = "previous-pane", focusLinks = "list"
    case focusDetail = "show", focusJourney = "journey", focusEvents = "events", allEvents = "all-events"
    case zoom, larger, smaller, usualSizes = "usual-sizes"
    // linkscope
    case device, install, remove, front, assume, resume, secrets, palette = "commands", help, sessions, history, sources, theme
    case messages, back, repaint, suspend, quit, quitNow = "quit-now"
}
