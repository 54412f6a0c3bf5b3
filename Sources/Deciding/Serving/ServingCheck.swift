import AppLinks
import LinkLayers

/// Checks how a site serves one of its files. The content of the file does not matter.
struct ServingCheck {
    let file: ServedFile
    /// A problem of this machine that made the request fail, if any.
    var trouble: MachineTrouble?

    private var platform: AppPlatform { file.kind.platform }
    /// The common beginning of the finding codes.
    private var prefix: String { platform == .ios ? "aasa" : "assetlinks" }
    private var name: String { platform == .ios ? "apple-app-site-association" : "assetlinks.json" }

    var causes: [VerdictCause] {
        switch file.result {
        case .failure(let failure): [cause(of: failure.problem)]
        case .success(let page): [distrust, cause(of: page), slowness].compactMap { $0 }
        }
    }

    /// A warning if the certificate was not checked; otherwise nil.
    private var distrust: VerdictCause? {
        guard let hop = file.hop, !hop.isCertificateChecked, let host = hop.url.host else { return nil }
        return cause(
            "tls-failed", "The certificate of \(host) was not checked: devices that do not trust it do not read \(name).",
            "Install a certificate that browsers trust, or one that your test devices trust.", severity: .warning)
    }

    /// A warning if the answer is too slow for Android; otherwise nil.
    private var slowness: VerdictCause? {
        guard platform == .android, let hop = file.hop, hop.age == nil, hop.milliseconds >= Self.deviceMilliseconds else { return nil }
        let seconds = Int(hop.milliseconds / 1000)
        return cause(
            "too-slow", "\(name) took \(seconds) s: devices wait 5 s for the connection and 5 s for the answer.",
            "Make the server answer faster.", severity: .warning)
    }

    private static let deviceMilliseconds = 5000.0

    private func cause(_ code: String, _ message: String, _ advice: String, severity: Finding.Severity = .error) -> VerdictCause {
        VerdictCause("\(prefix)-\(code)", severity, platform, message, advice)
    }

    // MARK: No answer

    private func cause(of problem: FetchProblem) -> VerdictCause {
        if case .pageTooLarge(let limit) = problem {
            let message = "\(file.url) is larger than \(limit) bytes: devices ignore the whole file."
            return VerdictCause(AssociationFindingCode.tooLarge.rawValue, .error, platform, message, file.kind.adviceOnSize)
        }
        let words = trouble?.words(of: problem) ?? problem.description
        return cause(problem.code, "\(name) could not be fetched. \(words)", trouble?.advice ?? advice(for: problem))
    }

    private func advice(for problem: FetchProblem) -> String {
        switch problem {
        case .unknownHost:
            "Correct the name; if it is new, wait until DNS knows it everywhere. If no name resolves here, check this machine's network."
        case .refusedAddress:
            platform == .ios
                ? "Append ?mode=developer to the domain in the app's Associated Domains entitlement; Apple's CDN cannot reach a private site."
                : "Serve the site at a public address: devices on other networks cannot reach this one and cannot verify the app."
        case .noConnection: "Serve this file publicly on port \(LinkURL(file.url)?.port ?? 443)."
        case .insecure: "Install a certificate that browsers trust, for exactly this host and with its full chain."
        case .tooSlow:
            platform == .ios ? "Make the server answer faster." : "Make the server answer within 5 seconds: devices wait no longer."
        case .badCertificates, .proxy, .noLibrary: ""
        default: "Check the server's log, correct the problem, then verify again."
        }
    }

    // MARK: An answer

    /// Returns the cause if devices do not accept the answer, or accept it with reservations.
    private func cause(of page: FetchedPage) -> VerdictCause? {
        switch page.status {
        case 200?: contentCause(of: page)
        case 301?, 302?, 303?, 307?, 308?: redirect(page)
        case 404?, 410?: notFound(page.status ?? 404)
        case 401?, 403?:
            cause(
                "forbidden", "The server denies access to \(name) (status \(page.status ?? 403)).",
                "Remove logins, bot filters and country filters from this address.")
        case 429?:
            cause(
                "http-status", "The server limits requests for \(name) (status 429): devices accept only 200.",
                "Remove the rate limit from this address: \(platform == .ios ? "Apple's CDN" : "devices everywhere") must always get the file."
            )
        default:
            cause(
                "http-status", "The server answers with status \(page.status ?? 0) instead of \(name): devices accept only 200.",
                "Check the server's log, correct the problem, then verify again.")
        }
    }

    private func redirect(_ page: FetchedPage) -> VerdictCause {
        let place = page.field("Location").map { "to \($0) " } ?? "without a Location "
        return cause(
            "redirect", "The server redirects \(place)(status \(page.status ?? 302)): devices do not follow redirects for \(name).",
            "Serve the file with status 200 at \(file.url). Each host needs its own copy, www.example.com and example.com alike.")
    }

    private func notFound(_ status: Int) -> VerdictCause {
        let other = platform == .ios ? AppPlatform.android : .ios
        return cause(
            "not-found",
            "The server has no \(name) (status \(status)): without it, no app gets the links of this site on \(platform.name).",
            "Put it at \(file.url). If there is no \(platform.name) app, verify with --only \(other.rawValue).")
    }

    /// Returns the cause if the answer is a web page or has a wrong type.
    private func contentCause(of page: FetchedPage) -> VerdictCause? {
        if file.isWebPage {
            let message = "The server answers with a web page instead of \(name), probably its \"not found\" page."
            return cause("web-page", message, "Add a rule for this file before your server's catch-all rule.")
        }
        let type = page.contentType?.type
        guard type != "application/json", platform == .android || type != "application/pkcs7-mime" else { return nil }
        let given = page.field("Content-Type").map { "served as \($0)" } ?? "served without a Content-Type"
        if platform == .ios {
            let message = "\(name) is \(given): this works, but Apple asks for application/json."
            return cause("content-type", message, "", severity: .note)
        }
        let message = "\(name) is \(given): devices accept this, but Google's API rejects it (WRONG_CONTENT_TYPE)."
        return cause("content-type", message, "Serve it as application/json.", severity: .warning)
    }
}
