/// A question to an Android device: what it knows about the links of a host.
package struct VerificationRequest: Sendable, Hashable {
    package var host: String
    /// The ID or name of the device; nil for the only one that is ready.
    package var device: String?
    /// The package of the app; nil for all apps that declare the host.
    package var app: String?
    /// Whether the device verifies the hosts of the apps again before it answers.
    package var verifiesAgain: Bool

    package init(_ host: String, device: String? = nil, app: String? = nil, verifiesAgain: Bool = false) {
        self.host = host
        self.device = device
        self.app = app
        self.verifiesAgain = verifiesAgain
    }

    /// The reason why the device cannot be asked; nil if it can be asked.
    package var problem: DeviceTrouble? { app.flatMap(AppID.problem) }
}
