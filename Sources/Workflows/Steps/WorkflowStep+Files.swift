public import Foundation
public import Tasks

extension WorkflowStep {
    /// Creates a step that loads a file into the data slot, replacing what was there.
    ///
    /// It fails with the error of the file system.
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
    /// The data stays in its slot. The step fails with the error of the file system, or with ``WorkflowError/noInput(step:slot:)``
    /// if the slot is empty; then it writes nothing. Data of length zero is not an empty slot.
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
