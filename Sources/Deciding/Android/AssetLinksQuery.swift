/// A question to Digital Asset Links: whether the statements of a source give it a relation to a target.
package struct AssetLinksQuery: Sendable {
    /// The reader whose rules apply.
    package enum Dialect: String, Sendable, CaseIterable {
        /// Google's API, which Play and browsers use.
        case google
        /// The verifier on the device (AOSP).
        case device
    }

    /// The source of the statements. Nil means any https site, which Google's API does not accept.
    package var source: Asset?
    package var relation: String
    package var target: Asset
    package var dialect = Dialect.google
    /// The files that can be included, by URL. No file is fetched, so any other file counts as missing.
    package var included: [String: AssetLinksFile] = [:]

    package init(source: Asset? = nil, relation: String, target: Asset) {
        self.source = source
        self.relation = relation
        self.target = target
    }

    /// The maximum number of included files that Google's API fetches for one question.
    private static let googleBudget = 10

    /// Returns the answer that the source's file gives.
    package func answer(_ file: AssetLinksFile) -> AssetLinksAnswer {
        var answer = AssetLinksAnswer()
        guard Relation.isWellFormed(relation) else {
            answer.note(.invalidQuery, "\"\(relation.prefix(80))\" is not a relation: write kind/detail")
            return answer
        }
        if dialect == .google, let refusal {
            answer.note(.invalidQuery, refusal)
            return answer
        }
        if case .web(let site) = source, dialect == .device, !site.isSecure {
            answer.reason = "The device's verifier uses only https, but \(site) is http"
            return answer
        }
        let isSecure = if case .web(let site) = source { site.isSecure } else { true }
        walk(file, isSecure, &answer)
        if answer.isUndecided, let url = answer.missingIncludes.first {
            answer.reason = "Unknown: \(url) is included, but was not given"
        }
        answer.explain()
        return answer
    }

    /// Says why Google's API refuses the question. Nil if it accepts the question.
    private var refusal: String? {
        guard let source else { return "The question has no source: name the site or the app whose statements count" }
        return source.refusal ?? target.refusal
    }

    /// Examines the file, then the files that it includes, breadth first. Each included file is examined once.
    private func walk(_ file: AssetLinksFile, _ isSecure: Bool, _ answer: inout AssetLinksAnswer) {
        var waiting = [(file: file, url: String?.none, depth: 0)]
        var seen: Set<String> = []
        var next = 0
        while next < waiting.count {
            let (file, url, depth) = waiting[next]
            next += 1
            if file.isTooLarge {
                answer.note(.tooLarge, "\(url ?? "The file") is larger than 1 MiB, so it is ignored")
                continue
            }
            if let part = ignoredPart(of: file, url) {
                answer.ignored.append(part.words)
                if part.isError { answer.note(.malformedContent, part.words) }
            }
            for statement in file.statements {
                let miss = miss(of: statement)
                answer.steps.append(AssetLinksAnswer.Step(include: url, index: statement.index, range: statement.range, miss: miss))
                guard miss == nil else { continue }
                answer.isLinked = true
                answer.reason = "Statement [\(statement.index)]\(url.map { " of \($0)" } ?? "") matches"
                return
            }
            for include in file.includes {
                guard !seen.contains(include.url) else {
                    answer.repeatedInclude = answer.repeatedInclude ?? include.url
                    continue
                }
                guard depth < (dialect == .device ? 1 : .max) else {
                    answer.note(
                        .fetchBudgetExhausted, "The device's verifier follows includes only one level deep; \(include.url) is deeper")
                    continue
                }
                guard include.url.lowercased().hasPrefix("http") || dialect == .device else {
                    answer.note(.malformedContent, "\(include.url) is not the full URL of a file")
                    continue
                }
                guard include.isSecure || !isSecure && dialect == .google && include.url.lowercased().hasPrefix("http://") else {
                    answer.note(.secureAssetIncludesInsecure, "\(include.url) is not https")
                    continue
                }
                guard seen.count < Self.googleBudget || dialect == .device else {
                    answer.note(.fetchBudgetExhausted, "Google's API fetches at most \(Self.googleBudget) included files")
                    break
                }
                seen.insert(include.url)
                if let file = included[include.url] {
                    waiting.append((file, include.url, depth + 1))
                } else {
                    answer.missingIncludes.append(include.url)
                    answer.note(.fetchError, "\(include.url) is included, but was not given")
                }
            }
        }
    }

    /// Describes the first part of a file that is ignored, and says whether it is malformed for the reader. Nil if no part is ignored.
    private func ignoredPart(of file: AssetLinksFile, _ url: String?) -> (words: String, isError: Bool)? {
        let place = url.map { "In \($0): " } ?? ""
        if !file.isUsable {
            let message = file.problem?.message ?? "The file is not a list of statements"
            return ("\(place)\(message.withoutFinalPeriod)", true)
        }
        let isError = { (part: Asset.Problem) in dialect == .google || !part.isUnknownNamespace }
        if let part = file.ignored.first(where: isError) { return ("\(place)\(part.message)", true) }
        if dialect == .google {
            for statement in file.statements {
                guard let refusal = statement.target.refusal else { continue }
                return ("\(place)Statement [\(statement.index)] is malformed, because \(refusal)", true)
            }
        }
        return file.ignored.first.map { ("\(place)\($0.message)", false) }
    }

    /// Returns the reason why a statement does not match, or nil if it matches. For Google's API, a statement that the API refuses matches
    /// nothing.
    private func miss(of statement: AssetLinksFile.Statement) -> AssetLinksAnswer.Miss? {
        let miss = difference(of: statement)
        guard dialect == .google, let refusal = statement.target.refusal else { return miss }
        return (miss?.nearness ?? 5, "it is malformed, because \(refusal)")
    }

    private func difference(of statement: AssetLinksFile.Statement) -> AssetLinksAnswer.Miss? {
        let hasRelation = statement.relations.contains(relation)
        switch (target, statement.target) {
        case (.web(let wanted), .web(let found)):
            guard wanted == found else { return (1, "it is for the site \(found)") }
        case (.androidApp(let package, let wanted), .androidApp(let other, let found)):
            guard package == other else { return (1, "it is for the app \(other)") }
            guard wanted.contains(where: { Fingerprint.isCanonical($0) && found.contains($0) }) else {
                let isSame = !Set(wanted.map { $0.uppercased() }).isDisjoint(with: found.map { $0.uppercased() })
                let reason =
                    isSame
                    ? "its fingerprint or the target's has lowercase letters, and devices use capital letters"
                    : "it lists other certificates\(difference(wanted, found))"
                return (hasRelation ? 4 : 2, reason)
            }
        case (.web, .androidApp(let other, _)): return (0, "it is for the app \(other)")
        case (.androidApp, .web(let found)): return (0, "it is for the site \(found)")
        }
        return hasRelation ? nil : (3, "its only relations are \(statement.relations.joined(separator: ", "))")
    }

    /// Describes where the most similar fingerprint begins to differ from the first wanted fingerprint. Empty if no fingerprint is similar.
    private func difference(_ wanted: [String], _ found: [String]) -> String {
        guard let wanted = wanted.first.map({ Array($0.utf8) }) else { return "" }
        let common = found.prefix(100).map { zip(wanted, $0.utf8).prefix { $0 == $1 }.count }.max() ?? 0
        return common > 1 ? ": the nearest one differs at character \(common + 1)" : ""
    }
}

