import AppLinks
import Deciding
import Foundation
import Inspector
import JSONDocument
import TestSupport

/// The devices, pages and samples of Resources/, read from the files.
enum Fixtures {
    static let iPhone = device("iphone")
    static let iPad = device("ipad")
    static let android = device("android")
    /// The iPhone, on which no app is assumed for a scheme that nobody claims.
    static let strictPhone = {
        var device = iPhone
        device.assumesApps = false
        return device
    }()
    static let pages = bytes("pages/pages.json")

    static let samples: [Sample] = {
        let list = JSONDocument(bytes("samples/samples.json")).root?["samples"]
        return list?.elements.map { Sample(title: $0["title"]?.stringValue ?? "", link: $0["link"]?.stringValue ?? "") } ?? []
    }()

    /// The first sample: an App Link with extras, a secret and a referer.
    static var appLink: String { samples.first?.link ?? "" }

    /// A URL for tests in which the URL does not matter.
    static let someURL = url("shop://p/1")

    private static func url(_ text: String) -> LinkURL {
        guard let url = LinkURL(text) else { preconditionFailure("\(text) is an URL") }
        return url
    }

    private static func device(_ name: String) -> SimulatedDevice {
        (try? SimulatedDevice(profile: bytes("devices/\(name).json")))
            ?? SimulatedDevice(name: "the profile \(name) cannot be read", platform: .ios, idiom: .phone)
    }

    private static func bytes(_ path: String) -> [UInt8] {
        (try? Data(contentsOf: repositoryURL("Resources/" + path))).map(Array.init) ?? []
    }
}
