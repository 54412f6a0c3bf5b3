package import AppLinks
import Bytes
import JSONDocument
import LinkLayers

/// An apple-app-site-association file. It says which apps may open which links of a domain.
///
///    let file = AASAFile(bytes)
///    file.decision(for: link, appID: "ABCDE12345.com.example.shop", domain: "www.example.com").outcome
///
/// Parsing never fails. Problems are listed in ``findings``. A file that devices would not accept lists no apps.
package struct AASAFile: Sendable, Hashable {
    /// The maximum uncompressed size of a file, in bytes, that devices read.
    package static let sizeLimit = 128 << 10

    /// The services that a file can have, which are also those of associated domains.
    package static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation", "messagefilter", "authsrv"]

    /// An entry of `details`.
    package struct Detail: Sendable {
        package var appIDs: [String]
        package var components: [AASAComponent]
        /// The rules under `paths`, if devices ignore them because of `components`, and the range of their list.
        var ignoredRules: [AASAComponent] = []
        var ignoredPaths: Range<Int>?
    }

    package let details: [Detail]
    /// The apps of `details`, in order and without duplicates.
    package let appIDs: [String]
    /// The apps of `details` that can exist. The others have an ID in a wrong format.
    package let possibleAppIDs: [String]
    /// The App Clips of the file, which `applinks` does not concern.
    package let appClips: [String]
    package let findings: [AssociationFinding]
    /// Also findings that are not listed because there are too many. They can be reasons for a decision.
    let allFindings: [AssociationFinding]
    /// Whether devices would accept the file. A file that is too large or in another format lists no apps.
    package let isUsable: Bool
    /// The source text: the file itself, or the content of its signed data. Ranges refer to its bytes.
    package let source: [UInt8]
    /// Whether it stands for the file of a site that nobody has read.
    package var isAssumed = false

    /// The indices of the entries that name each app.
    private let detailsOfApp: [String: [Int]]
    /// The indices of the entries that each possible app has, if all have the same entries.
    private let entriesOfEachApp: [Int]?

    /// Parses a file as served. The file contains JSON, or JSON in CMS signed data, as for iOS 9. The signature is not verified.
    ///
    /// - Parameter comparesRules: Whether to look for rules that are never used. This can take as long as thousands of decisions.
    package init(_ bytes: [UInt8], comparesRules: Bool = true) {
        var reader = AASAReader()
        var payload = bytes
        var isReadable = true
        if SignedPayload.isLikely(bytes) {
            if let signed = SignedPayload.payload(of: bytes) {
                payload = signed
                reader.sink.add(
                    .signed, "The file is signed, as iOS 9 required. linkscope reads its content and does not check the signature.")
            } else {
                isReadable = false
                reader.sink.add(
                    .badSignature, "The file looks like signed data (CMS), but has no content: devices ignore it.",
                    at: 0..<min(1, bytes.count))
            }
        }
        // Devices ignore a file that is too large, so its content decides nothing.
        let limit = (bytes: Self.sizeLimit, words: "128 KB")
        let root = reader.sink.root(of: isReadable ? payload : nil, size: bytes.count, limit: limit)
        if let root { reader.read(root) }
        details = reader.details
        if comparesRules { reader.addUnreachableRules() }
        findings = reader.sink.listed
        allFindings = reader.sink.all
        isUsable = reader.isUsable
        appClips = reader.appClips
        source = payload
        var places: [String: [Int]] = [:]
        var appIDs: [String] = []
        for (place, detail) in reader.details.enumerated() {
            for appID in detail.appIDs where places[appID]?.last != place {
                if places[appID] == nil { appIDs.append(appID) }
                places[appID, default: []].append(place)
            }
        }
        detailsOfApp = places
        self.appIDs = appIDs
        possibleAppIDs = appIDs.filter { !reader.impossibleAppIDs.contains($0) }
        let entries = possibleAppIDs.first.flatMap { places[$0] }
        entriesOfEachApp = possibleAppIDs.allSatisfy { places[$0] == entries } ? entries : nil
    }

    /// Creates the file that linkscope assumes for a site whose file was not fetched: it gives all links to these apps.
    package init(assumedFor appIDs: [String]) {
        let rules: JSONObject = ["appIDs": .array(appIDs.map(JSONValue.string)), "components": .array([.object(["/": .string("*")])])]
        let file: JSONObject = ["applinks": .object(["details": .array([.object(rules)])])]
        self.init(Array(file.description.utf8), comparesRules: false)
        isAssumed = true
    }

    /// Decides whether an app gets a link.
    ///
    /// - Parameters:
    ///   - appID: The app, such as `ABCDE12345.com.example.shop`. Nil for any possible app of the file: if any app gets the link, the
    ///     answer is yes.
    ///   - domain: The host that served the file. If it is empty, the host is ignored.
    ///   - isTraced: Whether to record the result of each rule.
    ///   - assumesHTTPS: Whether to decide about a link of another scheme as if it were an https link.
    package func decision(
        for link: String, appID: String?, domain: String, isTraced: Bool = false, assumesHTTPS: Bool = false
    ) -> AASADecision {
        var effort = Pattern.Effort()
        return decision(for: link, appID: appID, domain: domain, isTraced: isTraced, assumesHTTPS: assumesHTTPS, &effort)
    }

    /// Returns the decision for a link. `effort` limits the work and is shared with other questions.
    private func decision(
        for link: String, appID: String?, domain: String, isTraced: Bool, assumesHTTPS: Bool, _ effort: inout Pattern.Effort
    ) -> AASADecision {
        guard isUsable else { return AASADecision(outcome: .noMatch, reason: .unusableFile) }
        let link = LinkURL(link)
        let obstacle = LinkObstacle(link)
        let otherScheme = obstacle?.scheme
        let none = { AASADecision(outcome: .noMatch, reason: $0, otherScheme: otherScheme) }
        if let obstacle, otherScheme == nil || !assumesHTTPS { return none(.obstacle(obstacle)) }
        guard let url = link else { return none(.obstacle(.notURL)) }
        guard domain.isEmpty || HostNames.areSame(url, domain) else { return none(.otherHost(url.host ?? "")) }
        func decide(_ entries: [Int]) -> AASADecision {
            var trial = RuleTrial(LinkSubject(url), isTraced: isTraced, knowsCase: true, effort: effort)
            defer { effort = trial.effort }
            let match = firstMatch(in: entries, &trial)
            return AASADecision(
                outcome: match?.outcome ?? .noMatch, reason: match.map { .rule($0.place) } ?? .noRule, steps: trial.markedSteps,
                otherScheme: otherScheme)
        }
        if let appID { return detailsOfApp[appID].map(decide) ?? none(.appNotListed) }
        if let entriesOfEachApp { return decide(entriesOfEachApp) }
        // The decision for the app that gets the link or, if none does, for the app that comes closest to getting it.
        var best: AASADecision?
        var tried: Set<[Int]> = []
        for appID in possibleAppIDs {
            guard let entries = detailsOfApp[appID], tried.insert(entries).inserted else { continue }
            let decision = decide(entries)
            if decision.outcome == .match { return decision }
            if best == nil || decision.outcome == .exclude && best?.outcome == .noMatch { best = decision }
        }
        return best ?? none(.noPossibleApp)
    }

    /// Returns what the first rule that matches decides, and its place.
    private func firstMatch(in entries: [Int], _ trial: inout RuleTrial) -> (outcome: AASADecision.Outcome, place: AASAComponent.Place)? {
        for entry in entries {
            // Rules are accessed by index, because a copy of a rule would copy all its parts.
            for index in details[entry].components.indices where trial.matches(details[entry].components[index]) {
                return (details[entry].components[index].isExcluding ? .exclude : .match, details[entry].components[index].place)
            }
        }
        return nil
    }

    /// Returns the decisions for many apps. Apps with the same entries share one decision, so many apps take little more time than a few.
    /// No app can have an ID in a wrong format, so such an app gets no link.
    ///
    /// - Parameters:
    ///   - mostTraced: The number of apps, from the first app on, for which the result of each rule is recorded.
    ///   - assumesHTTPS: Whether to decide about a link of another scheme as if it were an https link.
    package func decisions(
        for link: String, appIDs: some Sequence<String>, domain: String, mostTraced: Int, assumesHTTPS: Bool = false
    ) -> [AASADecision] {
        var effort = Pattern.Effort(ofMany: ())
        var known: [[Int]: AASADecision] = [:]
        return appIDs.enumerated().map { index, appID in
            if isUsable, let problem = AppleAppID.problem(appID) {
                return AASADecision(outcome: .noMatch, reason: .impossibleApp(problem))
            }
            guard let entries = detailsOfApp[appID] else { return decision(for: link, appID: appID, domain: domain) }
            let isTraced = index < mostTraced
            let decision =
                known[entries]
                ?? self.decision(
                    for: link, appID: appID, domain: domain, isTraced: isTraced, assumesHTTPS: assumesHTTPS, &effort)
            known[entries] = decision
            return decision
        }
    }

    /// The reason why devices would not accept the file. Nil if they would accept it.
    package var problem: AssociationFinding? { isUsable ? nil : findings.first { $0.severity == .error } }

    package func component(at place: AASAComponent.Place) -> AASAComponent? {
        guard details.indices.contains(place.detail) else { return nil }
        // Rules that are ignored are left out, so a rule's index in the file is its position here or a later one.
        return details[place.detail].components.prefix(place.index + 1).last { $0.place == place }
    }

    /// Returns the notes that are a reason for decisions about a link: unknown keys in a rule that decided or came closest, unknown keys in
    /// place of missing rules, and ignored `paths` that would match the link.
    package func notes(on decisions: [AASADecision], about link: LinkURL) -> [AssociationFinding] {
        guard decisions.contains(where: \.reason.isAboutRules) else { return [] }
        let isGiven = decisions.contains { $0.outcome == .match }
        let lacksRules = allFindings.contains { [.noAppLinks, .noDetails, .noRules].contains($0.code) }
        let telling = decisions.flatMap { decision -> [Range<Int>] in
            let nearest = decision.steps.first(where: \.isNearest)?.range
            guard case .rule(let place) = decision.reason else { return nearest.map { [$0] } ?? [] }
            return component(at: place).map { [$0.range] } ?? []
        }
        return allFindings.filter { finding in
            guard finding.severity == .note, let place = finding.range?.lowerBound else { return false }
            switch finding.code {
            case .unknownKey: return telling.contains { $0.contains(place) } || !isGiven && lacksRules
            case .pathsIgnored: return !isGiven && details.contains { $0.ignoredPaths?.contains(place) == true && ignores(link, $0) }
            default: return false
            }
        }
    }

    /// Returns whether an ignored rule of an entry would give the link to the entry's apps.
    private func ignores(_ link: LinkURL, _ detail: Detail) -> Bool {
        var trial = RuleTrial(LinkSubject(link), isTraced: false, knowsCase: true, effort: Pattern.Effort())
        return detail.ignoredRules.first { trial.matches($0) }.map { !$0.isExcluding } ?? false
    }

    // A file is its text: the same text is always read in the same way.
    package static func == (one: Self, other: Self) -> Bool { one.source == other.source && one.isAssumed == other.isAssumed }

    package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
