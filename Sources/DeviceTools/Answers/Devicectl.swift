internal import JSONDocument

/// Reads the result of `xcrun devicectl device process launch --payload-url`.
package enum DevicectlAnswer {
    package static func command(_ link: CommandLink, device: String, bundleID: String) -> ToolCommand {
        var arguments = OpenArguments.devicectl(link, device: device, bundleID: bundleID)
        // Options come before the bundle ID, because devicectl passes everything after the bundle ID to the app.
        arguments.insert(contentsOf: ["--quiet", "--json-output", DevicectlJSON.output], at: arguments.count - 1)
        return ToolCommand(arguments, seconds: 60, link: link)
    }

    /// - Throws: The trouble that the device could not be asked.
    package static func opening(_ run: ToolRun, bundleID: String, isMac: Bool) throws(DeviceTrouble) -> DeviceOpening {
        guard let root = DevicectlJSON.document(run)?.root else { throw DeviceTrouble(run, of: .devicectl, isMac: isMac) }
        if root["info"]?["outcome"]?.stringValue == "success", run.isSuccess {
            return DeviceOpening(.app(id: bundleID, activity: nil, .started), remarks: remarks(root))
        }
        let error = root["error"]
        let messages = messages(of: error)
        // "The operation couldn’t be completed" precedes the reason. The innermost error has the reason.
        if messages.contains(where: { $0.contains("is not installed") || $0.contains("ApplicationVerificationFailed") }) {
            return DeviceOpening(.nothing(reason: "\(bundleID) is not installed on the device"))
        }
        if messages.contains(where: { $0.contains("device was not, or could not be, unlocked") || $0.contains("Locked") }) {
            throw DeviceTrouble("the device is locked", advice: "Unlock the device, and open the link again.")
        }
        guard let message = messages.last else { throw DeviceTrouble(run, of: .devicectl, isMac: isMac) }
        throw DeviceTrouble("devicectl says: \(run.shown(message))")
    }

    private static func remarks(_ root: JSONDocument.Node) -> [String] {
        root["result"]?["process"]?["processIdentifier"]?.numberLiteral.map { ["The app runs as process \($0)."] } ?? []
    }

    /// Returns the messages of an error and of the errors below it, the outermost first.
    private static func messages(of error: JSONDocument.Node?) -> [String] {
        var messages: [String] = []
        var error = error
        // devicectl nests a few errors. The limit is for hostile output.
        for _ in 0..<16 {
            guard let info = error?["userInfo"] else { break }
            for key in ["NSLocalizedDescription", "NSLocalizedFailureReason"] {
                if let text = info[key]?["string"]?.stringValue { messages.append(text) }
            }
            error = info["NSUnderlyingError"]?["error"]
        }
        return messages
    }
}
