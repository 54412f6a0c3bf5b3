package import DeviceTools
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs the programs that reach devices.
///
/// A program gets no input and its own process group, so that Ctrl-C in the terminal reaches linkscope alone. A program that takes too long
/// is asked to end, and killed a second later.
package struct ToolRunner: Sendable {
    private let environment: [String: String]

    /// The most bytes of each stream that are kept. The rest is read and dropped, so that the program does not wait.
    package static let mostOutput = 1 << 20

    /// - Parameter environment: The variables of the programs. Programs are looked up in its `PATH`.
    package init(environment: [String: String]) { self.environment = environment }

    /// Runs a program to its end. If the surrounding task is cancelled, ends the program.
    package func run(_ command: ToolCommand) async -> ToolRun {
        await withTaskGroup(of: ToolRun?.self) { group in
            group.addTask { await runToEnd(command) }
            group.addTask {
                try? await Task.sleep(for: .seconds(command.seconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            let second = await group.next() ?? nil
            // A program that ended by itself at the last moment has a result. Otherwise it was ended because of its time.
            if let second, case .exited = second.ending, !Task.isCancelled { return second }
            return ToolRun(command, .timedOut(seconds: command.seconds), output: second?.output ?? "", errors: second?.errors ?? "")
        }
    }

    /// Runs a program until it ends or the surrounding task is cancelled, and lets it write its output to a descriptor. The descriptor is
    /// closed as soon as the program has it.
    package func run(_ arguments: [String], output: Int32) async -> ToolRun {
        let command = ToolCommand(arguments, seconds: 0)
        do {
            let result = try await Subprocess.run(
                .name(command.program), arguments: Arguments(Array(arguments.dropFirst())), environment: variables,
                platformOptions: options, input: .none,
                output: .fileDescriptor(FileDescriptor(rawValue: output), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                try await Self.beginning(of: execution.standardError)
            }
            return ToolRun(command, Self.ending(result.terminationStatus), errors: result.closureResult)
        } catch {
            return Self.failed(command, error)
        }
    }

    private func runToEnd(_ command: ToolCommand) async -> ToolRun {
        do {
            let result = try await Subprocess.run(
                .name(command.program), arguments: Arguments(Array(command.arguments.dropFirst())), environment: variables,
                platformOptions: options, input: .none, output: .sequence, error: .sequence
            ) { execution in
                async let errors = Self.beginning(of: execution.standardError)
                let output = try await Self.beginning(of: execution.standardOutput)
                return (output: output, errors: try await errors)
            }
            let (output, errors) = result.closureResult
            return ToolRun(command, Self.ending(result.terminationStatus), output: output, errors: errors)
        } catch {
            return Self.failed(command, error)
        }
    }

    private var variables: Environment {
        .custom(
            environment.reduce(into: [Environment.Key: String]()) { variables, entry in
                if let key = Environment.Key(rawValue: entry.key) { variables[key] = entry.value }
            })
    }

    private var options: PlatformOptions {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1))]
        return options
    }

    private static func ending(_ status: TerminationStatus) -> ToolRun.Ending {
        switch status {
        case .exited(let code): .exited(Int32(code))
        case .signaled(let signal): .signalled(Int32(signal))
        }
    }

    private static func failed(_ command: ToolCommand, _ error: any Error) -> ToolRun {
        guard let error = error as? SubprocessError else { return ToolRun(command, .notStarted(reason: "\(error)")) }
        if error.code == .executableNotFound { return ToolRun(command, .missing) }
        return ToolRun(command, .notStarted(reason: error.underlyingError.map { "\($0)" } ?? "\(error)"))
    }

    /// Reads a stream to its end, and returns the beginning as text.
    private static func beginning(of stream: SubprocessOutputSequence) async throws -> String {
        var bytes: [UInt8] = []
        for try await buffer in stream {
            let room = mostOutput - bytes.count
            guard room > 0 else { continue }
            unsafe buffer.withUnsafeBytes { unsafe bytes.append(contentsOf: $0.prefix(room)) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
