/// Everything a user can do with a key. One table (Binding+Table.swift) drives the keys, the footer, the help and the tests.
package enum Command: String, Sendable, CaseIterable {
    // Moving
    case nextPane, previousPane, focusLinks, focusDetail, focusJourney, focusEvents
    case down, up, pageDown, pageUp, first, last
    case fold, unfold
    case follow, zoom
    // Links
    case open, write, sample, goBack, dismissBanner
    case copy
    case build
    case resolve, verify
    case runScripts
    case nextProblem, previousProblem
    case repair
    // The program
    case device, help, secrets, back, repaint, suspend, quit, quitNow
}
