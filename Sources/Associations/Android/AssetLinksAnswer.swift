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

    package struct Miss: Sendable, Hashable {
        /// How close the statement came to matching: 0 or more, and higher means closer.
        package var nearness: Int
        package var reason: String

        init(_ nearness: Int, _ reason: String) {
            self.nearness = nearness
            self.reason = reason
        }
    }

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
        var best: Int?
        for (place, step) in steps.enumerated() {
            guard let miss = step.miss, miss.nearness > best.flatMap({ steps[$0].miss?.nearness }) ?? -1 else { continue }
            best = place
        }
        return best
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
