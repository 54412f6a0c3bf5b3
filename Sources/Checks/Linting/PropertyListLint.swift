import Bytes
import Projects

/// Checks what a property list of an Apple platform says about links: the schemes of `Info.plist` and the domains of the entitlements.
struct PropertyListLint {
    private let pieces: XMLPieces
    private let sites: AppSites
    private(set) var findings: [LintFinding] = []
    /// The keys before the arrays and dictionaries that are open.
    private var keys: [String] = []
    private var key = ""
    private var querySchemes = 0

    /// The maximum number of schemes in LSApplicationQueriesSchemes for apps that are built with the SDK of iOS 15 or later.
    private static let mostQuerySchemes = 50

    init(_ pieces: XMLPieces, sites: AppSites) {
        self.pieces = pieces
        self.sites = sites
        run()
    }

    private mutating func run() {
        var element = ""
        for piece in pieces.all {
            switch piece {
            case .opening(let tag):
                element = tag.isEmpty ? "" : tag.name
                if !tag.isEmpty, tag.name == "array" || tag.name == "dict", keys.count < 256 {
                    keys.append(key)
                    key = tag.name == "array" ? key : ""
                }
            case .closing(let name, _):
                element = ""
                if name == "array" || name == "dict" { key = keys.popLast() ?? "" }
            case .text(let range):
                let text = pieces.text(range)
                if element == "key" {
                    key = String(decoding: text.bytes, as: UTF8.self)
                } else if element == "string" {
                    read(text.bytes, range)
                }
            }
        }
    }

    private mutating func read(_ text: [UInt8], _ range: Range<Int>) {
        guard !DeclaredScheme.isFilledIn(text), findings.count < LinkLint.mostFindings else { return }
        let shown = String(decoding: text.prefix(200), as: UTF8.self)
        switch key {
        case "CFBundleURLSchemes":
            guard let problem = DeclaredScheme.problem(text) else { return }
            findings.append(LintFinding(.plistScheme, "Links with the scheme \"\(shown)\" do not open the app: \(problem).", at: range))
        case "LSApplicationQueriesSchemes":
            querySchemes += 1
            if querySchemes == Self.mostQuerySchemes + 1 {
                findings.append(
                    LintFinding(.querySchemes, "iOS reads only the first \(Self.mostQuerySchemes) of these schemes.", at: range))
            }
            guard let problem = DeclaredScheme.problem(text) else { return }
            findings.append(LintFinding(.querySchemes, "canOpenURL returns false for \"\(shown)\": \(problem).", at: range))
        case "com.apple.developer.associated-domains":
            let domain = AssociatedDomain(text)
            if let problem = domain.problem {
                findings.append(LintFinding(.associatedDomain, "iOS ignores \"\(shown)\": \(problem).", at: range))
            } else if domain.service == "applinks", !domain.host.hasPrefix("*."), let problem = sites.appleProblem(of: domain.host) {
                findings.append(LintFinding(.notAssociated, "Links to \(domain.host) open in the browser: \(problem).", at: range))
            }
        default: break
        }
    }
}

/// An entry of `com.apple.developer.associated-domains`: `applinks:shop.example.com?mode=developer`.
struct AssociatedDomain {
    private(set) var service = ""
    private(set) var host = ""
    /// What keeps the entry from working, without a final period.
    private(set) var problem: String?

    private static let services: Set = ["applinks", "webcredentials", "activitycontinuation", "appclips"]
    private static let modes: Set = ["developer", "managed", "developer+managed"]

    init(_ text: [UInt8]) {
        let entry = String(decoding: text, as: UTF8.self)
        guard !text.contains(where: ByteClass.isBlank) else {
            problem = "it contains a space or a line end"
            return
        }
        guard let colon = entry.firstIndex(of: ":") else {
            problem = "write service:host, such as applinks:\(entry.isEmpty ? "shop.example.com" : entry)"
            return
        }
        service = String(entry[..<colon])
        let rest = entry[entry.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        host = String(parts[0])
        problem = problem(query: parts.count > 1 ? String(parts[1]) : nil)
    }

    private func problem(query: String?) -> String? {
        if service == "http" || service == "https" {
            let name = host.drop { $0 == "/" }.prefix { $0 != "/" && $0 != ":" }
            return "write applinks:\(name.isEmpty ? "shop.example.com" : name)"
        }
        guard Self.services.contains(service) else {
            return "the service \(service) is unknown; it is one of \(Self.services.sorted().joined(separator: ", "))"
        }
        if host.isEmpty { return "the host is missing" }
        if host.contains("://") { return "the host has a scheme; write \(service): and the host alone" }
        if let slash = host.firstIndex(of: "/") {
            return "the host is followed by a path; write \(service):\(host[..<slash]), and put paths into apple-app-site-association"
        }
        if host.contains(":") { return "the host has a port; iOS fetches the file only from port 443" }
        if host.dropFirst(host.hasPrefix("*.") ? 2 : 0).contains("*") {
            return "a * can only be the first label of the host, as in *.example.com"
        }
        guard let query else { return nil }
        guard query.hasPrefix("mode="), Self.modes.contains(String(query.dropFirst(5))) else {
            return "after the host, only ?mode=developer, ?mode=managed or ?mode=developer+managed can follow"
        }
        return nil
    }
}
