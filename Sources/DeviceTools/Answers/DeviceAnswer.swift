import AppLinks

/// A link to open on a device.
package struct DeviceRequest: Sendable, Hashable {
    package var link: CommandLink
    package var tool: DeviceTool
    /// The ID or name of the device; nil for the only one that is ready.
    package var device: String?
    /// The package or bundle ID of the only app that may open the link; nil to let the system choose.
    package var app: String?
    /// Whether an Android device verifies the hosts of the app again before it opens the link.
    package var verifiesAgain: Bool

    package init(_ link: CommandLink, on tool: DeviceTool, device: String? = nil, app: String? = nil, verifiesAgain: Bool = false) {
        self.link = link
        self.tool = tool
        self.device = device
        self.app = app
        self.verifiesAgain = verifiesAgain
    }

    /// The reason why this tool cannot carry out the request; nil if it can.
    package var problem: DeviceTrouble? {
        if tool == .devicectl, app == nil {
            return DeviceTrouble("needs an app, because iOS does not choose one", advice: "Name the app with --app BUNDLE_ID.")
        }
        if app != nil, tool == .simctl || tool == .desktop {
            return DeviceTrouble("\(tool.rawValue) cannot choose the app", advice: "Leave out --app.")
        }
        return app.flatMap(AppID.problem)
    }
}

package struct DeviceAnswer: Sendable, Hashable {
    package var request: DeviceRequest
    package var device: RealDevice
    package var opening: DeviceOpening
    /// The arguments of the command that opened the link, beginning with the program; empty if no command was run.
    package var command: [String]
    /// What the device knows about the web links of the app, if the device was asked and answered.
    package var appLinks: AndroidApp?

    package init(
        _ request: DeviceRequest, _ device: RealDevice, _ opening: DeviceOpening, command: [String] = [], appLinks: AndroidApp? = nil
    ) {
        self.request = request
        self.device = device
        self.opening = opening
        self.command = command
        self.appLinks = appLinks
    }

    /// The host of a web link; nil for any other link.
    package var host: String? { request.link.isWeb ? LinkURL(request.link.text)?.host : nil }

    /// What the device knows about the link's host and the app; nil if it was not asked or knows nothing.
    package var domain: AppLinkStates.Domain? { host.flatMap { appLinks?.states.domain(for: $0) } }

    /// Sentences about what the device knows about the app's hosts; empty if it was not asked. A sentence may quote the device.
    package var appLinkSentences: [String] { appLinks?.sentences(about: host) ?? [] }
}
