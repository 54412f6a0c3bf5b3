import AppLinks
import JSONDocument

/// The site of a shop, whose pages also open in its apps.
///
///     GET /read?link=LINK               what an app reads in a link that it received
///     GET /item/7?device=android        where the page opens on a device
enum Shop {
    /// Returns the status and the JSON for a path with a query.
    static func answer(to path: String) -> (status: String, body: JSONValue) {
        guard let url = LinkURL("https://shop.example" + path) else { return ("400 Bad Request", ["error": "the path is not a URL"]) }
        let parameters = url.queryParameters
        if url.path == "/read" {
            guard let link = parameters["link"]?.text.flatMap({ LinkURL($0) }) else {
                return ("400 Bad Request", ["error": "the parameter link is not a URL"])
            }
            return ("200 OK", reading(of: link))
        }
        guard url.path.hasPrefix("/item/"), let item = Int(url.path.dropFirst(6)) else {
            return ("404 Not Found", ["error": "no such page"])
        }
        let device = parameters["device"]?.text ?? "phone"
        guard let idiom = PageTags.Idiom(rawValue: device) else { return ("400 Bad Request", ["error": "no such device"]) }
        return ("200 OK", targets(of: url, item, on: idiom))
    }

    /// Returns what an app reads in a link that it received.
    private static func reading(of url: LinkURL) -> JSONValue {
        let link = IncomingLink(url, entry: .inbound(sourceApplication: nil))
        return [
            "appLink": .bool(link.isAppLink), "target": .string(link.targetURL.text), "extras": link.extras ?? .null,
            "backTo": link.refererAppName.map { .string($0) } ?? .null, "events": .array(link.events.map { .string($0.name.rawValue) }),
        ]
    }

    /// Returns the places in apps that the tags of a page name, and the link that opens the first of them.
    private static func targets(of page: LinkURL, _ item: Int, on device: PageTags.Idiom) -> JSONValue {
        let tags = PageTags([
            .init(property: "al:ios:url", content: "shop://item/\(item)"), .init(property: "al:ios:app_name", content: "Shop"),
            .init(property: "al:android:url", content: "shop://item/\(item)"),
            .init(property: "al:android:package", content: "com.example.shop"), .init(property: "al:web:should_fallback", content: "true"),
        ])
        let link = tags.appLink(for: page, idiom: device)
        let outcome = AppLinkNavigation(appLink: link, extras: ["from": "web"]).navigate { _ in .opened(by: nil) }
        return [
            "targets": .array(link.targets.compactMap { $0.url.map { .string($0.text) } }),
            "app": link.targets.first.flatMap { $0.packageName ?? $0.appName }.map { .string($0) } ?? .null,
            "link": outcome.openedURL.map { .string($0.absoluteString) } ?? .null,
        ]
    }
}
