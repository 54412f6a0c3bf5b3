public import Foundation
public import JSONDocument
public import Tasks

extension WorkflowStep {
    /// Creates a step that loads a file into the data slot, replacing the previous data.
    ///
    /// If the file cannot be read, the step fails with the error of the file system.
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - url: The file.
    ///   - options: How to read it.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    public static func loadFile(
        _ name: String = "load file", from url: URL, options: Data.ReadingOptions = [], on executor: FutureExecutor? = nil
    ) -> WorkflowStep {
        content(name, on: executor) { content in
            content.setOutput(try Data(contentsOf: url, options: options), for: .data)
        }
    }

    /// Creates a step that saves the data slot to a file atomically, creating the folders on its path.
    ///
    /// The data stays in its slot. If the slot is empty, the step writes nothing and fails with ``WorkflowError/noInput(step:slot:)``. Data
    /// of length zero does not make the slot empty. If the file cannot be written, the step fails with the error of the file system.
    /// - Parameters:
    ///   - name: The step's name in events and errors.
    ///   - url: The file; an existing file is replaced.
    ///   - executor: Where it runs; `nil` is the queue that all workflows share.
    public static func saveFile(
        _ name: String = "save file", to url: URL, on executor: FutureExecutor? = nil
    ) -> WorkflowStep {
        content(name, on: executor) { content in
            guard let data = content[.data] else { throw WorkflowError.noInput(step: name, slot: "data") }
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        }
    }
}

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

/// Why a built-in step failed, if there is no more specific error, such as an error of the file system.
public enum WorkflowError: Error, Hashable {
    /// The step needs a value in this slot, and the slot is empty.
    case noInput(step: String, slot: String)
    /// The step yielded no output and reported no error.
    case noOutput(step: String)
    /// The data is not JSON; the finding describes the error and its place.
    case notJSON(step: String, finding: JSONFinding?)
    /// The data is JSON but neither an object nor an array, and the step does not allow fragments.
    case fragment(step: String)
}

extension WorkflowError: CustomStringConvertible, LocalizedError {
    /// What happened, in which step, and where in the data.
    public var description: String {
        switch self {
        case .noInput(let step, let slot):
            "Step “\(step)” found nothing in the slot “\(slot)”; a step before it has to write there."
        case .noOutput(let step):
            "Step “\(step)” returned nil, which means that it failed."
        case .notJSON(let step, let finding?):
            "Step “\(step)” found no JSON: line \(finding.line), column \(finding.column): \(finding.message)"
        case .notJSON(let step, nil):
            "Step “\(step)” found no JSON."
        case .fragment(let step):
            "Step “\(step)” found a bare JSON value; it wants an object or an array unless allowsFragments is set."
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}

/// The bridge to `NSError`, for code that checks domains and codes, as with BkTask.
extension WorkflowError: CustomNSError {
    /// BkTask's domain for the errors of its own steps.
    public static var errorDomain: String { "com.backelite.bktask.ErrorDomain" }

    /// 0, BkTask's only code, or 3840 if the data is not acceptable as JSON: Foundation's code for that, which BkTask passes on.
    public var errorCode: Int {
        switch self {
        case .noInput, .noOutput: 0
        case .notJSON, .fragment: 3840
        }
    }

    /// The description.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
