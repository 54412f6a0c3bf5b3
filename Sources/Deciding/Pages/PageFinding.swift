package import AppLinks
package import LinkLayers

/// A finding about a page, or about the requests that led to it, that affects whether the page's link opens an app.
package struct PageFinding: Sendable, Hashable {
    /// A stable code that scripts can match on.
    package var code: String
    package var severity: Finding.Severity
    /// The problem and its consequence. May contain text from servers.
    package var message: String

    package init(_ code: String, _ severity: Finding.Severity, _ message: String) {
        self.code = code
        self.severity = severity
        self.message = message
    }

    /// Creates the finding that says why there is no page.
    package init(_ problem: FetchProblem) {
        self.init(problem.code, .error, problem.description)
    }
}

extension [PageFinding] {
    package mutating func add(_ code: String, _ severity: Finding.Severity, _ message: String) {
        append(PageFinding(code, severity, message))
    }
}

extension FetchedPage {
    /// The findings about the requests that led to the page.
    package var findings: [PageFinding] {
        var findings: [PageFinding] = []
        for (hop, next) in zip(hops, hops.dropFirst())
        where hop.url.scheme?.lowercased() == "https" && next.url.scheme?.lowercased() == "http" {
            findings.add(
                "insecure-redirect", .warning,
                "\(hop.url.host ?? "") redirects from https to http: anyone on the network can change the page, and apps do not claim http links."
            )
            break
        }
        if let status, status >= 400 {
            findings.add("http-status", .warning, "The server answered with status \(status). The tags of that page were read anyway.")
        }
        if let proxy {
            findings.add(
                "proxy", .note,
                "The page was fetched through the proxy \(proxy), which chooses the address. linkscope checked the target's address first.")
        }
        return findings
    }
}

extension PageContent {
    /// Returns the findings about the page's tags.
    ///
    /// - Parameter advisesScripts: Whether to mention the option that runs the page's scripts.
    package func findings(on tags: PageTags, advisesScripts: Bool = true) -> [PageFinding] {
        var findings: [PageFinding] = []
        if tags.platforms.allSatisfy({ !Self.knownPlatforms.contains($0) }) {
            if isBuiltByScript {
                findings.add(
                    "tags-by-script", .warning,
                    "The page has no App Link tags, and hardly any text before its scripts run. Scripts may add the tags, but most apps do not run scripts and will not see them."
                        + (advisesScripts ? " `linkscope resolve --run-scripts` reads the page after its scripts have run." : ""))
            } else {
                findings.add("no-app-link-tags", .warning, "The page has no App Link tags (such as al:ios:url): it opens in a browser.")
            }
        }
        for platform in ["ios", "iphone", "ipad"] {
            let nameless = tags.namelessEntries(of: platform)
            guard nameless > 0 else { continue }
            findings.add(
                "target-without-url", .warning,
                "al:\(platform) has \(nameless == 1 ? "a target" : "\(nameless) targets") without al:\(platform):url, which cannot open an app."
            )
        }
        for platform in ["ios", "iphone", "ipad", "android"] {
            guard let first = tags.unusableURLs(of: platform).first else { continue }
            findings.add(
                "target-bad-url", .warning,
                "al:\(platform):url is not a URL that an app can open. Write it with its scheme, such as shop://item/7. The page has: \(first.prefix(200))"
            )
        }
        return findings
    }

    /// The platforms that App Links define.
    private static let knownPlatforms: Set = ["ios", "iphone", "ipad", "android", "web", "windows", "windows_phone", "windows_universal"]
}
