package import AppLinks
package import Deciding
package import Projects
package import Records
import Secrets

/// The simulated device, the devices to choose from, and the names of the apps that appear in the lists.
package struct Device: Sendable, Equatable {
    package private(set) var profiles: [SimulatedDevice]
    package var simulated: SimulatedDevice
    package private(set) var appNames = AppNames()
    /// The devices that the user left, each as it was then, and with the last record that had arrived.
    private var former: [FormerDevice] = []

    private struct FormerDevice: Equatable {
        var device: SimulatedDevice
        var last: RecordID
    }

    package init(_ simulated: SimulatedDevice, profiles: [SimulatedDevice]) {
        self.simulated = simulated
        self.profiles = profiles
    }

    /// The name of the app or browser in front; nil for the home screen.
    package var frontName: String? { simulated.front == .home ? nil : name(of: simulated.front) }

    package func name(of front: SimulatedDevice.Front) -> String {
        switch front {
        case .home: "home screen"
        case .app(let id): simulated.app(id)?.name ?? appNames.name(ofID: id) ?? id
        case .browser: simulated.browserName
        }
    }

    /// Returns the name of the app, browser or home screen, with a mark if the app was assumed.
    package func label(of front: SimulatedDevice.Front) -> String {
        guard case .app(let id) = front, simulated.app(id)?.isAssumed == true else { return name(of: front) }
        return name(of: front) + Self.assumedMark
    }

    /// Returns whether there is or was an app with this ID.
    func isKnown(_ id: String) -> Bool { simulated.app(id) != nil || appNames.name(ofID: id) != nil }

    /// Returns the name of an app in the lists, with a mark if the app was assumed.
    package func label(ofApp index: UInt16) -> String {
        let isAssumed = appNames.id(of: index).flatMap { simulated.app($0) }?.isAssumed ?? false
        return appNames[index] + (isAssumed ? Self.assumedMark : "")
    }

    /// Returns the device on which a link arrived, which decided what became of the link. The current device stands for itself, so that the
    /// user sees what changes to its apps do.
    package func onArrival(of link: RecordID?) -> SimulatedDevice {
        let device = link.flatMap { link in former.first { link <= $0.last }?.device }
        return device.flatMap { $0.name == simulated.name ? nil : $0 } ?? simulated
    }

    package func appsByScheme(_ label: FrontName) -> [String: String] {
        // A sentence has room for less of a name.
        let pairs = simulated.apps.flatMap { app in app.schemes.map { ($0.lowercased(), label(.app(app.id)).beginning(200)) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The mark after the name of an assumed app.
    package static let assumedMark = "*"

    /// Delivers a link to the device. Returns nil for a web page, which has no effect until the user opens it. An app that is assumed for a
    /// referer does not get a name that contains a secret, because names of apps are shown everywhere.
    package mutating func receive(_ link: IncomingLink) -> Arrival? {
        guard let arrival = simulated.receiveInApp(link) else { return nil }
        if simulated.assumesApps, let name = link.refererAppName, !Secrets.ranges(in: Array(name.utf8)).isEmpty {
            simulated.forgetAssumedName(name)
        }
        // The referer is in front when its link arrives, and the link may have told its name.
        if link.refererAppName != nil, case .app(let referer) = arrival.frontBefore, let app = simulated.app(referer) {
            appNames.rename(referer, to: app.name)
        }
        return arrival
    }

    /// Puts the apps of a project on all devices. Those that are there already get what the project declares now.
    package mutating func install(_ project: UserProject) {
        follow(project)
        project.install(on: &simulated)
    }

    /// Puts the apps of a project on the devices that can be chosen.
    package mutating func follow(_ project: UserProject) {
        for index in profiles.indices { project.install(on: &profiles[index]) }
    }

    /// Changes to a device. If it is another one, keeps the one before for the links that arrived on it, and stores the names of its apps.
    ///
    /// - Parameter last: The last record that has arrived; nil if there is none.
    package mutating func change(to other: SimulatedDevice, after last: RecordID?) {
        if other.name != simulated.name {
            for app in simulated.apps { _ = appIndex(app.id) }
            if let last, former.last?.last != last { former.append(FormerDevice(device: simulated, last: last)) }
        }
        simulated = other
    }

    package func withAssumedApps(_ other: SimulatedDevice) -> SimulatedDevice {
        var other = other
        other.assume(simulated.apps.filter(\.isAssumed))
        return other
    }

    /// Applies declarations of apps to the profile of their device, so that they are there when the user chooses the device again.
    package mutating func note(_ declarations: AppDeclarations) {
        for index in profiles.indices where profiles[index].name == declarations.device { declarations.apply(to: &profiles[index]) }
    }

    /// Gives the apps in the lists the names that they have on the device by now, so that an app has the same name in all rows.
    package mutating func updateAppNames() {
        for known in appNames.apps {
            if let app = simulated.app(known.id), app.name != known.name { appNames.rename(known.id, to: app.name) }
        }
    }

    /// Returns the index of an app in `appNames`. Adds the app if it is new.
    package mutating func appIndex(_ id: String) -> UInt16 { appNames.index(of: id, name: simulated.app(id)?.name ?? id) }
}

/// The names of apps by index. The rows of the lists store the index of an app.
package struct AppNames: Sendable, Hashable {
    struct App: Hashable {
        var id: String
        var name: String
    }

    /// The index that stands for no app.
    package static let none = UInt16.max

    private(set) var apps: [App] = []

    /// The name of an app; `?` if there is no app with this index.
    package subscript(index: UInt16) -> String { apps.indices.contains(Int(index)) ? apps[Int(index)].name : "?" }

    package func id(of index: UInt16) -> String? { apps.indices.contains(Int(index)) ? apps[Int(index)].id : nil }

    /// Changes the name of an app, if it is known.
    mutating func rename(_ id: String, to name: String) {
        if let index = apps.firstIndex(where: { $0.id == id }), apps[index].name != name { apps[index].name = name }
    }

    func name(ofID id: String) -> String? { apps.first { $0.id == id }?.name }

    mutating func index(of id: String, name: String) -> UInt16 {
        if let index = apps.firstIndex(where: { $0.id == id }) {
            // The app may have another name by now.
            if apps[index].name != name { apps[index].name = name }
            return UInt16(clamping: index)
        }
        guard apps.count < Int(Self.none) else { return Self.none }
        apps.append(App(id: id, name: name))
        return UInt16(apps.count - 1)
    }
}

/// The apps that an act of the user declared on a device or removed from it. The same changes apply to its profile and to its file.
package struct AppDeclarations: Sendable, Hashable {
    package var device: String
    package var declared: [SimulatedDevice.App]
    /// The IDs of the apps that are no longer declared.
    package var forgotten: [String]

    /// Creates the differences between two states of a device; nil if there are none.
    package init?(from old: SimulatedDevice, to new: SimulatedDevice) {
        let before = old.apps.filter { !$0.isAssumed }
        let after = new.apps.filter { !$0.isAssumed }
        device = new.name
        declared = after.filter { app in !before.contains { $0.hasSameProfile(as: app) } }
        forgotten = before.map(\.id).filter { id in !after.contains { $0.id == id } }
        if declared.isEmpty && forgotten.isEmpty { return nil }
    }

    package init(device: String, declared: [SimulatedDevice.App]) {
        self.device = device
        self.declared = declared
        forgotten = []
    }

    package func apply(to device: inout SimulatedDevice) {
        for id in forgotten { device.forget(id) }
        for app in declared { device.declare(app) }
    }
}

package enum AppsSaved: Sendable, Hashable {
    case saved(path: String)
    case failed(reason: String)
}
