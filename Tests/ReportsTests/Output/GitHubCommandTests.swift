import LinkLayers
import Testing

@testable import Reports

@Suite("The workflow commands of GitHub") struct GitHubCommandTests {
    private func line(_ path: String, _ message: String) -> [UInt8] {
        var output: [UInt8] = []
        PlacedFinding(rule: "x", severity: .error, message: message, path: path, start: (3, 7)).appendAnnotation(to: &output)
        return output
    }

    @Test("%, : and , are escaped, even if a combining mark follows them")
    func signs() {
        #expect(line("a,b:c.swift", "50%: x") == Array("::error file=a%2Cb%3Ac.swift,line=3,col=7,title=x::50%25: x\n".utf8))
        let marked = "::error file=a%2C\u{301}b%3A\u{338},line=3,col=7,title=x::%25\u{301}\n"
        #expect(line("a,\u{301}b:\u{338}", "%\u{301}") == Array(marked.utf8))
    }
}
