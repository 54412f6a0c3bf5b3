package import AppLinks

/// An association file as served: the server's answer, or the reason why there is no answer.
package struct ServedFile: Sendable, Hashable {
    /// The kind of a file and the place that it was requested from. The raw values are stable, so scripts can match on them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Apple's file at the well-known path of the site.
        case aasa
        /// Apple's file at the root of the site, an older place for iOS 9.
        case legacyAASA = "aasa-legacy"
        /// The copy in Apple's CDN. Devices read this copy.
        case appleCopy = "aasa-cdn"
        case assetLinks = "assetlinks"
        /// A file that an assetlinks.json includes.
        case include = "assetlinks-include"

        package var platform: AppPlatform {
            switch self {
            case .aasa, .legacyAASA, .appleCopy: .ios
            case .assetLinks, .include: .android
            }
        }

        var adviceOnSize: String {
            switch platform {
            case .ios: "Use * and variables to merge rules."
            case .android: "Remove statements that no app needs, or move some to a file that this one includes."
            }
        }

        /// The name of the file in reports and messages.
        package var words: String {
            switch self {
            case .aasa: "apple-app-site-association"
            case .legacyAASA: "apple-app-site-association at the root"
            case .appleCopy: "Apple's copy of apple-app-site-association"
            case .assetLinks: "assetlinks.json"
            case .include: "a file that assetlinks.json includes"
            }
        }
    }

    package var kind: Kind
    /// The requested URL.
    package var url: String
    /// The first answer, whatever its status. Redirects are not followed.
    package var result: Result<FetchedPage, FetchFailure>

    package init(_ kind: Kind, url: String, _ result: Result<FetchedPage, FetchFailure>) {
        self.kind = kind
        self.url = url
        self.result = result
    }

    package var page: FetchedPage? { try? result.get() }

    package var problem: FetchProblem? {
        if case .failure(let failure) = result { failure.problem } else { nil }
    }

    package var hop: RedirectHop? {
        switch result {
        case .success(let page): page.hops.last
        case .failure(let failure): failure.hops.last
        }
    }

    package var status: Int? { page?.status ?? hop?.status }

    /// The bytes of the file. Nil if there was no answer, or if its status is not 200.
    package var content: [UInt8]? { page.flatMap { $0.status == 200 ? $0.body : nil } }

    /// The bytes of the file, unless they are those of a web page.
    package var readableContent: [UInt8]? { isWebPage ? nil : content }

    /// The compression of the answer, from `Content-Encoding`. Nil if the answer was not compressed.
    var coding: String? {
        guard let coding = page?.field("Content-Encoding"), !coding.isEmpty, coding.lowercased() != "identity" else { return nil }
        return coding
    }

    /// Releases the bytes of a file that was parsed. The information about how the file was served is kept.
    mutating func forgetContent() {
        guard case .success(var page) = result else { return }
        // The first printed character is enough to recognize a web page.
        page.body = page.body.first(where: Self.isPrinted).map { [$0] } ?? []
        result = .success(page)
    }

    package var isAnswered: Bool { page != nil || hop?.status != nil }

    /// Whether a server answered but could not prove its identity. Devices do not accept its answers either.
    package var isDistrusted: Bool {
        if case .insecure? = problem { true } else { false }
    }

    /// Whether the answer has status 200 and is a web page.
    var isWebPage: Bool {
        content?.first(where: Self.isPrinted) == UInt8(ascii: "<")
    }

    private static func isPrinted(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }

    /// The header fields that are informative about the file.
    package var tellingFields: [(name: String, value: String)] {
        var names = ["Last-Modified", "Age", "Cache-Control"]
        if kind == .appleCopy { names += ["Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Origin-Format"] }
        // These fields identify the server that refuses, often a proxy or firewall in front of the site's server, and may tell for how
        // long.
        if status != 200 { names += ["Server", "CF-Mitigated", "WWW-Authenticate", "Retry-After"] }
        return names.compactMap { name in page?.field(name).map { (name, $0) } }
    }

    /// Whether the server failed or refused this request, so that other clients may still get the file.
    var isDenied: Bool {
        guard let status = page?.status else { return true }
        return status == 401 || status == 403 || status == 429 || status >= 500
    }
}

package enum AppPlatform: String, Sendable, Hashable, CaseIterable {
    case ios, android

    package var name: String { self == .ios ? "iOS" : "Android" }
}

/// All association files of a site, as served at one time. A file that was not requested is nil.
package struct ServedFiles: Sendable, Hashable {
    package var site: WebSite
    /// The files in the order in which they are reported.
    package var all: [ServedFile]

    package init(site: WebSite, _ all: [ServedFile] = []) {
        self.site = site
        self.all = all
    }

    package var aasa: ServedFile? { file(.aasa) }
    package var legacyAASA: ServedFile? { file(.legacyAASA) }
    package var appleCopy: ServedFile? { file(.appleCopy) }
    package var assetLinks: ServedFile? { file(.assetLinks) }
    package var includes: [ServedFile] { all.filter { $0.kind == .include } }

    private func file(_ kind: ServedFile.Kind) -> ServedFile? { all.last { $0.kind == kind } }

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
