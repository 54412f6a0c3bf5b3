import AppLinks
import LinkLayers
import Records
import Screen

/// How a link ended, as the last column of its row tells it in at most seven columns.
struct LinkEnd: Equatable {
    var word: String
    var role: Role

    /// - Parameters:
    ///   - departure: The result of opening the link; nil if the user did not open it.
    ///   - badges: The results of its lookups.
    init(_ flags: LinkRow.Flags, departure: Departure?, badges: LinkBadges) {
        let lookups = [badges.page.map { "F" + $0.sign }, badges.verdict.map { "V" + $0.sign }].compactMap(\.self).joined(separator: " ")
        if departure?.outcome.type == .failure {
            (word, role) = ("FAIL", .error)
        } else if !lookups.isEmpty {
            (word, role) = (lookups, .accent)
        } else if let departure {
            (word, role) = (departure.outcome.type == .app ? "ok app" : "ok web", .ok)
        } else if flags.contains(.wasReceived) {
            (word, role) = ("ok", .ok)
        } else {
            (word, role) = flags.contains(.isWebPage) ? ("", .dim) : ("no app", .warning)
        }
    }
}

extension LinkBadges.Lookup {
    /// The sign after the key of the lookup: `F` for a page that was found, `F?` for one that was stopped.
    var sign: String {
        switch self {
        case .running: "~"
        case .stopped: "?"
        case .failed: "!"
        case .found: ""
        }
    }
}

extension RowStory.Problem {
    /// A few words for the problem: the code of the finding without its dashes.
    var words: String {
        let word = code.rawValue.split(separator: "-").joined(separator: " ")
        return others == 0 ? word : "\(word) +\(others)"
    }
}
