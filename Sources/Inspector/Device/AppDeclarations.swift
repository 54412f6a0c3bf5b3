package import AppLinks

/// The apps that an act of the user declared on a device, and those that it removed from the device. The same changes apply to the device,
/// to its profile and to its file.
package struct AppDeclarations: Sendable, Hashable {
    /// The name of the device.
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

    init(device: String, declared: [SimulatedDevice.App]) {
        self.device = device
        self.declared = declared
        forgotten = []
    }

    package func apply(to device: inout SimulatedDevice) {
        for id in forgotten { device.forget(id) }
        for app in declared { device.declare(app) }
    }
}

/// The result of saving declarations.
package enum AppsSaved: Sendable, Hashable {
    /// They are in the file with this path.
    case saved(path: String)
    case failed(reason: String)
}
