import AppLinks

extension ScriptRun {
    /// Returns findings about the run and about what it changed.
    ///
    /// - Parameters:
    ///   - before: The content of the page without its scripts.
    ///   - after: The content after the scripts have run.
    package func findings(before: PageContent, after: PageContent) -> [PageFinding] {
        var findings: [PageFinding] = []
        if before.tags.platforms.isEmpty, !after.tags.platforms.isEmpty {
            findings.append(
                PageFinding(
                    "tags-only-by-script", .warning,
                    "The App Link tags are there only after the page's scripts have run: who does not run scripts, as most apps do not, will not "
                        + "see them. Write them into the page on the server."))
        }
        if !refusals.isEmpty {
            let list = refusals.map { $0.host == $0.address ? $0.host : "\($0.host) (\($0.address))" }.joined(separator: ", ")
            findings.append(
                PageFinding(
                    "scripts-refused-address", .warning,
                    "The page or its scripts asked for addresses that are not on the public Internet: \(list). They got nothing. If that is "
                        + "meant, allow it with --allow-private."))
        }
        if !sockets.isEmpty {
            findings.append(
                PageFinding(
                    "scripts-no-socket", .warning,
                    "The page's scripts opened a WebSocket or WebTransport to \(sockets.joined(separator: ", ")). linkscope does not connect "
                        + "these, so the page lacks what it would have received."))
        }
        for opening in openings {
            findings.append(
                PageFinding(
                    "scripts-open-app", .note,
                    "A script goes to \(opening), as pages do to open an app by themselves: browsers ask first, or do nothing without a tap."
                ))
        }
        if let limit {
            findings.append(
                PageFinding(
                    "scripts-limit", .warning, "The scripts asked for too much (\(limit.rawValue)): from there on they got nothing."))
        }
        if !isSettled {
            findings.append(
                PageFinding("scripts-unsettled", .note, "The scripts had not come to rest: the page is read as it was by then."))
        }
        if !isSandboxed {
            findings.append(
                PageFinding(
                    "sandbox-off", .note,
                    "Chromium ran without its sandbox, because it cannot have one as root: do this as another user where the page is not trusted."
                ))
        }
        return findings
    }
}

extension PageFinding {
    /// Explains why the scripts were not run.
    package init(_ problem: ScriptProblem) {
        self.init(problem.code, .warning, problem.description)
    }
}
