package import AppLinks

/// What a page says about apps, as it stands in its elements, in document order.
package struct PageContent: Sendable, Hashable {
    /// A `meta` element; nil for an attribute that is not there.
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
    /// The addresses of `<link rel="alternate">`.
    package var alternates: [String] = []
    /// The texts of `<script type="application/ld+json">`.
    package var linkedData: [String] = []
    /// How many other scripts there are.
    package var scripts = 0
    /// How many bytes of text a reader sees, about.
    package var textLength = 0

    package init() {}

    /// The `al:` tags. Only the attribute `property` makes one.
    package var tags: PageTags {
        var tags = PageTags([])
        for meta in metas {
            if let property = meta.property { tags.add(PageTags.Tag(property: property, content: meta.content)) }
        }
        return tags
    }

    /// A page with less text than this, in bytes, shows next to nothing.
    package static var readableLength: Int { 200 }

    /// Whether the page shows next to nothing until its scripts have run.
    package var isBuiltByScript: Bool { scripts > 0 && textLength < Self.readableLength }
}
