import Foundation
import LinkLayers

/// What a browser keeps while it runs, in a folder that nobody else may look into. It is gone afterwards.
struct BrowserFolder: ~Copyable {
    let path: String

    init(environment: [String: String]) throws(ScriptProblem) {
        // Chromium makes a Unix socket in it, whose path has room for some hundred bytes.
        let asked = environment["TMPDIR"] ?? ""
        let parent = asked.hasPrefix("/") && asked.utf8.count <= 30 ? asked : "/tmp"
        var template = Array("\(parent)/linkscope-browser-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .last("mkdtemp in \(parent)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // The last processes of a browser that was killed may still be writing.
        for _ in 0..<50 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { return }
            usleep(20_000)
        }
    }
}
