import AppLinks
import JSONDocument

/// A link that was parsed before it is peeled, so that its data is not parsed twice.
struct ReadLink {
    let inputURL: LinkURL
    /// The range of the App Link data in the link.
    let dataRange: Range<Int>?
    /// The parsed data.
    let document: JSONDocument?

    init(_ link: IncomingLink) {
        inputURL = link.inputURL
        dataRange = link.dataRange
        document = link.document
    }

    /// Returns nil if the link is too unusual for its parsed form to be reused.
    init?(_ link: borrowing FlatLink, _ text: Span<UInt8>) {
        guard let url = link.inputURL(text) else { return nil }
        inputURL = url
        dataRange = link.dataRange
        document = link.document
        if dataRange != nil, document == nil { return nil }
    }
}
