import TestSupport

@testable import Projects

extension ProjectTree {
    /// The files of a sample.
    init(sample: String, _ names: [String]) throws {
        var files: [String: String] = [:]
        for name in names { files[name] = try repositoryText("Tests/ProjectsTests/Samples/\(sample)/\(name)") }
        self.init(files)
    }
}

extension Project {
    /// The routes of a router that starts with `kind`, one a line: `app.tsx:1 /item/:id`.
    func routes(_ kind: Router.Kind) -> [String] { routers.filter { $0.kind == kind }.flatMap(\.lines) }

    /// What is claimed, one a line: `app: https acme.example pathPrefix=/p app.json:4`.
    var claimLines: [String] { claims.map(\.line) }

    var unknownLines: [String] {
        unknowns.map { unknown in
            let candidates = unknown.candidates.isEmpty ? "" : " (\(unknown.candidates.joined(separator: ", ")))"
            return "\(unknown.what): \(unknown.why)\(candidates) \(unknown.place.text)"
        }
    }

    var findingLines: [String] { findings.map { "\($0.code.rawValue) \($0.place.text)" } }
}

extension Router {
    var lines: [String] { routes.map { "\($0.place.text) \($0.pattern)" } }
}

extension SourcePlace {
    var text: String { "\(file):\(line)" }
}

extension Claim {
    var line: String {
        let what =
            switch kind {
            case .filter(let claim): claim.data.map { $0.name == "scheme" ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: " ")
            case .urlScheme(let scheme): scheme + ":"
            case .domain(let service, let host, _): "\(service):\(host)"
            case .queriesScheme(let scheme): "asks " + scheme
            }
        return "\(app): \(what) \(place.text)\(isCertain ? "" : " (uncertain)")"
    }
}
