package import LinkLayers
import Records

/// What is known of a link, in a few bytes: the badges of its row.
package struct LinkBadges: Sendable, Hashable {
    /// The result of a lookup.
    package enum Lookup: Sendable, Hashable {
        case running
        /// The user stopped the lookup before there was an answer.
        case stopped
        case failed
        case found
    }

    /// The lookup of the link's page; nil if there was none.
    package var page: Lookup?
    /// The lookup of the link's verdict; nil if there was none.
    package var verdict: Lookup?
    /// The severity of the worst problem of the link; nil if it has neither errors nor warnings.
    package var problem: Finding.Severity?

    package var isEmpty: Bool { self == LinkBadges() }

    /// What was looked up, in at most five columns: `F V?`. A letter is the key of the lookup, and the sign after the letter tells the
    /// state of the lookup.
    var letters: String {
        [page.map { "F" + $0.sign }, verdict.map { "V" + $0.sign }].compactMap(\.self).joined(separator: " ")
    }
}

extension Lookups {
    /// Returns the badges of the link in a row.
    func badges(of row: LinkRow) -> LinkBadges {
        var badges = LinkBadges()
        badges.problem = row.flags.contains(.hasError) ? .error : row.flags.contains(.hasWarning) ? .warning : nil
        badges.page = badge(.page, of: row.record)
        badges.verdict = badge(.verdict, of: row.record)
        return badges
    }

    /// Returns the result of the last lookup of this kind for a link; nil if there was none.
    func badge(_ kind: Lookup.Kind, of link: RecordID) -> LinkBadges.Lookup? {
        guard let url = subject(of: link) else { return nil }
        if isRunning(kind, url) { return .running }
        return switch answer(kind, url)?.value {
        case .page, .verdict: .found
        case .failed: .failed
        case .stopped: .stopped
        case nil: nil
        }
    }
}

extension LinkBadges.Lookup {
    fileprivate var sign: String {
        switch self {
        case .running: "~"
        case .stopped: "?"
        case .failed: "!"
        case .found: ""
        }
    }
}
