package import AppLinks
import JSONDocument
package import Tasks

/// The tags of the sample pages, from which App Links are made without a network.
package struct SamplePages: Sendable {
    private let pages: [LinkURL: PageTags]

    /// Reads `{"pages": [{"url": …, "tags": [[property, content or null], …]}]}`; skips entries of another shape.
    package init(json: [UInt8]) {
        var pages: [LinkURL: PageTags] = [:]
        if let list = JSONDocument(json).root?["pages"] {
            for page in list.elements {
                guard let url = page["url"]?.stringValue.flatMap({ LinkURL($0) }), let tags = page["tags"] else { continue }
                pages[url] = PageTags(
                    tags.elements.compactMap { tag in
                        tag[0]?.stringValue.map { PageTags.Tag(property: $0, content: tag[1]?.stringValue) }
                    }
                )
            }
        }
        self.pages = pages
    }

    /// Returns the App Link in the tags of a sample page, as this kind of device reads them; for any other page, one made from the link.
    package func appLink(for url: LinkURL, on idiom: PageTags.Idiom) -> Future<AppLink> {
        if let tags = pages[url] { return Future(tags.appLink(for: url, idiom: idiom)) }
        return DirectAppLinkResolver().appLink(for: url)
    }
}
