import Deciding
import JSONDocument
import TestSupport
import Testing

@Suite("The schema of device files, for editors")
struct DeviceSchemaTests {
    private static let root: JSONDocument.Node? = {
        JSONDocument(Array(((try? repositoryText("Resources/device.schema.json")) ?? "").utf8)).root
    }()

    /// Returns the names that an object of the schema may have.
    private static func names(_ path: String...) throws -> Set<String> {
        var node = try #require(root)
        for step in path { node = try #require(node[step], "\(path)") }
        return Set(node["properties"]?.members.compactMap(\.key.stringValue) ?? [])
    }

    /// Returns the names that the reader knows. Its error about an unknown one lists them.
    private static func known(_ profile: String) throws -> Set<String> {
        let error = #expect(throws: DeviceProfileError.self) { try SimulatedDevice(profile: profile) }
        let message = try #require(error?.problem.message)
        let list = try #require(message.split(separator: "known keys: ").dropFirst().first)
        return Set(list.split(separator: ", ").map(String.init))
    }

    @Test("the schema has the names that the reader knows, and no others")
    func names() throws {
        let device = { (platform: String) in #"{"?": 1, "platform": "\#(platform)"}"# }
        #expect(try Self.names() == Self.known(device("ios")).union(Self.known(device("android"))))
        let app = { (platform: String) in #"{"name": "n", "platform": "\#(platform)", "idiom": "phone", "apps": [{"?": 1}]}"# }
        #expect(try Self.names("definitions", "app") == Self.known(app("ios")).union(Self.known(app("android"))))
        let filter = { (text: String) in
            #"{"name": "n", "platform": "android", "idiom": "phone", "apps": [{"id": "a", "name": "A", "filters": [\#(text)]}]}"#
        }
        #expect(try Self.names("definitions", "filter") == Self.known(filter(#"{"?": 1}"#)))
        let parts = ["definitions", "filter", "properties"]
        #expect(
            try Self.names(parts[0], parts[1], parts[2], "data", "items") == Self.known(filter(#"{"data": [{"?": 1}]}"#)))
        #expect(
            try Self.names(parts[0], parts[1], parts[2], "groups", "items") == Self.known(filter(#"{"groups": [{"?": 1}]}"#)))
        #expect(
            try Self.names(parts[0], parts[1], parts[2], "groups", "items", "properties", "data", "items")
                == Self.known(filter(#"{"groups": [{"data": [{"?": 1}]}]}"#)))
    }

    @Test("the schema has the words that the reader knows, and no others")
    func words() throws {
        let words = { (node: JSONDocument.Node?) in node?["enum"]?.elements.compactMap(\.stringValue) ?? [] }
        #expect(words(Self.root?["properties"]?["platform"]) == AppPlatform.allCases.map(\.rawValue))
        #expect(words(Self.root?["properties"]?["idiom"]) == SimulatedDevice.Idiom.allCases.map(\.rawValue))
        let app = Self.root?["definitions"]?["app"]?["properties"]
        #expect(Set(words(app?["legacy"])) == Set(AndroidDevice.App.Legacy.allCases.map(\.rawValue)))
        #expect(words(app?["domains"]?["additionalProperties"]) == AndroidDevice.App.Domain.allCases.map(\.rawValue))
    }
}
