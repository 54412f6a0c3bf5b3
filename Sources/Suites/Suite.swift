package import AppLinks
package import YAMLText

/// A suite: links with what is expected of them.
///
///     device: iPhone
///     links:
///       - link: shop://item/7
///         opens: app
///         app: Shop
package struct Suite: Sendable {
    /// The device that opens the links.
    package enum Device: Sendable, Hashable {
        /// A built-in device, such as `iPhone`.
        case named(String)
        /// A JSON file beside the suite.
        case file(String)

        /// The built-in devices.
        package static let names = ["iPhone", "iPad", "Android"]
    }

    /// A file beside the suite.
    package struct Fixture<Key: Sendable & Hashable>: Sendable, Hashable {
        /// The host or URL that the file belongs to.
        package var key: Key
        package var path: String
        /// The place of the path in the suite.
        package var place: YAMLPlace
    }

    package struct Link: Sendable {
        package var link: String
        package var name: String?
        /// The tags of the link and of the suite.
        package var tags: [String] = []
        /// The app in front that opens the link, by ID or name, or `browser`; nil for a link that arrives by itself.
        package var from: String?
        /// The place of `from` in the suite.
        package var fromPlace: YAMLPlace?
        package var expectations: [Expectation] = []
        /// The place of the link in the suite.
        package var place: YAMLPlace

        /// The name, or the link if it has none.
        package var title: String { name ?? link }
    }

    package var device = Device.named("iPhone")
    /// The place of the device in the suite; nil if the suite names none.
    package var devicePlace: YAMLPlace?
    /// Whether the device has only its own apps. Otherwise, a built-in device assumes an app for a scheme that none of its apps claims, as
    /// `linkscope open` does.
    package var isStrict = false
    package var aasa: [Fixture<String>] = []
    package var assetLinks: [Fixture<String>] = []
    package var pages: [Fixture<LinkURL>] = []
    package var links: [Link] = []

    package init() {}
}
