package import Pages

/// A problem of this machine that prevented a file from being fetched. The site is not the cause.
package enum MachineTrouble: Sendable, Hashable {
    /// The file of trusted certificates cannot be read.
    case certificateFile
    /// The machine trusts no server, not even Apple's CDN.
    case distrust
    /// The proxy that is set in the environment fails.
    case proxy
    /// The machine reaches no server, not even Apple's CDN.
    case network
    case noLibrary

    /// What to do about the problem on this machine.
    var advice: String {
        switch self {
        case .certificateFile: "This is a problem of this machine, not of the site. Correct it here, then verify again."
        case .distrust:
            "This machine does not trust Apple's CDN either. Check this machine's certificates (SSL_CERT_FILE, CURL_CA_BUNDLE), its clock, or a proxy that "
                + "intercepts connections, then verify again."
        case .proxy:
            "This is a problem of this machine, not of the site. Correct or unset https_proxy (HTTPS_PROXY, all_proxy), then verify again."
        case .network:
            "Check this machine's network (connection, DNS, firewall), then verify again."
        case .noLibrary: "Install it on this machine, then verify again."
        }
    }

    /// Describes the problem without any statement or advice about the site.
    package func words(of problem: FetchProblem) -> String {
        switch (self, problem) {
        case (.distrust, .insecure), (.network, .unknownHost): problem.fact
        default: problem.description
        }
    }
}

extension ServedFiles {
    /// Returns the problem of this machine that prevented a file from being fetched. Returns nil if the site may be the cause.
    ///
    /// Apple's CDN serves as a comparison. If this machine cannot reach or trust even the CDN, it cannot judge other sites.
    package func machineTrouble(behind file: ServedFile) -> MachineTrouble? {
        switch file.problem {
        case .badCertificates?: .certificateFile
        case .proxy?: .proxy
        case .noLibrary?: .noLibrary
        case .insecure?: appleCopy?.isDistrusted == true ? .distrust : nil
        case .unknownHost?, .noConnection?, .tooSlow?, .brokenOff?: isNobodyReached ? .network : nil
        default: nil
        }
    }

    private var isNobodyReached: Bool {
        guard !all.contains(where: { $0.isAnswered || $0.isDistrusted }) else { return false }
        switch appleCopy?.problem {
        case .unknownHost?, .noConnection?, .tooSlow?, .brokenOff?: return true
        default: return false
        }
    }
}
