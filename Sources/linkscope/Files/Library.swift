import AppLinks
import Deciding
import Foundation
import Inspector
import JSONDocument
import Panes
import Secrets

/// The devices, pages and samples that are embedded in the program.
enum Library {
    nonisolated static let deviceNames = ["iPhone", "iPad", "Android"]

    /// The devices that the user can choose. Their files are embedded, and ResourcesTests checks that each file can be read.
    nonisolated static var devices: [SimulatedDevice] {
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

    /// The maximum length of a file that describes a device.
    nonisolated static let longestDevice = 1 << 20

    /// Returns the device of `--device` that a file describes.
    nonisolated static func device(in nameOrFile: String) throws(CommandFailure) -> SimulatedDevice {
        let known = "use \(deviceNames.joined(separator: ", ")) or a JSON file"
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try InputFile.bytes(of: nameOrFile, limit: longestDevice, option: "--device")
        } catch {
            let isMissing = !FileManager.default.fileExists(atPath: nameOrFile)
            let problem = isMissing ? "--device \(Secrets.masked(nameOrFile)): no such device or file" : error.message
            throw CommandFailure("\(problem); \(known)", code: Exit.usage, isMasked: true)
        }
        do throws(DeviceProfileError) {
            return try SimulatedDevice(profile: bytes)
        } catch {
            throw CommandFailure(
                "--device \(Secrets.masked(nameOrFile)): \(Secrets.masked("\(error)"))", code: Exit.usage, isMasked: true)
        }
    }
}
