package import AppLinks
package import Deciding

/// The app that received a link, or the reason why no app did, with what the user can do about it.
package struct Reception: Equatable {
    /// What the user can do about a link that no app received.
    package enum Remedy: Equatable {
        /// Add an app for a scheme that no app claims.
        case declare(scheme: String)
        case install(app: String)
        /// Open the link now, because an app has claimed its scheme since.
        case open

        /// What to press, as it follows the words of a reception.
        fileprivate var hint: HintedText {
            switch self {
            case .declare: " (\(.declare) adds an app)"
            case .install: " (\(press: .device))"
            case .open: "; \(.open) opens it now"
            }
        }

        /// A sentence that names no keys, for a report.
        package var advice: String {
            switch self {
            case .declare(let scheme):
                "Add an app for \(scheme): to the simulated device, or correct the scheme of the link."
            case .install(let app): "Install \(app) on the simulated device, or give the link a web page as its fallback."
            case .open: "Open the link again: an app on the device claims its scheme now."
            }
        }
    }

    static let noApp = "no app"

    /// Who received the link, such as `by Nieuws` or ``noApp``.
    var place: String
    /// Why it went there; nil if an app of the device received it.
    package var reason: String?
    /// What the user can do; nil if there is nothing to do.
    package var remedy: Remedy?
    /// Where the user opened the link after it arrived, such as `opened in Wheel at 12:04:20`; nil if the user did not open it.
    package var opening: String?

    init(_ place: String, because reason: String? = nil, remedy: Remedy? = nil) {
        self.place = place
        self.reason = reason
        self.remedy = remedy
    }

    package var words: String { reason.map { "\(place): \($0)" } ?? place }

    /// The words with what happened to the link since.
    package var account: String { opening.map { "\(words); \($0)" } ?? words }

    /// The account as the end of a sentence about the link, such as `received by Nieuws` or `no app received it: it is not a URL`.
    package var sentenceEnd: String { place == Self.noApp ? "no app received it\(account.dropFirst(place.count))" : "received \(account)" }

    /// Returns the words with a hint at what the user can press. A link that was opened needs none.
    package func words(with keys: [Command: String]) -> String { words + (opening == nil ? remedy?.hint.keyed(keys).text ?? "" : "") }
}

extension Device {
    /// Returns which app received a link, or why none did, and where the user opened it since.
    ///
    /// - Parameters:
    ///   - opening: The way on which the link opened since; nil if the user has not opened it.
    ///   - clock: Returns a time of day.
    package func reception(
        of row: LinkRow, _ url: LinkURL?, opening: LinkOpenings.Leg?, clock: (Int64) -> String, name: (SimulatedDevice.Front) -> String
    ) -> Reception {
        let app = appNames.id(of: row.app).map { SimulatedDevice.Front.app($0) }
        var reception: Reception
        if row.flags.contains(.wasReceived) {
            reception = Reception("by \(app.map(name) ?? appNames[row.app])")
            if case .app(let id)? = app, let assumed = simulated.app(id), assumed.isAssumed {
                reception = Reception("\(reception.place), assumed", because: "no app here declares \(assumed.schemes.first ?? ""):")
            }
        } else {
            let missing = row.flags.contains(.wasMissed) ? app : nil
            let device = onArrival(of: row.record)
            reception = device.noReceiver(of: url, missing: missing, wasOpened: opening != nil, name: name)
            if device.name != simulated.name, reception.place == Reception.noApp, let url {
                reception.reason = reception.reason.map { "\($0); it arrived on \(device.name)" }
                reception.remedy = if case .opened = simulated.open(url) { .open } else { nil }
            }
        }
        reception.opening = opening.map { "opened in \($0.to == .browser ? $0.browser : name($0.to)) at \(clock($0.time))" }
        return reception
    }
}

extension SimulatedDevice {
    /// Returns why no app received a link.
    ///
    /// - Parameters:
    ///   - missing: The app that claimed the link when it arrived, but was not installed.
    ///   - wasOpened: Whether the user opened the link since.
    fileprivate func noReceiver(of url: LinkURL?, missing: SimulatedDevice.Front?, wasOpened: Bool, name: FrontName) -> Reception {
        let noApp = { (reason: String, remedy: Reception.Remedy?) in Reception(Reception.noApp, because: reason, remedy: remedy) }
        guard let url else { return noApp("it is not a URL", nil) }
        let declaring = url.scheme.map { Reception.Remedy.declare(scheme: $0) }
        return switch open(url) {
        case .openedInBrowser: Reception(wasOpened ? "not when it arrived" : "not yet", because: "it is a web page")
        case .notInstalled(let id): noApp("\(name(.app(id))) claims it, but is not installed", .install(app: name(.app(id))))
        case .noAppClaims where hasAssumedMostApps && canBeClaimed(url):
            noApp(
                "linkscope assumes at most \(SimulatedDevice.mostAssumedApps) apps, and none of them claims \(url.scheme ?? ""):", declaring
            )
        case .noAppClaims where canBeClaimed(url) && url.scheme.flatMap(app(claiming:)) == nil:
            noApp("nothing on this \(self.name) claims \(url.scheme ?? ""):", declaring)
        case .noAppClaims: noApp(url.scheme == nil ? "it has no scheme" : whyNothing(url), nil)
        case .opened:
            noApp(
                missing.map { "\(name($0)) was not installed when it arrived" } ?? "no installed app claimed its scheme when it arrived",
                .open)
        case .refused: noApp("the app refused it", nil)
        }
    }
}
