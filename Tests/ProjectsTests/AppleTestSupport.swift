import Deciding
import LinkLayers
import TestSupport

@testable import Projects

/// What linkscope reads in the Apple files of a tree, as lines that a test can compare.
struct AppleFacts {
    var project = Project()
    /// The keys that the reader gives to the other readers.
    let keys: [String]

    init(_ files: [String: String], in folder: String = "", name: String? = nil) {
        let tree = ProjectTree(files)
        keys = AppleProject.read(folder, name: name, in: tree, into: &project)
        AssociationFiles.read(tree, into: &project)
    }

    init(_ project: Project) { (self.project, keys) = (project, []) }

    /// Reads some files of a sample.
    init(sample: String, _ paths: [String]) throws {
        self.init(
            Dictionary(uniqueKeysWithValues: try paths.map { ($0, try Self.sampleText(sample, $0)) }))
    }

    static func sampleText(_ sample: String, _ path: String) throws -> String {
        try repositoryText("Tests/ProjectsTests/Samples/\(sample)/\(path)")
    }

    /// Such as `Shop Debug,Release scheme shop Shop/Info.plist:12`.
    var claims: [String] {
        project.claims.map { claim in
            let all = project.apps.first { $0.key == claim.app }?.variants == claim.variants
            let what =
                switch claim.kind {
                case .filter: "filter"
                case .urlScheme(let scheme): "scheme \(scheme)"
                case .queriesScheme(let scheme): "asks \(scheme)"
                case .domain(let service, let host, let mode): "\(service):\(host)" + (mode.map { "?mode=\($0)" } ?? "")
                }
            let variants = all ? "*" : claim.variants.joined(separator: ",")
            return "\(claim.app) \(variants) \(what)\(claim.isCertain ? "" : " perhaps") \(Self.line(claim.place))"
        }
    }

    /// Such as `Shop TEAM Debug=com.example.shop.debug,Release=com.example.shop Shop.xcodeproj/project.pbxproj:13`.
    var apps: [String] {
        project.apps.map { app in
            let ids = app.builds.map { build in
                switch build.id {
                case .known(let id): "\(build.variant)=\(id)"
                case .unknown(let candidates): "\(build.variant)=?\(candidates.joined(separator: "|"))"
                }
            }
            let clip = app.appClipOf.map { " clip of \($0)" } ?? ""
            return "\(app.key) \(app.team ?? "-") \(ids.joined(separator: ",")) \(Self.line(app.place))\(clip)"
        }
    }

    var unknowns: [String] {
        project.unknowns.map { "\($0.what): \($0.why) \($0.candidates.joined(separator: "|"))\(Self.line($0.place))" }
    }

    /// Such as `error ios-domain-has-url Shop/Shop.entitlements:9`, with the builds if not all have it.
    var findings: [String] { (project.findings + AssociationFindings.of(project)).map(Self.short) }

    static func short(_ finding: ProjectFinding) -> String {
        let variants = finding.variants.isEmpty ? "" : " " + finding.variants.joined(separator: ",")
        return "\(finding.severity) \(finding.code.rawValue) \(line(finding.place))\(variants)"
    }

    private static func line(_ place: SourcePlace) -> String { "\(place.file):\(place.line)" }
}

/// An Info.plist or an entitlements file with these lines, the first of which is line 3.
func plist(_ body: String) -> String { "<plist version=\"1.0\">\n<dict>\n\(body)\n</dict>\n</plist>\n" }

/// Entitlements with domains; the first is in line 4.
func entitlements(_ domains: String...) -> String {
    let strings = domains.map { "<string>\($0)</string>" }.joined(separator: "\n")
    return plist("<key>com.apple.developer.associated-domains</key><array>\n\(strings)\n</array>")
}

/// An Info.plist with schemes; the first is in line 4.
func schemes(_ schemes: String...) -> String {
    let strings = schemes.map { "<string>\($0)</string>" }.joined(separator: "\n")
    return plist("<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array>\n\(strings)\n</array></dict></array>")
}

/// A target of a `project.pbxproj`. The settings are one text for each configuration, as the file has them: `A = 1; B = 2;`.
struct TargetText {
    var name: String
    var type = "application"
    var debug: String
    var release: String

    init(_ name: String, type: String = "application", debug: String, release: String) {
        (self.name, self.type, self.debug, self.release) = (name, type, debug, release)
    }

    init(_ name: String, type: String = "application", _ both: String) { self.init(name, type: type, debug: both, release: both) }
}

/// Returns a `project.pbxproj` with the configurations Debug and Release.
///
/// - Parameter base: The settings of the project and its xcconfig file, for both configurations.
func xcodeProject(_ targets: TargetText..., base: String = "", file: String? = nil) -> String {
    var text = "// !$*UTF8*$!\n{ objects = {\n"
    func list(_ id: String, _ debug: String, _ release: String, _ reference: String) -> String {
        """
        \(id)D = { isa = XCBuildConfiguration; \(reference) buildSettings = { \(debug) }; name = Debug; };
        \(id)R = { isa = XCBuildConfiguration; \(reference) buildSettings = { \(release) }; name = Release; };
        \(id)L = { isa = XCConfigurationList; buildConfigurations = (\(id)D /* Debug */, \(id)R, ); };

        """
    }
    if let file { text += "FILE = { isa = PBXFileReference; path = \"\(file)\"; sourceTree = SOURCE_ROOT; };\n" }
    text += list("P", base, base, file == nil ? "" : "baseConfigurationReference = FILE /* xcconfig */;")
    for (index, target) in targets.enumerated() {
        text += list("T\(index)", target.debug, target.release, "")
        text += "T\(index) = { isa = PBXNativeTarget; buildConfigurationList = T\(index)L; name = \"\(target.name)\"; "
        text += "productType = \"com.apple.product-type.\(target.type)\"; };\n"
    }
    let ids = targets.indices.map { "T\($0)" }.joined(separator: ", ")
    return text + "ROOT = { isa = PBXProject; buildConfigurationList = PL; targets = (\(ids)); }; }; rootObject = ROOT; }\n"
}
