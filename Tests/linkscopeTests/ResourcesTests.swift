import AppLinks
import Deciding
import Foundation
import Secrets
import TestSupport
import Testing

@testable import linkscope

@Suite("The resources of the program", .waits, .timeLimit(.minutes(30)))
struct ResourcesTests {
    private static let folder = repositoryURL("Resources").path
    private static let files = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
        .filter { !$0.hasSuffix("/.DS_Store") && !isFolder(folder + "/" + $0) }
        .sorted()

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    @Test("the program contains the current content of every file in Resources/", arguments: files)
    func embedded(file: String) throws {
        let resource = try #require(ResourceFile(file), "Resources/\(file) is not in the list in Sources/CResources/CResources.c")
        #expect(
            resource.bytes == Home.bytes(of: Self.folder + "/" + file),
            "Resources/\(file) has changed, which SwiftPM does not notice: touch Sources/CResources/CResources.c and build again"
        )
    }

    @Test("the program contains no other resources")
    func nothingElse() {
        #expect(ResourceFile.names.sorted() == Self.files)
        #expect(!Self.files.isEmpty)
    }

    @MainActor @Test("the three devices, each with the five apps")
    func devices() throws {
        #expect(Library.devices.map(\.name) == ["iPhone", "iPad", "Android"])
        for device in Library.devices {
            let schemes = Set(device.apps.flatMap(\.schemes))
            #expect(schemes.isSuperset(of: ["shop", "news", "photobox", "cafe", "wheel"]), "\(device.name)")
            var files = DeviceFiles(embedded: Library.devices)
            #expect(try files.device(device.name.lowercased()) == device)
        }
    }

    @MainActor @Test("every sample has a title and a link with a scheme")
    func samplesAreWhole() throws {
        #expect(Library.samples.count == (try samples().count))
        for sample in try samples() {
            #expect(!sample.title.isEmpty)
            #expect(LinkURL(sample.link)?.scheme != nil, "\(sample.title)")
        }
    }
}
