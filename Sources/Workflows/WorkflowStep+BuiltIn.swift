public import Foundation
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
