import Bytes

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

    static func findings(in pieces: XMLPieces, sites: AppSites) -> [LintFinding] {
        var lint = PropertyListLint(pieces: pieces, sites: sites)
        lint.run()
        return lint.findings
    }

    private init(pieces: XMLPieces, sites: AppSites) {
        self.pieces = pieces
        self.sites = sites
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
