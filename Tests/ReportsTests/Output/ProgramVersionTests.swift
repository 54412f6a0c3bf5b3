import AppLinks
import Foundation
import Reports
import Testing

@Suite("The version") struct ProgramVersionTests {
    @Test func `the changelog begins with the version of the program`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changelog = try String(contentsOf: root.appending(path: ".github/CHANGELOG.md"), encoding: .utf8)
        let versions = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
        #expect(versions.first == "## \(ProgramVersion.number)")
    }

    @Test func `links name the version of the program that made them`() {
        let numbers = ProgramVersion.number.split(separator: ".")
        #expect(AppLinkNavigation.userAgent == "linkscope \(numbers.prefix(2).joined(separator: "."))")
    }
}
