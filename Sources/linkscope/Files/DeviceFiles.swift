import Deciding
import Foundation
import Inspector
import JSONDocument
import Panes
import Secrets
import Store
import Tasks

/// The files of the devices. Each built-in device can have a file of the user, such as `~/.config/linkscope/devices/iphone.json`, which
/// replaces the one in the program. A device that `--device` names by a file is saved to that file.
nonisolated struct DeviceFiles: Sendable {
    private let embedded: [SimulatedDevice]
    /// The folder with the user's files; nil if nothing is saved.
    private let folder: String?
    private let thread = WorkerThread("device files")
    /// The device of `--device`, and the file that describes it.
    private var given: (device: SimulatedDevice, path: String)?
    /// The devices that the user can choose.
    private(set) var devices: [SimulatedDevice]
    /// What was wrong with the user's files.
    private(set) var messages: [String] = []

    /// Reads the user's files. If a file cannot be read, the device is the one in the program, and a message says why.
    ///
    /// - Parameter environment: Nil for a run that reads and saves none of the user's files.
    init(embedded: [SimulatedDevice], environment: [String: String]? = nil) {
        self.embedded = embedded
        devices = embedded
        folder = environment.flatMap { Folders.configuration(environment: $0) }.map { PathParts($0).folder + "devices" }
        for index in embedded.indices {
            guard let path = path(ofDevice: embedded[index].name), FileManager.default.fileExists(atPath: path) else { continue }
            do throws(CommandFailure) {
                var device = try Self.device(in: path)
                device.name = embedded[index].name
                devices[index] = device
            } catch {
                messages.append("linkscope uses its own \(embedded[index].name): \(error.message)")
            }
        }
    }

    /// Returns the device with this name, or the device that a file describes. The user can choose it from then on.
    mutating func device(_ nameOrFile: String) throws(CommandFailure) -> SimulatedDevice {
        if let device = devices.first(where: { $0.name.lowercased() == nameOrFile.lowercased() }) { return device }
        let device = try Library.device(in: nameOrFile)
        given = (device, nameOrFile)
        devices.removeAll { $0.name == device.name }
        devices.append(device)
        return device
    }

    // MARK: Saving

    /// Saves declarations of apps in the file of their device, on a thread of its own.
    func save(_ declarations: AppDeclarations) -> Future<Message?> {
        thread.answer { [self] in .appsSaved(declarations, write(declarations)) }
    }

    /// Adds declarations to what the file has now, because another program may have changed it. A file that is no device stays as it is.
    private func write(_ declarations: AppDeclarations) -> AppsSaved {
        guard let path = path(ofDevice: declarations.device) else {
            return .failed(reason: folder == nil ? "nothing is saved here" : "the device has no file")
        }
        let shown = ShownPath.of(path)
        do {
            let exists = FileManager.default.fileExists(atPath: path)
            guard var device = exists ? try Self.device(in: path) : embedded.first(where: { $0.name == declarations.device }) else {
                return .failed(reason: "the device has no file")
            }
            declarations.apply(to: &device)
            // A link to the file stays a link.
            let file = URL(filePath: path).resolvingSymlinksInPath()
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let new = try NewFile(path: file.path(percentEncoded: false), replaces: true, followsLinks: true)
            try new.finish(with: Array(device.fileText.utf8))
            return .saved(path: shown)
        } catch let failure as CommandFailure {
            return .failed(reason: failure.message)
        } catch let error as SystemError {
            return .failed(reason: "\(shown): \(error.reason)")
        } catch {
            return .failed(reason: "\(shown): the folder cannot be created")
        }
    }

    /// The path of the file of a device; nil if the device has none. Only known names become part of a path.
    private func path(ofDevice name: String) -> String? {
        if let given, given.device.name == name { return given.path }
        guard let folder, embedded.contains(where: { $0.name == name }) else { return nil }
        return "\(folder)/\(name.lowercased()).json"
    }

    private static func device(in path: String) throws(CommandFailure) -> SimulatedDevice {
        let bytes = try InputFile.bytes(of: path, limit: Library.longestDevice)
        return try failing(
            as: { (error: DeviceProfileError) in CommandFailure("\(ShownPath.of(path)): \(error)") }, SimulatedDevice(profile: bytes))
    }
}

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
            // A name of a device may have spaces, dots and brackets: iPhone 15 Pro (3rd gen.).
            let namesFile = !isMissing || nameOrFile.contains("/") || nameOrFile.hasSuffix(".json")
            throw CommandFailure("\(problem); \(known)", code: namesFile ? error.code : Exit.usage, isMasked: true)
        }
        return try failing(
            as: { (error: DeviceProfileError) in
                CommandFailure("--device \(Secrets.masked(nameOrFile)): \(Secrets.masked("\(error)"))", code: Exit.usage, isMasked: true)
            }, SimulatedDevice(profile: bytes))
    }
}
