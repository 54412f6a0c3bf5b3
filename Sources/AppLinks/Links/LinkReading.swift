internal import JSONDocument

/// What the parser found out about a link.
struct LinkReading: Sendable {
    let inputURL: LinkURL
    /// Bytes of the input URL's text.
    var dataRange: Range<Int>?
    var document: JSONDocument?
    /// The root of `document` if that makes an App Link.
    var data: JSONDocument.Node?
    /// Nil where the input URL is the target.
    var targetURL: LinkURL?
    var refererURL: String?
    var refererAppName: String?
    /// The URL of the way back, if there is one.
    var referer: LinkURL?

    init(inputURL: LinkURL) {
        self.inputURL = inputURL
    }
}
