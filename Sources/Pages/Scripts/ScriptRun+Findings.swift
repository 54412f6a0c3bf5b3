import AppLinks
import LinkLayers

extension ScriptRun {
    /// Returns the findings about the run and about the changes that the scripts made.
    ///
    /// - Parameters:
    ///   - before: The content of the page before its scripts have run.
    ///   - after: The content after the scripts have run.
    package func findings(before: PageContent, after: PageContent) -> [PageFinding] {
        var findings: [PageFinding] = []
        if before.tags.platforms.isEmpty, !after.tags.platforms.isEmpty {
            findings.add(
                "tags-only-by-script", .warning,
                "The App Link tags appear only after the page's scripts run: most apps do not run scripts and will not see them. "
                    + "Write the tags into the page on the server.")
        }
        if !refusals.isEmpty {
            let list = refusals.map { $0.host == $0.address ? $0.host : "\($0.host) (\($0.address))" }.joined(separator: ", ")
            findings.add(
                "scripts-refused-address", .warning,
                "The page or its scripts requested addresses that are not on the public Internet: \(list). linkscope refused "
                    + "them. Allow them with --allow-private.")
        }
        if !sockets.isEmpty {
            findings.add(
                "scripts-no-socket", .warning,
                "The page's scripts opened a WebSocket or WebTransport to \(sockets.joined(separator: ", ")). linkscope blocks "
                    + "these connections, so the page may be incomplete.")
        }
        for opening in openings {
            findings.add(
                "scripts-open-app", .note,
                "A script goes to \(opening) to open an app without a tap: browsers ask first, or do nothing.")
        }
        if let limit {
            findings.add(
                "scripts-limit", .warning, "The scripts requested too much (\(limit.rawValue)): linkscope refused all further requests.")
        }
        if !isSettled {
            findings.add("scripts-unsettled", .note, "The scripts were still running: the page was read as it was at that time.")
        }
        if !isSandboxed {
            findings.add(
                "sandbox-off", .note,
                "Chromium ran without its sandbox, which it cannot use as root. Run linkscope as another user for pages you do not trust.")
        }
        return findings
    }
}

extension PageFinding {
    /// Creates the finding that says why the scripts were not run.
    package init(_ problem: ScriptProblem) {
        self.init(problem.code, .warning, problem.description)
    }
}
