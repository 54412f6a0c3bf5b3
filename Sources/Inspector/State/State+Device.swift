import AppLinks
import LinkLayers

// What the simulated device says about itself, in the words of the screen.

extension State {
    /// The app or browser in front; nil for the home screen.
    package var frontName: String? {
        switch device.front {
        case .home: nil
        case .app, .browser: name(of: device.front)
        }
    }

    func name(of front: SimulatedDevice.Front) -> String {
        switch front {
        case .home: "home screen"
        case .app(let id): device.app(id)?.name ?? appNames.first { $0.id == id }?.name ?? id
        case .browser: device.browserName
        }
    }

    /// What the banner of the app in front says, while it is to be seen.
    package var bannerText: String? {
        guard let banner = device.frontApp?.banner, banner.isVisible else { return nil }
        return banner.text
    }

    /// Where the banner leads.
    package var bannerURL: String? {
        device.frontApp?.banner.refererAppLink?.sourceURL?.text
    }

    /// Who received a link, or why nobody did.
    func reception(of url: LinkURL?, row: LinkRow) -> String {
        if row.flags.contains(.wasReceived) { return "by \(appName(row.app))" }
        guard let url else { return "by no app: it is not a URL" }
        return switch device.open(url) {
        case .openedInBrowser: "by no app: it is a web page"
        case .notInstalled(let id): "by no app: \(name(of: .app(id))) claims it, but is not installed (press d)"
        case .noAppClaims:
            url.scheme.map { "by no app: nothing on this \(device.name) claims \($0):" } ?? "by no app: it has no scheme"
        case .opened(let id):
            "by no app: \(id.map { name(of: .app($0)) } ?? "the app") claims it only now; Enter opens it"
        case .refused: "by no app: the app refused it"
        }
    }

    /// Keeps the name of an app that may soon be on no device.
    mutating func remember(_ front: SimulatedDevice.Front) {
        if case .app(let id) = front { _ = appIndex(id) }
    }

    /// The index of an app among the names that rows refer to; added when it is new.
    mutating func appIndex(_ id: String) -> UInt16 {
        if let index = appNames.firstIndex(where: { $0.id == id }) { return UInt16(clamping: index) }
        guard appNames.count < Int(Self.noApp) else { return Self.noApp }
        appNames.append(AppName(id: id, name: device.app(id)?.name ?? id))
        return UInt16(appNames.count - 1)
    }
}
