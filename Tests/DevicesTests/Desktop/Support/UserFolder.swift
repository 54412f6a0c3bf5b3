import Foundation

@testable import Devices

/// The home of one test. It is removed with the test.
final class UserFolder {
    let path: String

    init() throws {
        path = "/tmp/lsd-" + String(UInt32.random(in: .min ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var list: String { path + "/.config/mimeapps.list" }
    var entry: String { path + "/.local/share/applications/" + DesktopEntry.id }

    func registry(_ more: [String: String] = [:]) throws -> HandlerRegistry {
        let environment = [
            "HOME": path, "XDG_STATE_HOME": path + "/state", "XDG_CONFIG_DIRS": path + "/etc/xdg", "XDG_DATA_DIRS": path + "/usr/share",
        ]
        return try HandlerRegistry(environment: environment.merging(more) { $1 })
    }

    /// Writes a file and creates its folder.
    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    static func text(of file: String) -> String? {
        (try? Data(contentsOf: URL(filePath: file))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Every file and folder, apart from the state of linkscope, each with its kind, its permissions and its content.
    var everything: [String: String] {
        var found: [String: String] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [] where !name.hasPrefix("state") {
            let file = path + "/" + name
            let attributes = (try? FileManager.default.attributesOfItem(atPath: file)) ?? [:]
            let kind = attributes[.type] as? FileAttributeType
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file)
            let content = link ?? (kind == .typeDirectory ? "" : Self.text(of: file) ?? "")
            found[name] = "\(kind?.rawValue ?? "") \(attributes[.posixPermissions] ?? "") \(content)"
        }
        return found
    }
}
