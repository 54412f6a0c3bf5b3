import Deciding
import JSONDocument
import LinkLayers
import Projects
import TestSupport

/// A small project, and what linkscope must say about it (`expected.json`).
struct Sample {
    let tree: ProjectTree
    let expected: JSONDocument.Node
    var project: Project { Project(tree) }

    static let names = [
        "01-android-flavors", "02-ios-appclip", "03-expo-router-static", "04-flutter-go-router", "05-react-navigation-bare", "06-monorepo",
        "07-broken-android", "08-cordova-universal-links",
    ]

    struct Missing: Error {}

    init(_ name: String) throws {
        var files = try repositoryTexts(below: "Tests/ProjectsTests/Samples/\(name)")
        guard let root = JSONDocument(Array((files.removeValue(forKey: "expected.json") ?? "").utf8)).root else { throw Missing() }
        (tree, expected) = (ProjectTree(files), root)
    }

    /// What is expected and not there, and what is there and not expected; empty if both say the same.
    static func difference(_ expected: [String], _ found: [String], allowsMore: Bool = false) -> [String] {
        expected.filter { !found.contains($0) }.map { "missing: \($0)" }
            + (allowsMore ? [] : found.filter { !expected.contains($0) }.map { "too much: \($0)" })
    }
}

extension JSONDocument.Node {
    func text(_ key: String) -> String? { self[key]?.stringValue }
    func number(_ key: String) -> Int? { self[key]?.numberLiteral.flatMap { Int($0) } }
    func flag(_ key: String) -> Bool? { self[key]?.boolValue }
    func list(_ key: String) -> [JSONDocument.Node] { self[key]?.elements.map { $0 } ?? [] }
    /// The texts of a list; nil if the key has none, or the text `*`.
    func texts(_ key: String) -> [String]? { self[key]?.kind == .array ? list(key).compactMap(\.stringValue) : nil }
    /// The file and the line that an entry names.
    var lines: [String] {
        let lines = list("lineMayBe").compactMap { $0.numberLiteral.flatMap { Int($0) } } + [number("line") ?? 0]
        return lines.map { "\(text("file") ?? ""):\($0)" }
    }
}

extension SourcePlace {
    var words: String { "\(file):\(line)" }
}

extension Project {
    /// `*` if the variants are all of an app, otherwise their names in order.
    func words(_ variants: [String], of app: String) -> String {
        let all = Set(apps.first { $0.key == app }?.variants ?? [])
        return variants.contains("*") || all.isSubset(of: variants) ? "*" : variants.sorted().joined(separator: ",")
    }
}

extension Claim {
    /// What is claimed and where, in one line.
    var words: String {
        let start = "\(app) \(isCertain ? "certain" : "uncertain") \(place.words)"
        switch kind {
        case .filter(let claim):
            let paths = claim.filter.paths.map { "path\($0.kind.rawValue)=\($0.text)" }.sorted()
            return "\(start) filter \(claim.filter.schemes.sorted()) \(claim.filter.authorities.map(\.host).sorted()) \(paths) "
                + "\(claim.filter.isVerifiedAutomatically) \(claim.isDefault) \(claim.isBrowsable) \(claim.isExported ?? true)"
        case .urlScheme(let scheme): return "\(start) url-scheme \(scheme)"
        case .domain(let service, let host, let mode): return "\(start) \(service) \(host) \(mode ?? "-")"
        case .queriesScheme(let scheme): return "\(start) queries-scheme \(scheme)"
        }
    }

    /// The same line, from an entry of `expected.json`.
    static func words(_ node: JSONDocument.Node) -> String {
        let start =
            "\(node.text("app") ?? "") \(node.flag("certain") == false ? "uncertain" : "certain") \(node.lines.last ?? "")"
        let kind = node.text("kind") ?? ""
        guard kind == "intent-filter" else {
            let value = node.text("scheme") ?? node.text("host") ?? ""
            return "\(start) \(kind) \(value)" + (kind.hasSuffix("scheme") ? "" : " \(node.text("mode") ?? "-")")
        }
        let paths = node.list("paths").map { "\($0.text("kind") ?? "")=\($0.text("value") ?? "")" }.sorted()
        let flags = ["autoVerify", "default", "browsable", "exported"].map { "\(node.flag($0) ?? false)" }.joined(separator: " ")
        return "\(start) filter \((node.texts("schemes") ?? []).sorted()) \((node.texts("hosts") ?? []).sorted()) \(paths) \(flags)"
    }
}
