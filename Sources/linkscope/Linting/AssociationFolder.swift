import Foundation
import Linting

/// Reads the folder of `--associations`: `HOST/apple-app-site-association` and `HOST/assetlinks.json`, also below `HOST/.well-known`.
nonisolated enum AssociationFolder {
    private static let largestFile = 16 << 20
    private static let mostHosts = 10_000

    static func sites(in folder: String) throws(CommandFailure) -> AppSites {
        var sites = AppSites(folder: folder)
        let hosts: [String]
        do {
            hosts = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw CommandFailure("--associations \(folder): the folder cannot be read")
        }
        for host in hosts.prefix(mostHosts) where !host.hasPrefix(".") {
            for place in ["\(folder)/\(host)", "\(folder)/\(host)/.well-known"] {
                let apple = place + "/apple-app-site-association"
                if let bytes = try bytes(of: apple) { sites.add(host, appleFile: bytes, path: apple) }
                let android = place + "/assetlinks.json"
                if let bytes = try bytes(of: android) { sites.add(host, assetLinks: bytes, path: android) }
            }
        }
        guard !sites.hosts.isEmpty else {
            throw CommandFailure(
                "--associations \(folder): no association files found: save them as HOST/apple-app-site-association and HOST/assetlinks.json in this folder"
            )
        }
        return sites
    }

    private static func bytes(of path: String) throws(CommandFailure) -> [UInt8]? {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
        return try InputFile.bytes(of: path, limit: largestFile)
    }
}
