package import AppLinks
package import Pages

/// A page in a file. It is read like a page that a server sent without a `Content-Type`.
package enum LocalPage {
    /// Returns what the page says about apps.
    ///
    /// - Parameter url: The link of the page.
    /// - Throws: A `FetchFailure` if the page is too complex.
    package static func resolution(of html: [UInt8], as url: LinkURL) throws -> PageResolution {
        try ReadPage(FetchedPage(requested: url, url: url, body: html)) { _ in }.resolution
    }
}
