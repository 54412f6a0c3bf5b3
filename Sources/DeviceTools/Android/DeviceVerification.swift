/// What an Android device knows about the links of a host.
package struct DeviceVerification: Sendable, Hashable {
    package enum Knowledge: Sendable, Hashable {
        /// The app of the request or, without one, each app that declares the host.
        case apps([App])
        /// The device has no such app.
        case notInstalled(String)
        /// The Android of the device is older than 12 and does not tell.
        case tooOld
    }

    package struct App: Sendable, Hashable {
        package var app: AndroidApp
        /// Whether the device has verified the host again; nil if it was not asked to. False means that it had not finished in time.
        package var isVerifiedAgain: Bool?

        package init(_ app: AndroidApp, isVerifiedAgain: Bool? = nil) {
            self.app = app
            self.isVerifiedAgain = isVerifiedAgain
        }
    }

    package var request: VerificationRequest
    package var device: RealDevice
    package var knowledge: Knowledge

    package init(_ request: VerificationRequest, _ device: RealDevice, _ knowledge: Knowledge) {
        self.request = request
        self.device = device
        self.knowledge = knowledge
    }
}
