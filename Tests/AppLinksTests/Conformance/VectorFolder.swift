import Foundation
import JSONDocument
import TestSupport

/// The supported kinds of vectors, with their names in the summary.
enum VectorKind: String, CaseIterable {
    case links, navigations, banners

    var fileName: String {
        switch self {
        case .links: "applink_urls.json"
        case .navigations: "navigation.json"
        case .banners: "referer_banner.json"
        }
    }
}

/// A folder with vector files.
struct VectorFolder {
    let path: String

    static func chosen() throws -> VectorFolder {
        if let named = ProcessInfo.processInfo.environment["LINKSCOPE_VECTORS"], !named.isEmpty { return VectorFolder(path: named) }
        return try VectorFolder(resource: "Vectors")
    }

    init(path: String) {
        self.path = path
    }

    /// Opens a folder next to these tests.
    init(resource: String) throws {
        guard let folder = Bundle.module.url(forResource: resource, withExtension: nil) else { throw VectorError("\(resource) is missing") }
        self.init(path: folder.path)
    }

    func vectors() throws -> [Vector] {
        try VectorKind.allCases.flatMap { try vectors(of: $0) }
    }

    /// Returns the vector files of unsupported kinds. The vectors for the resolver need a web server, so the tests of `Fetching` run and
    /// count them.
    func filesNotBuilt() throws -> [String] {
        let built = VectorKind.allCases.map(\.fileName) + ["resolver.json"]
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") && !built.contains($0) }.sorted()
    }

    private func vectors(of kind: VectorKind) throws -> [Vector] {
        let file = URL(fileURLWithPath: path).appendingPathComponent(kind.fileName)
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let document = JSONDocument([UInt8](try Data(contentsOf: file)))
        guard document.isValid, let root = document.root else { throw VectorError("\(file.path) is no JSON") }
        guard root["format"]?.stringValue == "linkscope-conformance/1" else { throw VectorError("\(file.path): unknown format") }
        guard let cases = root["cases"], cases.kind == .array else { throw VectorError("\(file.path): no cases") }
        return cases.elements.map { Vector(kind: kind, content: JSONValue($0)) }
    }
}

struct VectorError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// One case of a file.
struct Vector {
    let kind: VectorKind
    let content: JSONValue

    var id: String { content["id"]?.stringValue ?? "(no id)" }

    func check() -> VectorCheck {
        var check = VectorCheck(isRequired: content["level"]?.stringValue == "must")
        check.allow(
            content, "case",
            [
                "id", "title", "name", "area", "difficulty", "level", "origin", "dialect", "input", "expect", "alternatives", "note",
                "notes",
            ])
        if !["must", "should", "may"].contains(content["level"]?.stringValue ?? "") { check.unknown("level \(content["level"] ?? .null)") }
        return check
    }

    func run(_ check: inout VectorCheck) {
        guard let input = content["input"] else { return check.unknown("no input") }
        switch kind {
        case .links: LinkVector(input: input, expect: content["expect"] ?? .null).run(&check)
        case .navigations: NavigationVector(input: input, expect: content["expect"] ?? .null).run(&check)
        case .banners:
            if let expect = content["expect"] { check.unknown("the expectation \(expect) of a banner's whole case") }
            BannerVector(input: input).run(&check)
        }
    }
}
