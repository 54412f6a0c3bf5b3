import AppLinks
import DeviceTools

extension SimulatedDevice {
    /// Returns the bundle ID of the app that claims a link's scheme; nil if the device is not an iOS device, has no such app, or only
    /// assumes the app. The ID of an assumed app is made up, so no real device has it.
    func bundleID(for link: CommandLink) -> String? {
        guard platform == .ios, let app = app(claiming: link.scheme), !app.isAssumed else { return nil }
        return app.id
    }
}
