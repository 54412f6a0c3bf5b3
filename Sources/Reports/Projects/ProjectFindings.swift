package import Checks
import Deciding
import LinkLayers
package import Projects

extension LintedFile {
    /// The findings of a project, by file, so that they are shown like those of `linkscope lint`.
    ///
    /// - Parameters:
    ///   - folder: The project's folder, which stands before the paths.
    ///   - sites: The answers of the sites, whose files have URLs for paths.
    ///   - read: Returns the bytes of a file.
    package static func all(
        of report: ProjectReport, in folder: String, sites: ServedSites = ServedSites(), read: (String) -> [UInt8]?
    ) -> [LintedFile] {
        let served = Dictionary(sites.files.map { ($0.path, $0.bytes) }) { first, _ in first }
        return Dictionary(grouping: report.findings, by: \.place.file).sorted { $0.key < $1.key }.map { path, findings in
            let isBelow = served[path] == nil && folder != "." && !folder.isEmpty
            let found = findings.map { LintFinding($0.code.rawValue, $0.severity, $0.message, at: $0.place.range, repair: $0.repair) }
            return LintedFile(path: isBelow ? "\(folder)/\(path)" : path, served[path] ?? read(path) ?? [], found)
        }
    }
}

extension LintRule {
    /// The rules of the findings about a project.
    package static let ofProjects = ProjectCode.allCases.map {
        LintRule(code: $0.rawValue, explanation: "A problem of an app's declarations or routes.")
    }
}

/// The findings of a project in the form of JUnit: a `testcase` for each app, each link and each finding. Notes are cases that pass.
package enum ProjectJUnit {
    /// - Parameter unopened: Those of the links that open no app.
    package static func bytes(
        _ project: Project, _ files: [LintedFile], links: [String], unopened: [String], name: String, showsSecrets: Bool
    ) -> [UInt8] {
        var masking = Masking(showsSecrets: showsSecrets)
        func attribute(_ text: String) -> String { JUnitFile.attribute(masking.text(text)) }
        let found = files.flatMap { file in file.placed.map { (path: file.path, finding: $0.finding, start: $0.start) } }
        let failed = found.count { $0.finding.severity >= .warning }
        let counts = JUnitFile.counts(
            tests: project.apps.count + links.count + found.count, failures: failed + unopened.count)
        var text = JUnitFile.head(counts) + "  <testsuite name=\"\(attribute(name))\" \(counts)>\n"
        for app in project.apps {
            text +=
                "    <testcase name=\"\(attribute("\(app.name ?? app.key), \(app.platform.name)"))\" classname=\"\(attribute(app.place.file))\"/>\n"
        }
        let failing = Set(unopened)
        for link in links {
            text += "    <testcase name=\"\(attribute(link))\" classname=\"links\""
            text += failing.contains(link) ? "><failure message=\"No app of the project opens the link.\"/></testcase>\n" : "/>\n"
        }
        for (path, finding, start) in found {
            let path = attribute(path)
            let message = attribute(finding.message)
            text += "    <testcase name=\"\(finding.code): \(message)\" classname=\"\(path)\" file=\"\(path)\" line=\"\(start.line)\""
            guard finding.severity >= .warning else {
                text += "/>\n"
                continue
            }
            let repair = finding.repair.map { " " + attribute($0) } ?? ""
            text += ">\n      <failure type=\"\(finding.code)\" message=\"\(message)\">"
            text += "\(path):\(start.line):\(start.column): \(message)\(repair)</failure>\n    </testcase>\n"
        }
        return Array(text.utf8) + JUnitFile.suiteEnd + JUnitFile.end
    }
}
