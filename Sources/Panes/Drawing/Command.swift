/// A command that the user can give with a key or by typing its name after `:`, in the order of the help. All that there is to know about a
/// command is in its row, in `Command+Row.swift`.
package enum Command: Sendable, CaseIterable {
    // Links
    case more, open, openOnDevice, goBack, dismissBanner, declare, undo, redo, hold, write, copy, build, repair, resolve,
        runScripts, verify, verifyOnDevice, whatIf, diff, mark, nextMark, sort, sample, filter, clear, find, nextMatch,
        previousMatch, nextProblem, previousProblem, writeFile, recordSuite, stop, goTo
    // Moving
    case down, up, pageDown, pageUp, first, last, follow, fold, unfold, nextTab, previousTab, nextPane, previousPane, focusLinks,
        focusDetail, focusJourney, focusEvents, zoom, larger, smaller, usualSizes
    // linkscope
    case device, install, remove, front, assume, resume, secrets, palette, help, sessions, history, sources, theme, messages,
        back, repaint, suspend, quit, quitNow
}
