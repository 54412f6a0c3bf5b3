import Checks

extension FuzzTarget {
    private static let names = [
        "a.swift", "a.kt", "a.js", "a.py", "a.json", "a.md", "a.html", "a.xml", "Info.plist", "AndroidManifest.xml", "assetlinks.json",
        "apple-app-site-association",
    ]

    /// Every finding is about bytes of the file. The first byte chooses the kind of file.
    static func lintProblem(_ bytes: [UInt8]) -> String? {
        guard let first = bytes.first else { return nil }
        let text = Array(bytes.dropFirst())
        let name = names[Int(first) % names.count]
        for finding in FileLint(text, path: name).findings where !finding.range.lies(within: text.count) {
            return "\(finding.code) of \(name) is about \(finding.range) of \(text.count) bytes"
        }
        return nil
    }
}
