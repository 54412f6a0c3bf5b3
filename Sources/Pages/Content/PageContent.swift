package import AppLinks

/// What the elements of a page say about apps, in document order.
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

    /// The `al:` tags. Only the attribute `property` counts.
    package var tags: PageTags {
        var tags = PageTags([])
        for meta in metas {
            if let property = meta.property { tags.add(PageTags.Tag(property: property, content: meta.content)) }
        }
        return tags
    }

    /// A page with less text than this, in bytes, is almost empty.
    package static var readableLength: Int { 200 }

    /// Whether the page is almost empty until its scripts have run.
    package var isBuiltByScript: Bool { scripts > 0 && textLength < Self.readableLength }
}
