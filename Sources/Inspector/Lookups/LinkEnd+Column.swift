import Screen

extension LinkEnd {
    /// Returns the last column of the link's row in at most seven columns, with its role. What was looked up about the link takes the place of
    /// its end, unless the end is an error.
    func column(_ badges: LinkBadges) -> (word: String, role: Role) {
        let lookups = [badges.page.map { "F" + $0.sign }, badges.verdict.map { "V" + $0.sign }].compactMap(\.self).joined(separator: " ")
        return role == .error || lookups.isEmpty ? (word, role) : (lookups, .accent)
    }
}

extension LinkBadges.Lookup {
    /// The sign after the key of the lookup: `F` for a page that was found, `F?` for one that was stopped.
    fileprivate var sign: String {
        switch self {
        case .running: "~"
        case .stopped: "?"
        case .failed: "!"
        case .found: ""
        }
    }
}
