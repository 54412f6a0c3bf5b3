import Checks
import LinkLayers

/// Returns the errors and warnings of a file, each as `line:column code`. A column is a byte, because these files have only ASCII before
/// findings.
func found(in text: String, _ path: String, sites: AppSites = AppSites()) -> [String] {
    let bytes = Array(text.utf8)
    return problems(in: bytes, path, sites: sites).map { finding in
        let before = bytes[..<finding.range.lowerBound]
        let line = before.count { $0 == 0x0A } + 1
        let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        return "\(line):\(column) \(finding.code)"
    }
}

/// Returns the bytes of a file that its errors and warnings are about, as text.
func marked(in text: String, _ path: String) -> [String] {
    let bytes = Array(text.utf8)
    return problems(in: bytes, path).map { String(decoding: bytes[$0.range], as: UTF8.self) }
}

private func problems(in bytes: [UInt8], _ path: String, sites: AppSites = AppSites()) -> [LintFinding] {
    FileLint(bytes, path: path, sites: sites).findings.filter { $0.severity > .note }
}
