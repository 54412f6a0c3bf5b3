public import Foundation
public import JSONDocument
public import Tasks

extension WorkflowStep {
    /// Creates a step that parses JSON from the data slot into the object slot; the data stays.
    ///
    /// Without data, or with data of length zero, it succeeds without output. It fails with ``WorkflowError/notJSON(step:finding:)``
    /// if the data is not JSON by RFC 8259, and with ``WorkflowError/fragment(step:)`` if it is neither an object nor an array.
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - allowsFragments: Whether a string, a number, `true` or `false` is accepted. `null` is then accepted as well and gives no output.
    ///   - limits: The maximum size and depth of the JSON.
    ///   - input: The slot with the bytes.
    ///   - output: The slot for the value.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    public static func parseJSON(
        _ name: String = "parse JSON", allowsFragments: Bool = false, limits: JSONDocument.Limits = .default,
        from input: WorkflowContent.Key<Data> = .data, to output: WorkflowContent.Key<JSONValue> = .object,
        on executor: FutureExecutor? = nil
    ) -> WorkflowStep {
        content(name, on: executor) { content in
            content.setOutput(try value(of: content[input], step: name, allowsFragments, limits), for: output)
        }
    }

    /// Parses `data` as JSON. Returns `nil` if there is no data, and for the fragment `null`.
    private static func value(
        of data: Data?, step: String, _ allowsFragments: Bool, _ limits: JSONDocument.Limits
    ) throws -> JSONValue? {
        guard let data, !data.isEmpty else { return nil }
        let document = JSONDocument([UInt8](data), limits: limits)
        guard document.isValid, let root = document.root else {
            throw WorkflowError.notJSON(step: step, finding: document.findings.first(where: \.isError))
        }
        let value = JSONValue(root)
        switch value {
        case .object, .array: return value
        case _ where !allowsFragments: throw WorkflowError.fragment(step: step)
        case .null: return nil
        case _: return value
        }
    }
}
