import Foundation
import Inspector
import Platform
import Secrets
import Store
import Tasks

/// Lets the user edit a text with `$VISUAL`, `$EDITOR` or vi. The text is in a private file of a private folder meanwhile.
///
/// What the user has typed is never lost: if the file cannot be read back, it stays, and its path is told. The terminal must be released
/// before, because the editor takes it.
nonisolated struct TextEditor: Sendable {
    /// The maximum size, in bytes, of a text that is read back. The characters that fit into the line need less.
    static let limit = 1 << 20

    let environment: [String: String]

    /// The command of the editor, as a shell reads it.
    private var command: String {
        [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    }

    /// Waits until the user closes the editor, on a thread of its own.
    func edit(_ text: String, on thread: WorkerThread = WorkerThread("editor")) -> Future<Message?> {
        thread.answer {
            .edited(run(text))
        } failing: {
            .edited(.failed("\(name) needs a thread, and none could be started: \($0.reason). Close other programs, then try again."))
        }
    }

    private func run(_ text: String) -> EditedText {
        var pattern = Array((FileManager.default.temporaryDirectory.path + "/linkscope.XXXXXX").utf8CString)
        // The function replaces the X's in the buffer and keeps its length.
        guard unsafe mkdtemp(&pattern) != nil else {
            return .failed("There is no folder for the text: \(SystemError("mkdtemp", code: errno).reason).")
        }
        let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = folder + "/link.txt"
        do throws(SystemError) {
            try NewFile(path: path, replaces: false).finish(with: Array((text + "\n").utf8))
        } catch {
            remove(folder)
            return .failed("The text was not written for the editor: \(error.reason).")
        }
        let ending: ProcessEnding
        do throws(SystemError) {
            ending = try spawn(path)
        } catch {
            remove(folder)
            return .failed("\(name) was not started: \(error.reason).")
        }
        let result = read(path, ending, before: text)
        if case .text = result { remove(folder) }
        return result
    }

    /// The name of the editor, for messages.
    private var name: String { Secrets.masked(command.split(separator: " ").first.map(String.init) ?? command) }

    private func read(_ path: String, _ ending: ProcessEnding, before text: String) -> EditedText {
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try InputFile.bytes(of: path, limit: Self.limit)
        } catch {
            return .failed("The edited text was not read: \(error.message).")
        }
        guard ending == .exited(0) else {
            let end =
                switch ending {
                case .exited(let code): "exit code \(code)"
                case .signalled(let signal): "signal \(signal)"
                }
            let isChanged = bytes != Array((text + "\n").utf8)
            if !isChanged { remove((path as NSString).deletingLastPathComponent) }
            return .failed("\(name) ended with \(end)" + (isChanged ? "; what it wrote is in \(path)." : "."))
        }
        return .text(String(decoding: bytes, as: UTF8.self))
    }

    private func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs the editor in this process group, so that it can use the terminal. Returns how it ended.
    private func spawn(_ path: String) throws(SystemError) -> ProcessEnding {
        // Like git: the shell splits the command into words, and the path is one argument, whatever it contains.
        let arguments = ["/bin/sh", "-c", command + " \"$@\"", command, path]
        // Links may arrive on standard input.
        let files: [ChildProcess.FileAction] =
            isatty(STDIN_FILENO) == 0 ? [.open("/dev/tty", flags: O_RDWR, as: STDIN_FILENO)] : []
        // Ctrl-C in the terminal is meant for the editor.
        let interrupt = signal(SIGINT, SIG_IGN)
        let quit = signal(SIGQUIT, SIG_IGN)
        defer {
            _ = signal(SIGINT, interrupt)
            _ = signal(SIGQUIT, quit)
        }
        return try ChildProcess("/bin/sh", arguments, environment: environment, files: files, isSeparate: false).wait()
    }
}
