import LinkLayers
package import Records

extension State {
    /// Returns the badges of a link.
    package func badges(of link: RecordID) -> LinkBadges {
        var badges = LinkBadges()
        if let flags = lists.row(of: link)?.flags {
            badges.problem = flags.contains(.hasError) ? .error : flags.contains(.hasWarning) ? .warning : nil
        }
        badges.page = lookups.badge(.page, of: link)
        badges.verdict = lookups.badge(.verdict, of: link)
        return badges
    }
}
