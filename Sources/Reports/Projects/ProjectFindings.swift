package import Checks
import LinkLayers
package import Projects

extension LintedFile {
    /// The findings of a project, by file, so that they are shown like those of `linkscope lint`.
    ///
    /// - Parameters:
    ///   - folder: The project's folder, which stands before the paths.
    ///   - read: Returns the bytes of a file.
    package static func all(of report: ProjectReport, in folder: String, read: (String) -> [UInt8]?) -> [LintedFile] {
        var files: [String: [LintFinding]] = [:]
        var order: [String] = []
        for finding in report.findings {
            if files[finding.place.file] == nil { order.append(finding.place.file) }
            files[finding.place.file, default: []].append(
                LintFinding(
                    finding.code.rawValue, finding.severity, finding.message, at: finding.place.range, repair: finding.repair))
        }
        return order.map { path in
            LintedFile(path: folder == "." || folder.isEmpty ? path : "\(folder)/\(path)", read(path) ?? [], files[path] ?? [])
        }
    }
}

extension LintRule {
    /// The rules of the findings about a project.
    package static let ofProjects = ProjectCode.allCases.map {
        LintRule(code: $0.rawValue, explanation: "A problem of an app's declarations or routes.")
    }
}
