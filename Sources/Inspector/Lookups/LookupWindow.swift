package import AppLinks
package import Records

/// The window that shows what was asked about a link: how far it is, then what came of it.
package struct LookupWindow: Sendable, Equatable {
    package var kind: Lookup.Kind
    package var url: LinkURL
    /// The record that the link came with: opening it from here is written down under that.
    package var record: RecordID
    /// Whether a verdict is shown of the site as a whole, and not of the link.
    package var isOfSite = false
    /// The first row in view.
    package var top = 0

    package init(_ kind: Lookup.Kind, _ url: LinkURL, record: RecordID) {
        self.kind = kind
        self.url = url
        self.record = record
    }
}

/// The rows of that window, made when something changes and not for each frame.
package struct LookupRows: Sendable {
    var rows: [DetailLine]
    var labelColumns: Int
    /// The width that they were made for.
    var columns: Int
}
