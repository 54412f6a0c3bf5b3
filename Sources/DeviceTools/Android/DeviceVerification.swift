/// What an Android device knows about the links of a host.
package struct DeviceVerification: Sendable, Hashable {
    package enum Knowledge: Sendable, Hashable {
        /// The app of the request or, without one, each app that declares the host.
        case apps([AndroidApp])
        /// The device has no such app.
        case notInstalled(String)
        /// The Android of the device is older than 12 and does not tell.
        case tooOld
    }

    package var device: RealDevice
    package var knowledge: Knowledge

    package init(_ device: RealDevice, _ knowledge: Knowledge) {
        self.device = device
        self.knowledge = knowledge
    }
}

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
