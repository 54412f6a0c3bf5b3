internal import JSONDocument

/// The result of parsing a link.
struct LinkReading: Sendable {
    let inputURL: LinkURL
    /// The byte range of the data in the input URL's text.
    var dataRange: Range<Int>?
    var document: JSONDocument?
    /// The root of `document`, if this is an App Link.
    var data: JSONDocument.Node?
    /// The target URL; nil if the input URL is the target.
    var targetURL: LinkURL?
    var refererURL: String?
    var refererAppName: String?
    /// The referer's URL, if the referer also has a name.
    var referer: LinkURL?

    init(inputURL: LinkURL) {
        self.inputURL = inputURL
    }
}
