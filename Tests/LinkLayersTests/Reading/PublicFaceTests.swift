import Foundation
import LinkLayers
import TestSupport
import Testing

/// ClientTests tests the API as a client uses it.
@Suite("The public face") struct PublicFaceTests {
    @Test func `the documentation shows the program that the tests run`() throws {
        let tests = repositoryURL("Tests/ClientTests/ReadmeTests.swift")
        let programs = try ReadmeProgram.all(in: tests.path(percentEncoded: false)).map(\.text)
        #expect(try ReadmeProgram.shown(in: "Sources/LinkLayers/LinkLayers.docc/LinkLayers.md") == programs)
    }
}
