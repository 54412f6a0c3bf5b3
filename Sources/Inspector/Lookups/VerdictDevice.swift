package import DeviceTools

/// An Android device that verdicts ask too. The user has opened a link on it, or has named it in a command.
package struct VerdictDevice: Sendable, Hashable {
    /// The ID or name of the device; nil for the only one that is ready.
    package var id: String?
    /// The package of the app; nil for all apps that declare the host of the link.
    package var app: String?

    package init(id: String?, app: String? = nil) {
        self.id = id
        self.app = app
    }

    package func request(about host: String) -> VerificationRequest { VerificationRequest(host, device: id, app: app) }
}
