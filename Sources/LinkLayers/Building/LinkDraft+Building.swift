import AppLinks
import JSONDocument

extension LinkDraft {
    /// The maximum size of a link that linkscope reads, in bytes.
    private static let longest = 1 << 20

    /// Builds the link if no problem prevents it. Then parses the link again, to check that linkscope finds no error in it.
    package func built() -> Outcome {
        var reader = DraftReader()
        let builder = builder(&reader)
        var outcome = Outcome()
        if let builder {
            do throws(AppLinkBuildingError) {
                let link = try builder.url()
                reader.problems += doubts(builder)
                inspect(link.absoluteString, &outcome, &reader.problems)
            } catch {
                reader.problems.append(Problem(.wrong, field(of: error), error.description))
            }
        }
        outcome.problems = reader.problems
        return outcome
    }

    /// Creates the builder, or returns nil if a problem prevents the link from being built.
    private func builder(_ reader: inout DraftReader) -> AppLinkBuilder? {
        if DraftReader.isBlank(target) {
            reader.problems.append(Problem(.missing, .target, "Write what the link is about: a URL such as https://example.com/p/42."))
        }
        let targetURL = reader.url(target, .target)
        let appURL = reader.url(app, .app)
        let members = reader.extras(extras)
        let referer = reader.referer(name: refererName, url: refererURL)
        reader.checkCharacters(userAgent, .userAgent)
        let own = reader.object(data, .data)
        guard let targetURL, reader.isFine else { return nil }
        return AppLinkBuilder(
            target: targetURL, app: appURL, extras: members, referer: referer, userAgent: userAgent.isEmpty ? nil : userAgent, data: own)
    }

    private func inspect(_ link: String, _ outcome: inout Outcome, _ problems: inout [Problem]) {
        guard link.utf8.count <= Self.longest else {
            problems.append(Problem(.wrong, nil, "The link is longer than 1 MiB, more than linkscope reads. Shorten it."))
            return
        }
        let inspection = LinkInspection(Array(link.utf8))
        let errors = inspection.findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            problems += errors.map { Problem(.wrong, nil, $0.message) }
            return
        }
        outcome.link = link
        outcome.findings = inspection.findings
    }

    /// Returns problems for text that can be built as written but probably does not mean what the user wants.
    private func doubts(_ builder: AppLinkBuilder) -> [Problem] {
        var doubts: [Problem] = []
        let carrier: Field = builder.app == nil ? .target : .app
        let url = builder.app ?? builder.target
        if !url.isWeb, !url.text.dropFirst((url.scheme?.count ?? 0) + 1).hasPrefix("//") {
            let message =
                "Without // after the scheme, older readers on iOS see no query and therefore no App Link. Write \(url.scheme ?? "")://…"
            doubts.append(Problem(.doubt, carrier, message))
        }
        if builder.target.queryParameters["al_applink_data"] != nil {
            let message =
                "The target already contains al_applink_data: the app that receives the target finds an App Link inside the App Link."
            doubts.append(Problem(.doubt, .target, message))
        }
        if builder.data["target_url"] != nil {
            doubts.append(Problem(.doubt, .data, "target_url in the data is ignored: the separate target is used."))
        }
        let twice = builder.extras.keys.first { builder.data["extras"]?[$0] != nil }
        if let twice {
            let name = Quote.shortened(twice)
            doubts.append(
                Problem(.doubt, .data, "The extra \(name) in the data is ignored, because a separate extra has the same name."))
        }
        return doubts
    }

    private func field(of error: AppLinkBuildingError) -> Field? {
        switch error.part {
        case .target: .target
        case .app: .app
        case .referer: .refererURL
        case .data: .data
        case .extras:
            extras.firstIndex { extra in
                let place = "extras." + extra.name
                return error.path == place || error.path.hasPrefix(place + ".") || error.path.hasPrefix(place + "[")
            }.map { .extraValue($0) }
        }
    }
}
