import Deciding
import Projects

extension FuzzTarget {
    /// Every place is in a file of the project, and every link gets an answer. The bytes are the files of a project, each after a line with
    /// its path: `=== app.json`.
    static func projectProblem(_ bytes: [UInt8]) -> String? {
        let files = files(of: bytes)
        let project = Project(ProjectTree(paths: files.keys) { files[$0] })
        let places =
            ProjectReport(project).findings.map(\.place) + project.unknowns.map(\.place) + project.claims.map(\.place)
            + project.apps.map(\.place)
        for place in places where !place.file.isEmpty {
            guard let file = files[place.file] else { return "a place is in a file that is missing: \(place.file)" }
            let lines = file.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
            if !(1...lines).contains(place.line) { return "\(place.file) has \(lines) lines, and a place is in line \(place.line)" }
            if !place.range.lies(within: file.count) { return "\(place.file) has \(file.count) bytes, and a place is \(place.range)" }
        }
        for platform in AppPlatform.allCases {
            let answers = ProjectAnswers(project, on: platform, variant: project.defaultVariant(on: platform) ?? "*")
            for link in ["https://shop.example/product/1?q=a", "myshop://product/1"] { _ = answers.answer(link) }
        }
        return nil
    }

    private static func files(of bytes: [UInt8]) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var path: String?
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "=== ".utf8) {
                let name = String(decoding: line.dropFirst(4), as: UTF8.self)
                (path, files[name]) = (name, [])
            } else if let path {
                files[path, default: []] += line + [UInt8(ascii: "\n")]
            }
        }
        return files
    }
}
