package import LinkLayers

/// What is wrong with the machine that asks, where that is why a file cannot be had: then there is nothing to put right at the site.
package enum MachineTrouble: Sendable, Hashable {
    /// The file of certificates to trust cannot be read.
    case certificateFile
    /// It trusts nobody, Apple's CDN neither.
    case distrust
    /// The proxy that its environment names.
    case proxy
    /// It reaches nobody, Apple's CDN neither.
    case network
    case noLibrary

    /// What to do about it, here.
    var advice: String {
        switch self {
        case .certificateFile: "This is a problem of this machine, not of the site. Correct it here, then verify again."
        case .distrust:
            "This machine does not trust Apple's CDN either. Check its certificates (SSL_CERT_FILE, CURL_CA_BUNDLE), its clock, or a proxy that "
                + "intercepts connections, then verify again."
        case .proxy:
            "This is a problem of this machine, not of the site. Correct or unset https_proxy (HTTPS_PROXY, all_proxy), then verify again."
        case .network:
            "This machine does not reach Apple's CDN either. Check its network (connection, DNS, firewall), then verify again."
        case .noLibrary: "Install it on this machine, then verify again."
        }
    }

    /// What happened, without a word on the site that nobody can know.
    package func words(of problem: FetchProblem) -> String {
        if self == .distrust, case .insecure(let host, let reason) = problem { return "No secure connection to \(host): \(reason)." }
        return problem.description
    }
}

extension ServedFiles {
    /// What is wrong with this machine, where that keeps a file from coming; nil where it may be the site.
    ///
    /// Apple's CDN is there to compare with: who does not reach it, or trust it, knows nothing about others.
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