/// The answer of Digital Asset Links to a question, with the reason.
package struct AssetLinksAnswer: Sendable {
    /// The names that Google's API gives to problems. The answer can be yes despite a problem.
    package enum ErrorName: String, Sendable, Hashable {
        case invalidQuery = "INVALID_QUERY"
        case fetchError = "FETCH_ERROR"
        case tooLarge = "TOO_LARGE"
        case malformedContent = "MALFORMED_CONTENT"
        case secureAssetIncludesInsecure = "SECURE_ASSET_INCLUDES_INSECURE"
        case fetchBudgetExhausted = "FETCH_BUDGET_EXHAUSTED"
    }

    /// The result of one statement.
    package struct Step: Sendable {
        /// The URL of the included file that contains the statement. Nil for the source's own file.
        package var include: String?
        package var index: Int
        package var range: Range<Int>
        /// The reason why the statement does not match. Nil for the statement that matches.
        package var miss: Miss?
    }

    /// Why a statement does not match, and how close it came to matching: 0 or more, and higher means closer.
    package typealias Miss = (nearness: Int, reason: String)

    package var isLinked = false
    /// The URLs of included files that were not given. One of them may link the target.
    package var missingIncludes: [String] = []
    /// Whether the answer depends on a missing file.
    package var isUndecided: Bool { !isLinked && !missingIncludes.isEmpty }
    /// One sentence without its final period.
    package var reason = ""
    /// The parts of the files that are ignored: sentences without their periods, at most one for each file.
    var ignored: [String] = []
    /// The URL of the first file that is included more than once. Nil if each file is included once.
    var repeatedInclude: String?
    /// The problems, each with its message. Each name occurs once.
    package var errors: [(name: ErrorName, message: String)] = []
    /// Each statement that was examined, in order.
    package var steps: [Step] = []

    package init() {}

    /// The index of the statement that came closest to matching.
    package var nearestStep: Int? {
        guard !isLinked else { return nil }
        return steps.indices.filter { steps[$0].miss != nil }.max { (steps[$0].miss?.nearness ?? 0) < (steps[$1].miss?.nearness ?? 0) }
    }

    var nearest: String? {
        guard let step = nearestStep.map({ steps[$0] }), let miss = step.miss else { return nil }
        return "No statement matches; the nearest is statement [\(step.index)]\(step.include.map { " of \($0)" } ?? ""): \(miss.reason)"
    }

    /// Completes ``reason``. If no statement matches, it says why; either way, it names the first part that is ignored.
    mutating func explain() {
        if !isLinked, reason.isEmpty {
            let loop = repeatedInclude.map { "The files have no statements, and they include \($0) more than once" }
            reason = nearest ?? errors.first?.message ?? ignored.first ?? loop ?? "The file has no statements"
        }
        if let part = ignored.first, !reason.contains(part) { reason += ". \(part)" }
    }

    mutating func note(_ name: ErrorName, _ message: String) {
        if reason.isEmpty, name == .invalidQuery { reason = message }
        if !errors.contains(where: { $0.name == name }) { errors.append((name, message)) }
    }
}
