// Declaring an app: the user tells the device about an app that its profile does not have.
extension SimulatedDevice {
    /// Adds an installed or removed app, or changes the app that it replaces: the app with the same ID, the apps in its `formerIDs`, and the
    /// assumed apps for its schemes.
    ///
    /// The app keeps the banner and the place of the app that it replaces. Links that the replaced app received belong to the new app.
    package mutating func declare(_ app: App) {
        let replaced = apps.filter { other in
            other.id == app.id || app.formerIDs.contains(other.id) || (other.isAssumed && other.schemes.contains(where: app.claims))
        }
        var app = app
        app.isAssumed = false
        for id in replaced.flatMap({ [$0.id] + $0.formerIDs }) where id != app.id && !app.formerIDs.contains(id) {
            app.formerIDs.append(id)
        }
        if let banner = replaced.first?.banner { app.banner = banner }
        let place = replaced.first.flatMap { first in apps.firstIndex { $0.id == first.id } } ?? apps.count
        let isInFront = replaced.contains { front == .app($0.id) }
        apps.removeAll { other in replaced.contains { $0.id == other.id } }
        apps.insert(app, at: min(place, apps.count))
        if isInFront { front = app.isInstalled ? .app(app.id) : .home }
    }

    /// Removes an app from the list of apps. If it was in front, the home screen comes to the front.
    package mutating func forget(_ id: String) {
        apps.removeAll { $0.id == id }
        if front == .app(id) { front = .home }
    }

    /// Returns why a text cannot be the scheme of an app; nil if it can.
    package static func problem(inScheme text: String) -> String? {
        guard let url = LinkURL(text + ":"), url.scheme == text, !text.isEmpty, url.path.isEmpty else {
            return "\"\(text)\" is not a scheme: write a letter, then letters, digits, \"+\", \"-\" or \".\", without a colon"
        }
        return url.isWeb ? "\"\(text)\" belongs to the browser" : nil
    }

    /// Returns why a text cannot be the URL that leads back to an app; nil if it can.
    package static func problem(inReturnURL text: String) -> String? {
        LinkURL(text)?.scheme == nil ? "\"\(text)\" is not an absolute URL. Write one such as shop://back" : nil
    }
}

extension SimulatedDevice.App {
    /// Whether the profile of the app is the same. What happened to the app on the device does not matter.
    package func hasSameProfile(as other: SimulatedDevice.App) -> Bool {
        (id, name, schemes, returnURL, isAssumed) == (other.id, other.name, other.schemes, other.returnURL, other.isAssumed)
    }
}
