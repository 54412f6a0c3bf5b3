import Foundation
import LinkLayers
import TestSupport
import Testing

/// Compares the public API with the internal types behind it. ClientTests tests the API as a client uses it.
@Suite("The public face") struct PublicFaceTests {
    @Test func `it has the codes of links, and a constant for each of them`() throws {
        let aboutRecords: Set<FindingCode> = [.objectWithoutLink, .eventWithoutName]
        let codes = FindingCode.allCases.filter { !aboutRecords.contains($0) }
        #expect(LinkFinding.Code.all.map(\.rawValue) == codes.map(\.rawValue))
        let file = try repositoryText("Sources/LinkLayers/Reading/LinkFinding+Codes.swift")
        let constants = file.matches(of: /public static let \w+ = Self\(\.(\w+)\)/).map { String($0.output.1) }
        #expect(constants == codes.map { "\($0)" })
        let comments = file.matches(of: /\/\/\/ `([^`]+)`, an? (\w+)\./).map { "\($0.output.1) \($0.output.2)" }
        #expect(comments == codes.map { "\($0.rawValue) \($0.severity.rawValue)" })
    }

    @Test("it has a constant for each kind of layer", arguments: Layer.Kind.allCases)
    func kinds(kind: Layer.Kind) throws {
        let file = try repositoryText("Sources/LinkLayers/Reading/LinkLayer.swift")
        #expect(file.contains("public static let \(kind) = Kind(.\(kind))\n"))
    }

    @Test func `its documentation shows the program that the tests run`() throws {
        let tests = repositoryURL("Tests/ClientTests/ReadmeTests.swift")
        let programs = try ReadmeProgram.all(in: tests.path(percentEncoded: false)).map(\.text)
        #expect(try ReadmeProgram.shown(in: "Sources/LinkLayers/LinkLayers.docc/LinkLayers.md") == programs)
    }
}
