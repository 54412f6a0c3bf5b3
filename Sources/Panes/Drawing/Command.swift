/// A command that the user can give with a key or by typing its name after `:`. The table in `Binding+Table.swift` defines the keys, the
/// hints in the footer and the help for all commands.
package enum Command: String, Sendable, CaseIterable {
    // Moving
    case nextPane, previousPane, focusLinks, focusDetail, focusJourney, focusEvents
    case down, up, pageDown, pageUp, first, last
    case fold, unfold
    case nextTab, previousTab
    case follow, zoom
    case larger, smaller, usualSizes
    // Links
    case more, open, openOnDevice, write, sample, goBack, dismissBanner
    case undo, redo, hold
    case copy
    case build, declare
    case resolve, verify, verifyOnDevice
    case whatIf, diff
    case runScripts
    case nextProblem, previousProblem
    case mark, nextMark, sort
    case filter, clear, find, nextMatch, previousMatch
    case repair
    case goTo, writeFile, recordSuite
    case stop
    // The device
    case resume
    case install, remove, front, assume
    // The program
    case device, help, palette, messages, sessions, history, sources, secrets, theme, back, repaint, suspend, quit, quitNow
}
