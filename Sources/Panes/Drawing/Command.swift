/// A command that the user can give with a key or by typing its name after `:`. The table in `Binding+Table.swift` defines the keys, the
/// hints in the footer and the help for all commands. The raw value is the name under which the command is typed.
package enum Command: String, Sendable, CaseIterable {
    // Moving
    case nextPane = "next-pane", previousPane = "previous-pane"
    case focusLinks = "list", focusDetail = "show", focusJourney = "journey", focusEvents = "events"
    case down, up, pageDown = "page-down", pageUp = "page-up", first, last
    case fold, unfold
    case nextTab = "next-tab", previousTab = "previous-tab"
    case follow, zoom
    case larger, smaller, usualSizes = "usual-sizes"
    // Links
    case more = "details", open, openOnDevice = "open-on", write = "edit", sample = "samples"
    case goBack = "return", dismissBanner = "dismiss"
    case undo, redo, hold = "pause"
    case copy
    case build, declare
    case resolve = "fetch", verify = "verdict", verifyOnDevice = "verdict-on"
    case whatIf = "what-if", diff
    case runScripts = "scripts"
    case nextProblem = "next-problem", previousProblem = "previous-problem"
    case mark, nextMark = "next-mark", sort
    case filter, clear, find, nextMatch = "next-match", previousMatch = "previous-match"
    case repair
    case goTo = "go", writeFile = "write", recordSuite = "suite"
    case stop
    // The device
    case resume
    case install, remove, front, assume
    // The program
    case device, help, palette = "commands", messages, sessions, history, sources, secrets, theme, back, repaint, suspend, quit
    case quitNow = "quit-now"
}
