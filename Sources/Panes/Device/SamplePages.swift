package import AppLinks
import JSONDocument
package import Tasks

/// A resolver that needs no network. It has the tags of the sample pages. For any other link, it makes the App Link from the link itself.
package struct SamplePages: AppLinkResolving {
    private let pages: [LinkURL: PageTags]
    private var idiom: PageTags.Idiom

    /// Reads `{"pages": [{"url": …, "tags": [[property, content or null], …]}]}`; skips entries of another shape.
    package init(json: [UInt8], idiom: PageTags.Idiom = .phone) {
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
        self.idiom = idiom
    }

    /// Returns a resolver with the same pages, which reads them as this kind of device does.
    package func reading(as idiom: PageTags.Idiom) -> SamplePages {
        var pages = self
        pages.idiom = idiom
        return pages
    }

    /// Returns the App Link made from the tags of a sample page; for any other page, returns an App Link made from the link itself.
    package func appLink(for url: LinkURL) -> Future<AppLink> {
        if let tags = pages[url] { return Future(tags.appLink(for: url, idiom: idiom)) }
        return DirectAppLinkResolver().appLink(for: url)
    }
}
