public import Foundation
public import Tasks

extension WorkflowStep {
    /// A step that puts the bytes of a file into the data slot, whatever was there.
    ///
    /// It fails with the error of the file system.
    /// - Parameters:
    ///   - name: What observers and errors call it.
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

    /// A step that writes the data slot to a file, all or nothing, and makes the folders it lies in.
    ///
    /// The data stays in its slot. The step fails with the error of the file system, and with
    /// ``WorkflowError/noInput(step:slot:)`` if there is no data, not even empty data; then nothing is written.
    /// - Parameters:
    ///   - name: What observers and errors call it.
    ///   - url: The file; one that is there is replaced.
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
