package import AppLinks
import JSONDocument
package import Tasks

/// The resolver of a linkscope without a network: it knows the sample pages, and of every other link what the link itself says.
package struct SamplePages: AppLinkResolving {
    private let pages: [LinkURL: PageTags]
    private let idiom: PageTags.Idiom

    /// Reads `{"pages": [{"url": …, "tags": [[property, content or null], …]}]}`; what is not of this shape is passed over.
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

    /// The same pages, read as this kind of device reads them.
    package func reading(as idiom: PageTags.Idiom) -> SamplePages {
        SamplePages(pages: pages, idiom: idiom)
    }

    private init(pages: [LinkURL: PageTags], idiom: PageTags.Idiom) {
        self.pages = pages
        self.idiom = idiom
    }

    /// The App Link that the page's tags make; without a page of ours, the link itself.
    package func appLink(for url: LinkURL) -> Future<AppLink> {
        if let tags = pages[url] { return Future(tags.appLink(for: url, idiom: idiom)) }
        return DirectAppLinkResolver().appLink(for: url)
    }
}

extension SimulatedDevice {
    /// How this device reads the tags of a page.
    package var pageIdiom: PageTags.Idiom {
        switch (platform, idiom) {
        case (.android, _): .android
        case (.ios, .phone): .phone
        case (.ios, .pad): .pad
        case (.ios, .other): .other
        }
    }
}
