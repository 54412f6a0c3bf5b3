import AppLinks
import LinkLayers

/// Checks how a site serves one of its files, whatever its content.
struct ServingCheck {
    let file: ServedFile
    /// A problem of this machine that is the real cause.
    var trouble: MachineTrouble?

    private var platform: AppPlatform { file.kind.platform }
    /// The common beginning of the finding codes.
    private var prefix: String { platform == .ios ? "aasa" : "assetlinks" }
    private var name: String { platform == .ios ? "apple-app-site-association" : "assetlinks.json" }

    var causes: [VerdictCause] {
        switch file.result {
        case .failure(let failure): [cause(of: failure.problem)]
        case .success(let page): causes(of: page) + slowness
        }
    }

    /// The cause if the answer came later than devices may wait.
    private var slowness: [VerdictCause] {
        guard platform == .android, let hop = file.hop, hop.age == nil, hop.milliseconds >= Self.deviceMilliseconds else { return [] }
        let seconds = Int(hop.milliseconds / 1000)
        return [
            cause(
                "too-slow", "\(name) took \(seconds) s: devices wait 5 s for the connection, and 5 s for what comes next.",
                "Let the server answer at once.", severity: .warning)
        ]
    }

    private static let deviceMilliseconds = 5000.0

    private func cause(_ code: String, _ message: String, _ advice: String, severity: Finding.Severity = .error) -> VerdictCause {
        VerdictCause("\(prefix)-\(code)", severity, platform, message, advice)
    }

    // MARK: No answer

    private func cause(of problem: FetchProblem) -> VerdictCause {
        if case .pageTooLarge(let limit) = problem {
            let message = "\(file.url) is larger than \(limit) bytes: devices read none of it."
            return VerdictCause(AssociationFindingCode.tooLarge.rawValue, .error, platform, message, file.kind.adviceOnSize)
        }
        let words = trouble?.words(of: problem) ?? problem.description
        return cause(problem.code, "\(name) cannot be had. \(words)", trouble?.advice ?? advice(for: problem))
    }

    private func advice(for problem: FetchProblem) -> String {
        switch problem {
        case .unknownHost:
            "Correct the name; if it is new, wait until DNS has it everywhere. If no name is known here, see to this machine's network."
        case .refusedAddress:
            platform == .ios
                ? "Where only a private network reaches the site, Apple's CDN does not: test with the entitlement's ?mode=developer."
                : "Where only a private network reaches the site, only devices in it can verify the app."
        case .noConnection: "Let the server answer to everybody on port \(LinkURL(file.url)?.port ?? 443)."
        case .insecure: "Install a certificate that browsers trust, for this very host and with its whole chain."
        case .tooSlow:
            platform == .ios ? "Let the server answer at once." : "Let the server answer within 5 seconds: devices wait no longer."
        case .badCertificates, .proxy, .noLibrary: ""
        default: "Look into the server's log, put it right, and verify again."
        }
    }

    // MARK: An answer

    private func causes(of page: FetchedPage) -> [VerdictCause] {
        switch page.status {
        case 200?: contentCauses(of: page)
        case 301?, 302?, 303?, 307?, 308?: [redirect(page)]
        case 404?, 410?: [notFound(page.status ?? 404)]
        case 401?, 403?:
            [
                cause(
                    "forbidden", "The server does not let everybody have \(name) (status \(page.status ?? 403)).",
                    "Take login, robot filters and country filters off this address.")
            ]
        case 429?:
            [
                cause(
                    "http-status", "The server limits how often it is asked for \(name) (status 429); only 200 counts.",
                    "Take the limit off this address: \(platform == .ios ? "Apple's CDN asks" : "devices everywhere ask") for it.")
            ]
        default:
            [
                cause(
                    "http-status", "The server answers with status \(page.status ?? 0) where \(name) should be; only 200 counts.",
                    "Look into the server's log, put it right, and verify again.")
            ]
        }
    }

    private func redirect(_ page: FetchedPage) -> VerdictCause {
        let place = page.field("Location").map { "to \($0) " } ?? "without saying where "
        return cause(
            "redirect", "The server sends on \(place)(status \(page.status ?? 302)); nobody who asks for \(name) follows.",
            "Answer with 200 and the file at \(file.url) itself: each host is asked for its own, www.example.com and example.com alike.")
    }

    private func notFound(_ status: Int) -> VerdictCause {
        let other = platform == .ios ? AppPlatform.android : .ios
        return cause(
            "not-found", "The server has no \(name) (status \(status)): without it no app gets its links on \(platform.name).",
            "Put it at \(file.url). Where there is no app for \(platform.name), verify with --only \(other.rawValue).")
    }

    private func contentCauses(of page: FetchedPage) -> [VerdictCause] {
        if file.isWebPage {
            let message = "A web page comes where \(name) should be: most likely the one for all addresses that the server does not know."
            return [cause("web-page", message, "Serve the file before the rule that answers everything with that page.")]
        }
        let type = page.contentType?.type
        guard type != "application/json", platform == .android || type != "application/pkcs7-mime" else { return [] }
        let given = page.field("Content-Type").map { "served as \($0)" } ?? "served without a Content-Type"
        if platform == .ios {
            let message = "\(name) is \(given): that works, though Apple asks for application/json."
            return [cause("content-type", message, "", severity: .note)]
        }
        let message = "\(name) is \(given): devices do not look at that, but Google's API does, and refuses (WRONG_CONTENT_TYPE)."
        return [cause("content-type", message, "Serve it as application/json.", severity: .warning)]
    }
}
