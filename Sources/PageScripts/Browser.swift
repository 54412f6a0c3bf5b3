import Foundation
package import Pages
import Platform

/// An installed Chromium.
package struct Browser: Sendable, Hashable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// Returns the Chromium that the user names. If the user names none, returns the first one found.
    ///
    /// - Parameters:
    ///   - asked: A path or a name. The argument takes precedence over `LINKSCOPE_CHROMIUM` in the environment.
    ///   - environment: The variables of the user. `PATH` lists the folders to search.
    /// - Throws: `ScriptProblem.noBrowser`.
    package static func find(_ asked: String?, environment: [String: String]) throws(ScriptProblem) -> Browser {
        try find(asked, environment: environment, usualFolders: ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin"])
    }

    static func find(
        _ asked: String?, environment: [String: String], usualFolders: [String]
    ) throws(ScriptProblem) -> Browser {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init) + usualFolders
        let wanted = [asked, environment["LINKSCOPE_CHROMIUM"]].compactMap { $0 }.first { !$0.isEmpty }
        let candidates: [String]
        if let wanted {
            candidates = wanted.contains("/") ? [wanted] : folders.map { "\($0)/\(wanted)" }
        } else {
            candidates = names.flatMap { name in folders.map { "\($0)/\(name)" } } + applications(home: environment["HOME"])
        }
        guard let path = candidates.first(where: isProgram) else { throw .noBrowser(wanted) }
        return Browser(path: path)
    }

    private static let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

    private static func applications(home: String?) -> [String] {
        guard HostSystem.isMac else { return [] }
        let folders = ["/Applications"] + (home.map { ["\($0)/Applications"] } ?? [])
        return ["Chromium", "Google Chrome"].flatMap { name in folders.map { "\($0)/\(name).app/Contents/MacOS/\(name)" } }
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let manager = FileManager.default
        return unsafe manager.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && manager.isExecutableFile(atPath: path)
    }
}
