package import Records

extension State {
    /// Returns the badges of a link.
    package func badges(of link: RecordID) -> LinkBadges {
        lists.row(of: link).map(lookups.badges) ?? LinkBadges()
    }
}
