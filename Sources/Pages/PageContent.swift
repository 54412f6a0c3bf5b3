package import AppLinks

/// The parts of a page that concern apps, in document order.
package struct PageContent: Sendable, Hashable {
    /// A `meta` element. A missing attribute is nil.
    package struct Meta: Sendable, Hashable {
        package var property: String?
        package var name: String?
        package var content: String?

        package init(property: String? = nil, name: String? = nil, content: String? = nil) {
            self.property = property
            self.name = name
            self.content = content
        }
    }

    package var metas: [Meta] = []
    /// The addresses in `<link rel="alternate">` elements.
    package var alternates: [String] = []
    /// The texts of `<script type="application/ld+json">` elements.
    package var linkedData: [String] = []
    /// The number of other scripts.
    package var scripts = 0
    /// The approximate number of bytes of visible text.
    package var textLength = 0

    package init() {}

    /// The `al:` tags. The tags are read only from the attribute `property`.
    package var tags: PageTags {
        var tags = PageTags([])
        for meta in metas {
            if let property = meta.property { tags.add(PageTags.Tag(property: property, content: meta.content)) }
        }
        return tags
    }

    /// The number of bytes of text below which a page counts as almost empty.
    package static var readableLength: Int { 200 }

    /// Whether the page has scripts and is almost empty until they have run.
    package var isBuiltByScript: Bool { scripts > 0 && textLength < Self.readableLength }
}
