import Checks
import Foundation
import JSONDocument
import TestSupport
import Testing

/// GitHub finds a mistake in a workflow only when the workflow runs, and that of a release runs only for a tag. These tests hold what can be
/// known before. The keys are those of "Workflow syntax for GitHub Actions" in GitHub's documentation, as far as our files use them.
@Suite("The workflows that GitHub runs")
struct WorkflowFileTests {
    private static let schema = """
        {
          "type": "object", "required": ["name", "on", "permissions", "jobs"], "additionalProperties": false,
          "properties": {
            "name": {"type": "string"},
            "on": {
              "type": "object", "minProperties": 1, "additionalProperties": false,
              "properties": {
                "push": {
                  "type": "object", "additionalProperties": false,
                  "properties": {"branches": {"$ref": "#/definitions/names"}, "tags": {"$ref": "#/definitions/names"}}
                },
                "pull_request": {"type": "null"}
              }
            },
            "permissions": {"$ref": "#/definitions/permissions"},
            "jobs": {"type": "object", "minProperties": 1, "additionalProperties": {"$ref": "#/definitions/job"}}
          },
          "definitions": {
            "names": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            "texts": {"type": "object", "additionalProperties": {"type": "string"}},
            "permissions": {
              "type": "object", "additionalProperties": false, "properties": {"contents": {"enum": ["read", "write"]}}
            },
            "job": {
              "type": "object", "required": ["runs-on", "timeout-minutes", "steps"], "additionalProperties": false,
              "properties": {
                "needs": {"$ref": "#/definitions/names"},
                "permissions": {"$ref": "#/definitions/permissions"},
                "strategy": {
                  "type": "object", "required": ["matrix"], "additionalProperties": false,
                  "properties": {
                    "fail-fast": {"type": "boolean"},
                    "matrix": {"type": "object", "additionalProperties": {"$ref": "#/definitions/names"}}
                  }
                },
                "runs-on": {"type": "string"},
                "container": {"type": "string"},
                "timeout-minutes": {"type": "number"},
                "steps": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/step"}}
              }
            },
            "step": {
              "type": "object", "additionalProperties": false, "oneOf": [{"required": ["uses"]}, {"required": ["run"]}],
              "properties": {
                "uses": {"type": "string"}, "with": {"$ref": "#/definitions/texts"},
                "run": {"type": "string"}, "env": {"$ref": "#/definitions/texts"}
              }
            }
          }
        }
        """

    private static func check() throws -> SchemaCheck {
        SchemaCheck(root: try #require(JSONDocument(Array(schema.utf8)).root))
    }

    private static func files() throws -> [(name: String, root: YAMLNode)] {
        try repositoryTexts(below: ".github/workflows").map { name, text in (name, try #require(try YAMLDocument(text).root, "\(name)")) }
    }

    /// Returns the values of a key of all steps of a file.
    private static func values(of key: String, in root: YAMLNode) -> [String] {
        let jobs = root.members?.first { $0.name == "jobs" }?.value.members ?? []
        return jobs.flatMap { job in
            (job.value.members?.first { $0.name == "steps" }?.value.elements ?? []).compactMap { step in
                step.members?.first { $0.name == key }?.value.text
            }
        }
    }

    @Test("each file has the keys that GitHub knows")
    func keys() throws {
        let check = try Self.check()
        let files = try Self.files()
        #expect(Set(files.map(\.name)) == ["tests.yml", "release.yml"])
        for file in files { #expect(check.accepts(file.root), "\(file.name)") }
    }

    @Test(
        "the schema refuses a file with a mistake",
        arguments: [
            ("timeout-minutes", "timeout_minutes"), ("runs-on: macos-26", "runs: macos-26"), ("branches:", "branch:"),
            ("- run: .ci/macos", "- runs: .ci/macos"), ("contents: read", "contents: all"), ("    steps:", "    step:"),
        ])
    func mistakes(right: String, wrong: String) throws {
        let text = try repositoryText(".github/workflows/tests.yml")
        try #require(text.contains(right))
        let root = try #require(try YAMLDocument(text.replacing(right, with: wrong)).root)
        #expect(try Self.check().accepts(root) == false)
    }

    @Test("each step is a script of .ci, which can be tried without GitHub")
    func scripts() throws {
        for file in try Self.files() {
            for command in Self.values(of: "run", in: file.root) {
                let path = try #require(command.split(separator: " ").first.map(String.init))
                #expect(path.hasPrefix(".ci/") && FileManager.default.isExecutableFile(atPath: repositoryURL(path).path), "\(command)")
            }
        }
    }

    @Test("each action is named by its commit, which nobody can move")
    func actions() throws {
        for file in try Self.files() {
            for action in Self.values(of: "uses", in: file.root) {
                let commit = try #require(action.split(separator: "@").last)
                #expect(commit.count == 40 && commit.allSatisfy(\.isHexDigit), "\(action)")
            }
        }
    }
}
