import Foundation
package import Platform

/// A program that has run to its end.
///
/// The tests start such programs as linkscope does, and not with Foundation's `Process`. For `Process`, a program has ended when a socket is
/// closed. A program that another thread starts at the same time may inherit this socket, and the test then waits for that program.
package struct FinishedProgram: Sendable {
    package let ending: ProcessEnding
    package let output: String

    /// Runs a program whose standard input is empty.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: The arguments after the program's name.
    ///   - streams: The streams that are in `output`. The others are those of the tests.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        reading streams: Set<Int32>
    ) throws {
        let (process, reader) = try Self.start(path, arguments, environment, streams)
        var output: [UInt8] = []
        while let more = try reader.receive(atMost: 1 << 16), !more.isEmpty { output += more }
        ending = process.wait()
        self.output = String(decoding: output, as: UTF8.self)
    }

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ streams: Set<Int32>
    ) throws -> (ChildProcess, OpenFile) {
        let (reader, writer) = try OpenFile.makePipe()
        let outputs = [STDOUT_FILENO, STDERR_FILENO].map { stream in
            ChildProcess.FileAction.copy(streams.contains(stream) ? writer.descriptor : stream, to: stream)
        }
        let process = try ChildProcess(
            path, [path] + arguments, environment: environment,
            files: [.open("/dev/null", flags: O_RDONLY, as: STDIN_FILENO)] + outputs, isSeparate: true)
        // The program has a copy of the end of the pipe. This one is closed here, so that the pipe ends with the program.
        withExtendedLifetime(writer) {}
        return (process, reader)
    }
}

/// Writes a file that can be executed, such as a shell script.
///
/// A shell writes it. If this process opened the file, a program that another test starts at that moment would inherit the open descriptor,
/// and a file that is open for writing cannot be executed.
package func writeProgram(_ text: String, to path: String) throws {
    let script = "printf %s \"$1\" > \"$0\" && chmod 755 \"$0\""
    let writing = try FinishedProgram("/bin/sh", ["-c", script, path, text], reading: [])
    guard writing.ending == .exited(0) else { throw CocoaError(.fileWriteUnknown) }
}
