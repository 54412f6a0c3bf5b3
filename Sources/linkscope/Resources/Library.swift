import AppLinks
import Inspector
import JSONDocument
import Secrets

/// The devices, pages and samples that come with the program.
enum Library {
    static let deviceNames = ["iPhone", "iPad", "Android"]

    /// The devices to choose from. Their files are part of the program, and ResourcesTests reads each of them, so none is missing.
    static var devices: [SimulatedDevice] {
        deviceNames.compactMap { name in
            ResourceFile("devices/\(name.lowercased()).json").flatMap { try? SimulatedDevice(profile: $0.bytes) }
        }
    }

    static var pages: SamplePages {
        SamplePages(json: ResourceFile("pages/pages.json")?.bytes ?? [])
    }

    static var samples: [Sample] {
        let list = JSONDocument(ResourceFile("samples/samples.json")?.bytes ?? []).root?["samples"]
        return list?.elements.map { Sample(title: $0["title"]?.stringValue ?? "", link: $0["link"]?.stringValue ?? "") } ?? []
    }

    /// Returns the device of this name, or that of the profile in this file.
    static func device(_ nameOrFile: String) throws -> SimulatedDevice {
        if let device = devices.first(where: { $0.name.lowercased() == nameOrFile.lowercased() }) { return device }
        let known = "use \(deviceNames.joined(separator: ", ")), or a JSON file that describes a device"
        let bytes: [UInt8]
        do {
            bytes = try InputFile.bytes(of: nameOrFile, limit: 1 << 20)
        } catch {
            throw CommandFailure("--device \(Secrets.masked(nameOrFile)): \(error); \(known)", code: Exit.usage)
        }
        do {
            return try SimulatedDevice(profile: bytes)
        } catch {
            throw CommandFailure("--device \(Secrets.masked(nameOrFile)): \(error)", code: Exit.usage)
        }
    }
}
