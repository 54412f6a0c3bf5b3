import AppLinks
import Reports
import TestSupport
import Testing

@Suite("The version") struct ProgramVersionTests {
    @Test func `the changelog begins with the version of the program and its day`() throws {
        let changelog = try repositoryText(".github/CHANGELOG.md")
        let versions = changelog.split(separator: "\n").filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
        #expect(versions.first == "## \(ProgramVersion.number) (\(ProgramVersion.date))")
    }

    @Test func `links name the version of the program that made them`() {
        let numbers = ProgramVersion.number.split(separator: ".")
        #expect(AppLinkNavigation.userAgent == "linkscope \(numbers.prefix(2).joined(separator: "."))")
    }
}
