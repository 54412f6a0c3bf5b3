package import AppLinks
import Bytes
package import LinkLayers
import Secrets

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

    /// Creates the finding that says why the scripts were not run.
    package init(_ problem: ScriptProblem) {
        self.init(problem.code, .warning, problem.description)
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
                "al:\(platform):url is not a URL that an app can open. The page has: \(Secrets.masked(first).prefix(200)). Write it with its scheme, such as shop://item/7."
            )
        }
        let unpackaged = tags.entries(of: "android").count { ($0["package"] ?? "").isEmpty }
        if unpackaged > 0 {
            findings.add(
                "target-without-package", .warning,
                "al:android has \(unpackaged == 1 ? "a target" : "\(unpackaged) targets") without al:android:package. Readers of App Links find no app without it."
            )
        }
        for platform in ["ios", "iphone", "ipad"] {
            guard
                let id = tags.entries(of: platform).lazy.compactMap({ $0["app_store_id"] }).first(where: {
                    !$0.utf8.allSatisfy(ByteClass.isDigit)
                })
            else { continue }
            findings.add(
                "target-bad-id", .warning,
                "al:\(platform):app_store_id is not a number, so the link cannot lead to the App Store. The page has: \(Secrets.masked(id).prefix(100)). Write only the digits."
            )
        }
        return findings + misspelledTags + misnamedTags + bannerFindings
    }

    /// The findings about App Link tags whose name is misspelled: `al:ios:ulr`, `al:andriod:url`.
    private var misspelledTags: [PageFinding] {
        var findings: [PageFinding] = []
        for property in metas.lazy.compactMap(\.property) where property.utf8.startsLike("al:".utf8) && findings.count < 8 {
            let parts = property.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 2, let (platform, fields) = Self.nearest(to: parts[1]), let field = NearestWord.to(parts[2], among: fields)
            else {
                continue
            }
            let meant = (["al", platform, field] + parts[3...]).joined(separator: ":")
            guard meant != property.lowercased() else { continue }
            let message = "\(property.prefix(60)) is no App Link tag, so apps ignore it. Write \(meant.prefix(60))."
            findings.add("misspelled-tag", .warning, message)
        }
        return findings
    }

    /// Returns the platform that a word most likely stands for, and its fields.
    private static func nearest(to word: String) -> (platform: String, fields: [String])? {
        let platform = knownPlatforms.contains(word) ? word : NearestWord.to(word, among: knownPlatforms.sorted())
        return platform.map { platform in
            switch platform {
            case "android": (platform, ["url", "package", "class", "app_name"])
            case "web": (platform, ["url", "should_fallback"])
            case "ios", "iphone", "ipad": (platform, ["url", "app_store_id", "app_name"])
            default: (platform, ["url", "app_id", "app_name"])
            }
        }
    }

    /// The finding about App Link tags whose name is in the attribute `name`.
    private var misnamedTags: [PageFinding] {
        let names = metas.lazy.filter { $0.property == nil }.compactMap(\.name).filter { $0.utf8.startsLike("al:".utf8) }
        guard let first = names.first else { return [] }
        let message =
            "Write property= instead of name= in \(first.prefix(60)) and the other App Link tags: readers of App Links see only tags with property=."
        return [PageFinding("tags-by-name", .warning, message)]
    }

    /// The findings about smart app banners that Safari does not show.
    private var bannerFindings: [PageFinding] {
        var findings: [PageFinding] = []
        if metas.contains(where: { $0.name == nil && $0.property?.utf8.isLike("apple-itunes-app".utf8) == true }) {
            findings.add("banner-by-property", .warning, "Write name= instead of property= in apple-itunes-app: Safari shows no banner.")
        }
        for banner in smartBanners.prefix(8) {
            let written = Secrets.masked(banner.content).prefix(100)
            if let id = banner.fields[0] {
                if id.contains(";") {
                    findings.add(
                        "banner-separator", .warning,
                        "The parts of a smart app banner are separated by commas. Safari reads the ; as a part of the app ID and shows no banner. The page has: \(written)"
                    )
                } else if !id.utf8.contains(where: ByteClass.isDigit) || id.contains(where: { !$0.isNumber && $0 != "," }) {
                    findings.add(
                        "banner-app-id", .warning,
                        "The app-id of a smart app banner is the number of the app in the App Store, such as 123456789. Safari shows no banner. The page has: \(written)"
                    )
                }
            } else if banner.fields[2] == nil {
                findings.add(
                    "banner-without-app", .warning,
                    "The smart app banner has no app-id, so Safari shows no banner. The page has: \(written)")
            }
        }
        return findings
    }

    /// The platforms that App Links define.
    private static let knownPlatforms: Set = ["ios", "iphone", "ipad", "android", "web", "windows", "windows_phone", "windows_universal"]
}
