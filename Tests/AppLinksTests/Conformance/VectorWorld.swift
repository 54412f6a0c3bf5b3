import AppLinks
import JSONDocument
import Synchronization
import TestSupport

/// The simulated system of a case. It opens some schemes, refuses others, and does not know the rest. It records the URLs that it was asked
/// to open.
final class VectorWorld: AppOpening {
    private struct Asked {
        var attempts: [LinkURL] = []
        var opened: [LinkURL] = []
    }

    /// The entry that the log contains for a URL that did not open.
    static let refusal = "(open)"

    private let opens: Set<String>
    private let refuses: Set<String>
    private let asked = Mutex(Asked())
    private let told: @Sendable (String) -> Void

    init(_ world: JSONValue?, _ check: inout VectorCheck, told: @escaping @Sendable (String) -> Void = { _ in }) {
        if let world, !world.isNull { check.allow(world, "world", ["opens", "refuses"]) }
        opens = Self.schemes(world?["opens"], &check)
        refuses = Self.schemes(world?["refuses"], &check)
        self.told = told
    }

    var attempts: [LinkURL] { asked.withLock { $0.attempts } }
    var opened: [LinkURL] { asked.withLock { $0.opened } }

    func canOpen(_ url: LinkURL) -> Bool {
        let scheme = url.scheme?.lowercased() ?? ""
        return opens.contains(scheme) || refuses.contains(scheme)
    }

    func open(_ url: LinkURL) -> Bool {
        let isOpened = opens.contains(url.scheme?.lowercased() ?? "")
        asked.withLock { asked in
            asked.attempts.append(url)
            if isOpened { asked.opened.append(url) }
        }
        told(isOpened ? "open" : Self.refusal)
        return isOpened
    }

    private static func schemes(_ list: JSONValue?, _ check: inout VectorCheck) -> Set<String> {
        guard let list, !list.isNull else { return [] }
        return Set(check.texts(list, "schemes").map { $0.lowercased() })
    }
}

/// A URL that was opened, split into its data and the rest, as a receiver splits it.
struct HandedOver {
    /// The URL without the data parameter and without the delimiter before this parameter.
    let withoutData: String
    /// The value of the parameter as written in the URL. Nil if the URL has no such parameter.
    let value: String?

    init(_ url: LinkURL) {
        let text = url.absoluteString
        let place = LinkQuery(of: url).components.map(\.item).last { text.utf8Text($0.key) == "al_applink_data" }
        guard let place else {
            (withoutData, value) = (text, nil)
            return
        }
        withoutData = text.utf8Text(0..<place.range.lowerBound - 1) + text.utf8Text(place.range.upperBound..<text.utf8.count)
        value = place.value.map { text.utf8Text($0) }
    }
}

extension String {
    fileprivate func utf8Text(_ range: Range<Int>) -> String {
        String(decoding: Array(utf8)[range], as: UTF8.self)
    }
}

extension AppLink {
    /// Parses a link in the notation of the vector files.
    init?(vector: JSONValue, _ check: inout VectorCheck) {
        check.allow(vector, "link", ["sourceURL", "targets", "webURL", "isBackToReferrer"])
        let list = vector["targets"] ?? .null
        if !list.isNull, list.arrayValue == nil { check.unknown("the targets \(list)") }
        var targets: [AppLinkTarget] = []
        for target in list.arrayValue ?? [] {
            check.allow(target, "target", ["url", "appStoreId", "appStoreID", "appName"])
            targets.append(
                AppLinkTarget(
                    url: check.text(target["url"], "target's url").flatMap { LinkURL($0) },
                    appStoreID: check.text(target["appStoreId"] ?? target["appStoreID"], "appStoreId"),
                    appName: check.text(target["appName"], "appName")
                ))
        }
        self.init(
            sourceURL: check.text(vector["sourceURL"], "sourceURL").flatMap { LinkURL($0) },
            targets: targets,
            webURL: check.text(vector["webURL"], "webURL").flatMap { LinkURL($0) },
            isBackToReferrer: check.flag(vector["isBackToReferrer"], "isBackToReferrer")
        )
    }
}
