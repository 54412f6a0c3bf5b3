import Deciding
import LinkLayers
import TestSupport

@testable import Projects

/// What linkscope reads in the Android files of a tree, as lines that a test can compare.
struct AndroidFacts {
    var project = Project()

    /// Reads the app modules of a tree, each with its folder's name as its key.
    init(_ files: [String: String]) {
        let tree = ProjectTree(files)
        for module in AndroidModule.applications(in: "", of: tree) {
            AndroidModule.read(module, key: ProjectTree.name(of: module.folder), name: nil, into: &project)
        }
    }

    /// Reads some files of a sample.
    init(sample: String, _ paths: [String]) throws {
        self.init(
            Dictionary(uniqueKeysWithValues: try paths.map { ($0, try repositoryText("Tests/ProjectsTests/Samples/\(sample)/\($0)")) }))
    }

    init(_ project: Project) { self.project = project }

    /// Such as `app Shop debug=com.example.shop.debug,release=com.example.shop app/build.gradle:4`.
    var apps: [String] {
        project.apps.map { app in
            let ids = app.builds.map { build in
                switch build.id {
                case .known(let id): "\(build.variant)=\(id)"
                case .unknown(let candidates): "\(build.variant)=?\(candidates.joined(separator: "|"))"
                }
            }
            return "\(app.key) \(app.name ?? "-") \(ids.joined(separator: ",")) \(Self.line(app.place))"
        }
    }

    /// Such as `app * https shop.example pathPrefix=/p verified app/src/main/AndroidManifest.xml:3`.
    var claims: [String] {
        project.claims.map { claim in
            let all = project.apps.first { $0.key == claim.app }?.variants == claim.variants
            var words = [claim.app, all ? "*" : claim.variants.joined(separator: ",")]
            switch claim.kind {
            case .filter(let filter):
                words.append(filter.filter.schemes.joined(separator: ","))
                words += filter.filter.authorities.map { $0.host + ($0.port.map { ":\($0)" } ?? "") }
                words += filter.filter.paths.map { "path\($0.kind.rawValue)=\($0.text)" }
                if filter.isVerifiable { words.append("verified") }
                if !filter.isEnabled { words.append("disabled") }
            case .urlScheme(let scheme): words.append("scheme \(scheme)")
            case .domain(let service, let host, _): words.append("\(service):\(host)")
            case .queriesScheme(let scheme): words.append("asks \(scheme)")
            }
            if !claim.isCertain { words.append("perhaps") }
            return (words + [Self.line(claim.place)]).joined(separator: " ")
        }
    }

    /// Such as `deepLinkDispatch https://shop.example/p/{id} ProductActivity Links.kt:3`.
    var routes: [String] {
        project.routers.flatMap { router in
            router.routes.map { "\(router.kind.rawValue) \($0.pattern) \($0.name ?? "-") \(Self.line($0.place))" }
        }
    }

    var unknowns: [String] {
        project.unknowns.map { "\($0.what): \($0.why) \(($0.candidates + [Self.line($0.place)]).joined(separator: " "))" }
    }

    /// Such as `error android-missing-default app/src/main/AndroidManifest.xml:9`, with the variants if not all have it.
    var findings: [String] {
        project.findings.map { finding in
            let variants = finding.variants.isEmpty ? "" : " " + finding.variants.joined(separator: ",")
            return "\(finding.severity) \(finding.code.rawValue) \(Self.line(finding.place))\(variants)"
        }
    }

    private static func line(_ place: SourcePlace) -> String { "\(place.file):\(place.line)" }
}

/// A manifest with elements in its application; the first of them is in line 2.
func manifest(_ body: String) -> String {
    "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" xmlns:tools=\"http://schemas.android.com/tools\"><application>\n"
        + body + "\n</application></manifest>\n"
}

/// An exported activity with elements in it; the first of them is in line 3 of ``manifest(_:)``.
func activity(_ body: String, name: String = ".Main", attributes: String = "android:exported=\"true\"") -> String {
    "<activity android:name=\"\(name)\" \(attributes)>\n\(body)\n</activity>"
}

/// A filter for links on one line, complete but for its data.
func filter(_ data: String..., verified: Bool = false, without left: String = "") -> String {
    let names = [("action", "action.VIEW"), ("category", "category.DEFAULT"), ("category", "category.BROWSABLE")]
    let elements = names.filter { !$0.1.hasSuffix(left) || left.isEmpty }.map { "<\($0) android:name=\"android.intent.\($1)\"/>" }
    let attributes = data.map { element in
        let parts = element.split(separator: " ").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return "android:\(pair[0])=\"\(pair[1])\""
        }
        return "<data \(parts.joined(separator: " "))/>"
    }
    return "<intent-filter\(verified ? " android:autoVerify=\"true\"" : "")>" + (elements + attributes).joined() + "</intent-filter>"
}

/// The files of a module `app`, with a manifest that has these elements.
func app(_ elements: String, script: String = "", _ more: [String: String] = [:]) -> [String: String] {
    var files = more
    files["settings.gradle"] = files["settings.gradle"] ?? "include ':app'"
    files["app/build.gradle"] =
        "apply plugin: 'com.android.application'\nandroid { namespace 'a.b'\ndefaultConfig { applicationId 'a.b' }\n" + script + "}\n"
    files["app/src/main/AndroidManifest.xml"] = manifest(elements)
    return files
}
