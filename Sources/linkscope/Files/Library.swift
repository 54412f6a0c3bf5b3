import AppLinks
import CResources
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

/// A file of Resources/ that is embedded in the program.
nonisolated struct ResourceFile: Sendable {
    let name: String
    let bytes: [UInt8]

    /// All files. The table and the bytes it points to are constants of the program.
    static let all: [ResourceFile] = {
        let table = unsafe UnsafeBufferPointer(start: linkscope_resources(), count: linkscope_resource_count())
        return unsafe table.map { entry in
            let length = unsafe entry.end - entry.start
            return unsafe ResourceFile(
                name: String(cString: entry.name),
                bytes: Array(UnsafeBufferPointer(start: entry.start, count: length))
            )
        }
    }()
}

extension ResourceFile {
    /// Finds the file with this name. Returns nil if there is no such file.
    nonisolated init?(_ name: String) {
        guard let file = Self.all.first(where: { $0.name == name }) else { return nil }
        self = file
    }
}
