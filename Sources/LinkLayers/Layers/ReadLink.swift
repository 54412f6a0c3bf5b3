import AppLinks
import JSONDocument

/// A link that was read before it is peeled, so that its data is not read twice.
struct ReadLink {
    let inputURL: LinkURL
    /// Where its data stands in it.
    let dataRange: Range<Int>?
    /// What the data says.
    let document: JSONDocument?

    init(_ link: IncomingLink) {
        inputURL = link.inputURL
        dataRange = link.dataRange
        document = link.document
    }

    /// Nil for a link that is too odd to be taken over as it is.
    init?(_ link: borrowing FlatLink, _ text: Span<UInt8>) {
        guard let url = link.inputURL(text) else { return nil }
        inputURL = url
        dataRange = link.dataRange
        document = link.document
        if dataRange != nil, document == nil { return nil }
    }
}
