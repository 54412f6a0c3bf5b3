package import Pages

/// An association file as somebody serves it: what came, or why nothing did.
package struct ServedFile: Sendable, Hashable {
    /// Whose file, and where. The raw values are stable: scripts match on them.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Apple's, at the site.
        case aasa
        /// Apple's, at the site's root, where files for iOS 9 could be.
        case legacyAASA = "aasa-legacy"
        /// Apple's own copy, which devices read.
        case appleCopy = "aasa-cdn"
        case assetLinks = "assetlinks"
        /// What an assetlinks.json includes.
        case include = "assetlinks-include"

        package var platform: AppPlatform {
            switch self {
            case .aasa, .legacyAASA, .appleCopy: .ios
            case .assetLinks, .include: .android
            }
        }
    }

    package var kind: Kind
    /// What was asked for.
    package var url: String
    /// The first answer, whatever its status: redirects are not followed.
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

    package var hop: Hop? {
        switch result {
        case .success(let page): page.hops.last
        case .failure(let failure): failure.hops.last
        }
    }

    package var status: Int? { page?.status ?? hop?.status }

    /// The bytes of the file; nil where none came, or with a status that says they are none.
    package var content: [UInt8]? { page.flatMap { $0.status == 200 ? $0.body : nil } }

    /// How the server has compressed it; nil where it has not.
    var coding: String? {
        guard let coding = page?.field("Content-Encoding"), !coding.isEmpty, coding.lowercased() != "identity" else { return nil }
        return coding
    }

    /// Gives the bytes back once they have been read. What stays is how they were served.
    mutating func forgetContent() {
        guard case .success(var page) = result else { return }
        // A web page is known by how it begins.
        page.body = Array(page.body.prefix(64))
        result = .success(page)
    }

    /// Whether a server has answered at all.
    package var isAnswered: Bool { page != nil || hop?.status != nil }

    /// Whether there is a server, and it cannot prove that it is the host's: then devices take nothing from it either.
    var isDistrusted: Bool {
        if case .insecure? = problem { true } else { false }
    }

    /// Whether what came with status 200 is a web page.
    var isWebPage: Bool {
        guard let first = content?.first(where: { $0 > 0x20 && $0 < 0x80 }) else { return false }
        return first == UInt8(ascii: "<")
    }
}

/// Whose devices a file is for.
package enum AppPlatform: String, Sendable, Hashable, CaseIterable {
    case ios, android

    package var name: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}

/// All association files of a site, as they are served at one moment; nil for those that were not asked for.
package struct ServedFiles: Sendable, Hashable {
    package var site: WebSite
    package var aasa: ServedFile?
    package var legacyAASA: ServedFile?
    package var appleCopy: ServedFile?
    package var assetLinks: ServedFile?
    package var includes: [ServedFile]

    package init(
        site: WebSite, aasa: ServedFile? = nil, legacyAASA: ServedFile? = nil, appleCopy: ServedFile? = nil, assetLinks: ServedFile? = nil,
        includes: [ServedFile] = []
    ) {
        self.site = site
        self.aasa = aasa
        self.legacyAASA = legacyAASA
        self.appleCopy = appleCopy
        self.assetLinks = assetLinks
        self.includes = includes
    }

    /// In the order in which they are told.
    package var all: [ServedFile] { [aasa, legacyAASA, appleCopy, assetLinks].compactMap { $0 } + includes }
}
