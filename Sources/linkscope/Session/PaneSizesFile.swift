import Foundation
import Inspector
import Panes
import Store
import Tasks

/// The file that keeps the sizes of the panes between runs, in the folder beside the sessions. It is written on a thread of its own.
nonisolated final class PaneSizesFile: Sendable {
    /// The maximum size of the file, in bytes.
    private static let limit = 4096

    private let folder: String
    private var path: String { folder + "/panes" }
    private let thread = WorkerThread("sizes of panes")

    init(environment: [String: String]) throws(Folders.Problem) {
        folder = try Folders.state(environment: environment)
    }

    /// Reads the sizes. Without a file, all panes have their usual sizes.
    ///
    /// - Throws: `CommandFailure` if the file cannot be used.
    func load() throws(CommandFailure) -> PaneSizes {
        guard FileManager.default.fileExists(atPath: path) else { return PaneSizes() }
        let bytes = try InputFile.bytes(of: path, limit: Self.limit)
        guard let sizes = PaneSizes(String(decoding: bytes, as: UTF8.self)) else {
            throw CommandFailure("\(path): the file is damaged, so the panes have their usual sizes")
        }
        return sizes
    }

    /// Writes the sizes. The message tells why that failed.
    func save(_ sizes: PaneSizes) -> Future<Message?> {
        thread.answer { [self] in write(sizes) }
    }

    /// Returns a future that settles when the last sizes are written.
    func written() -> Future<Void> { thread.drained() }

    private func write(_ sizes: PaneSizes) -> Message? {
        do throws(Folders.Problem) {
            try Folders.makePrivate(folder)
        } catch {
            return Self.notice("\(error)")
        }
        do throws(SystemError) {
            try NewFile(path: path, replaces: true, followsLinks: true).finish(with: Array(sizes.text.utf8))
            return nil
        } catch {
            return Self.notice("\(path): \(error.reason)")
        }
    }

    private static func notice(_ reason: String) -> Message {
        .notice(Notice(.bad, "The pane sizes could not be saved: \(reason)"))
    }
}
