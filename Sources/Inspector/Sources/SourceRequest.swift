package import DeviceTools
import Records

/// A source that the user can start and stop while the inspector runs.
package enum SourceRequest: Sendable, Hashable {
    /// Let apps post links and events over HTTP, at this port of this machine.
    case listen(port: UInt16)
    /// Read the log of a device through `adb` or `simctl`. The device is an ID or a name; nil for the only one that is ready.
    case follow(DeviceTool, device: String?)

    /// The name under which the source reports its state.
    package var sourceName: String {
        switch self {
        case .listen: SourceName.http
        case .follow(let tool, _): SourceName.log(of: tool.rawValue)
        }
    }

    /// The default port of `linkscope listen` and of the dialog.
    static let usualPort: UInt16 = 8089

    /// Returns whether a user means the source by these words: the name of its tool or, for the HTTP listener, the word that starts it.
    func isMeant(by words: String) -> Bool {
        let words = words.lowercased()
        return switch self {
        case .listen: ["http", "listen", "http listener"].contains(words)
        case .follow(let tool, _): words == tool.rawValue || words == sourceName.lowercased()
        }
    }

    /// The tools with a log that can be followed.
    static let logTools: [DeviceTool] = [.adb, .simctl]

    /// The sources that the first rows of the dialog start.
    static let offered = [.listen(port: usualPort)] + logTools.map { SourceRequest.follow($0, device: nil) }

    /// Parses what follows `:sources`, such as `listen 8090` or `follow adb emulator-5554`.
    init(_ words: [String]) throws(TypedCommand.Mistake) {
        switch words.first?.lowercased() {
        case "listen"? where words.count <= 2:
            guard let port = words.count == 1 ? Self.usualPort : UInt16(words[1]) else {
                throw TypedCommand.Mistake(message: "Give a port from 1 to 65535, such as :sources listen 8090, or 0 for a free port.")
            }
            self = .listen(port: port)
        case "follow"? where (2...3).contains(words.count):
            guard let tool = DeviceTool(rawValue: words[1].lowercased()), Self.logTools.contains(tool) else {
                throw TypedCommand.Mistake(message: "Give adb or simctl, such as :sources follow adb.")
            }
            self = .follow(tool, device: words.count == 3 ? words[2] : nil)
        default: throw TypedCommand.Mistake(message: "Usage: \(Binding.of(.sources).synopsis)")
        }
    }
}
