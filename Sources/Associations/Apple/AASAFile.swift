import AppLinks
import JSONDocument
import LinkLayers

/// An apple-app-site-association file: which apps may open which links of a domain.
///
///     let file = AASAFile(bytes)
///     file.decision(for: link, appID: "ABCDE12345.com.example.shop", domain: "www.example.com").outcome
///
/// Reading never fails: what is wrong is in ``findings``, and a file that no device would read lists no app.
package struct AASAFile: Sendable {
    /// The most that devices read, uncompressed.
    package static let sizeLimit = 128 << 10

    /// An entry of `details`.
    package struct Detail: Sendable {
        package var appIDs: [String]
        package var components: [AASAComponent]
        /// Its bytes in the file.
        package var range: Range<Int>
    }

    package let details: [Detail]
    /// The apps of `details`, each once, in order.
    package let appIDs: [String]
    package let findings: [AssociationFinding]
    /// Whether a device would read it at all.
    package let isUsable: Bool
    /// The names of the other services in it: `webcredentials`, `appclips` …
    package let services: [String]
    /// The text that was read: the file, or what was signed in it. Ranges count its bytes.
    package let source: [UInt8]

    /// The entries that name each app.
    private let detailsOfApp: [String: [Int]]
    /// The same of the first apps; most files have no more.
    let firstApps: [(bytes: [UInt8], details: [Int])]

    /// Reads a file as it is served: JSON, or JSON inside CMS signed data as for iOS 9, whose signature is not verified.
    package init(_ bytes: [UInt8]) {
        var sink = FindingSink()
        var payload = bytes
        var isReadable = true
        if SignedPayload.isLikely(bytes) {
            if let signed = SignedPayload.payload(of: bytes) {
                payload = signed
                sink.add(.signed, "The file is signed, as iOS 9 required. linkscope reads its content and does not check the signature.")
            } else {
                isReadable = false
                sink.add(
                    .badSignature, "The file looks like signed data (CMS), but has no content: devices ignore it.",
                    at: 0..<min(1, bytes.count))
            }
        }
        let root = isReadable ? sink.root(of: payload) : nil
        self.init(root, source: payload, size: bytes.count, sink: sink)
    }

    private init(_ root: JSONDocument.Node?, source: [UInt8], size: Int, sink: FindingSink) {
        var reader = AASAReader(sink: sink)
        if size > Self.sizeLimit {
            reader.sink.add(
                .tooLarge, "The file has \(size) bytes, but the limit is \(Self.sizeLimit) (128 KB): devices ignore the whole file.")
        }
        if let root { reader.read(root) }
        details = reader.details
        services = reader.services
        findings = reader.sink.listed
        isUsable = reader.isUsable
        self.source = source
        var places: [String: [Int]] = [:]
        var appIDs: [String] = []
        for (place, detail) in reader.details.enumerated() {
            for appID in detail.appIDs where places[appID]?.last != place {
                if places[appID] == nil { appIDs.append(appID) }
                places[appID, default: []].append(place)
            }
        }
        detailsOfApp = places
        firstApps = appIDs.prefix(16).map { (Array($0.utf8), places[$0] ?? []) }
        self.appIDs = appIDs
    }

    /// Whether an app gets a link.
    ///
    /// - Parameters:
    ///   - appID: The app, as `ABCDE12345.com.example.shop`; nil for any app of the file.
    ///   - domain: The host that served the file; empty to leave it out of account.
    ///   - isTraced: Whether to tell what became of each rule.
    package func decision(for link: String, appID: String?, domain: String, isTraced: Bool = false) -> AASADecision {
        var effort = Pattern.Effort()
        return decision(for: link, appID: appID, domain: domain, isTraced: isTraced, &effort)
    }

    /// The same as one of many questions, which share what they may cost.
    func decision(for link: String, appID: String?, domain: String, isTraced: Bool, _ effort: inout Pattern.Effort) -> AASADecision {
        guard isUsable else { return AASADecision(outcome: .noMatch, reason: .unusableFile) }
        guard let url = LinkURL(link) else { return AASADecision(outcome: .noMatch, reason: .notURL) }
        let scheme = url.scheme?.lowercased() ?? ""
        let otherScheme = scheme == "https" ? nil : scheme
        let hasHost = domain.isEmpty || HostNames.areSame(url, domain)
        guard hasHost else { return AASADecision(outcome: .noMatch, reason: .otherHost(url.host ?? ""), otherScheme: otherScheme) }
        var places = Array(details.indices)
        if let appID {
            guard let found = detailsOfApp[appID] else {
                return AASADecision(outcome: .noMatch, reason: .appNotListed, otherScheme: otherScheme)
            }
            places = found
        }
        var trial = AASATrial(url, isTraced: isTraced, effort: effort)
        defer { effort = trial.effort }
        for place in places {
            // By index: a rule has many parts, and taking one out of the list would copy them.
            for index in details[place].components.indices {
                guard trial.matches(details[place].components[index]) else { continue }
                let component = details[place].components[index]
                trial.markNearest()
                return AASADecision(
                    outcome: component.isExcluding ? .exclude : .match,
                    reason: .rule(component.place),
                    steps: trial.steps,
                    otherScheme: otherScheme
                )
            }
        }
        trial.markNearest()
        return AASADecision(outcome: .noMatch, reason: .noRule, steps: trial.steps, otherScheme: otherScheme)
    }

    /// What each of many apps gets. Those of the same entries get the same, and are asked about once; together they cost no more than a few.
    ///
    /// - Parameter mostTraced: For as many of them it is told what became of each rule.
    package func decisions(for link: String, appIDs: some Sequence<String>, domain: String, mostTraced: Int) -> [AASADecision] {
        var effort = Pattern.Effort(ofMany: ())
        var known: [[Int]: AASADecision] = [:]
        return appIDs.enumerated().map { index, appID in
            guard let entries = detailsOfApp[appID] else { return decision(for: link, appID: appID, domain: domain) }
            let isTraced = index < mostTraced
            let decision = known[entries] ?? decision(for: link, appID: appID, domain: domain, isTraced: isTraced, &effort)
            known[entries] = decision
            return decision
        }
    }

    /// Why no device would read the file; nil where one would.
    package var problem: AssociationFinding? { isUsable ? nil : findings.first { $0.severity == .error } }

    /// The rule at a place.
    package func component(at place: AASAComponent.Place) -> AASAComponent? {
        guard details.indices.contains(place.detail), details[place.detail].components.indices.contains(place.index) else { return nil }
        return details[place.detail].components[place.index]
    }
}

/// Whether a link is for a host.
enum HostNames {
    static func areSame(_ url: LinkURL, _ domain: String) -> Bool {
        guard let range = url.components.host else { return false }
        // Nearly all are plain.
        if url.text.withBytes({ text in domain.withBytes { areSameLetters(text.extracting(range), $0) } }) { return true }
        guard let host = url.host, let other = LinkURL("https://" + domain)?.host else { return false }
        return host.lowercased() == other.lowercased()
    }

    /// Whether both are the same letters, whatever their case.
    static func areSameLetters(_ host: Span<UInt8>, _ domain: Span<UInt8>) -> Bool {
        guard host.count == domain.count else { return false }
        for index in host.indices where CaseFolding.folded(host[index]) != CaseFolding.folded(domain[index]) { return false }
        return true
    }
}
