import CPseudoTerminal
import Foundation

/// A program running on a pseudo-terminal, seen through a `VirtualScreen`.
///
/// Every wait has a deadline. A waiting test blocks no thread, because `PollThread` waits for all tests.
package final class PseudoTerminal {
    package enum End: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        case stopped(Int)
        case deadline
    }

    /// The signals that end a program by default and are neither those of a terminal nor those of a crash.
    #if os(Linux)
        package static let endingSignals = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGSYS, 16, SIGPWR, 34, 64]
    #else
        package static let endingSignals = [SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGEMT]
    #endif

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The descriptors to use as standard input, output and error; -1 means the terminal.
    package struct Redirection: Sendable {
        package var input: Int32 = -1
        package var output: Int32 = -1
        package var error: Int32 = -1
        package init() {}
    }

    private var child = cpt_child()
    /// Whether the program was started. If not, its process ID is 0, and killing process 0 would kill the tests' own process group.
    private var isStarted = false
    private var isMasterOpen = true
    private var hasEnded = false
    package private(set) var screen: VirtualScreen
    /// An object that must live as long as the program, such as the folder it works in.
    package var companion: AnyObject?
    /// Every byte the program wrote to the terminal.
    package private(set) var output: [UInt8] = []
    /// The text of the alternate screen at the moment when the program left it.
    package private(set) var lastAlternateText = ""
    private var left = 0

    /// The output after the program left the alternate screen for the last time.
    package var outputAfterLeaving: String { String(decoding: output[left...], as: UTF8.self) }

    package init(
        _ path: String,
        _ arguments: [String] = [],
        environment: [String: String],
        columns: Int = 80,
        rows: Int = 24,
        redirection: Redirection = Redirection(),
        ignoresHangUp: Bool = false
    ) throws {
        screen = VirtualScreen(columns: columns, rows: rows)
        let variables = environment.map { "\($0.key)=\($0.value)" }
        isStarted = unsafe withCStrings([path] + arguments) { arguments in
            unsafe withCStrings(variables) { variables in
                unsafe cpt_spawn(
                    &child,
                    path,
                    arguments,
                    variables,
                    Int32(rows),
                    Int32(columns),
                    redirection.input,
                    redirection.output,
                    redirection.error,
                    ignoresHangUp
                )
            }
        }
        guard isStarted else { throw Failure(description: "\(path) could not be started on a pseudo-terminal") }
    }

    deinit {
        guard isStarted else { return }
        if !hasEnded {
            var value: Int32 = 0
            _ = cpt_signal(child.pid, 9)
            _ = unsafe cpt_wait_change(&child, 5000, &value)
        }
        if isMasterOpen { cpt_close(child.master) }
        cpt_close(child.reports)
    }

    package var processID: Int32 { child.pid }

    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) {
        _ = unsafe cpt_write(child.master, bytes, bytes.count)
    }

    /// Types on a thread of its own, because the program may not read everything. What is left is dropped when the program ends.
    package func typeInBackground(_ text: String) {
        let bytes = Array(text.utf8)
        let master = dup(child.master)
        Thread.detachNewThread {
            _ = unsafe cpt_write(master, bytes, bytes.count)
            cpt_close(master)
        }
    }

    package func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        _ = cpt_resize(child.master, Int32(rows), Int32(columns))
    }

    /// Writes over the screen, as another program would.
    package func garble() { screen.feed("\u{1B}[2;3HGARBLED".utf8) }

    package func signal(_ number: Int32) { _ = cpt_signal(child.pid, number) }

    /// Closes the terminal, as if its window were closed.
    package func hangUp() {
        guard isMasterOpen else { return }
        isMasterOpen = false
        cpt_close(child.master)
    }

    /// Whether the terminal has the same settings as before the program was started.
    package var hasSettingsOfStart: Bool { unsafe cpt_has_settings_of_start(&child) }

    package var isRaw: Bool { cpt_is_raw(child.master) }

    /// How often the program's threads have woken up so far; nil if the system does not provide this number.
    package var wakeUps: Int? {
        let count = cpt_wake_ups(child.pid)
        return count < 0 ? nil : count
    }

    /// Reads the available output once. Returns false if there is none or the terminal is closed.
    @discardableResult
    package func read() -> Bool {
        guard isMasterOpen else { return false }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = unsafe cpt_read(child.master, &bytes, bytes.count, 0)
        guard count > 0 else { return false }
        for byte in bytes[..<count] {
            let text = byte == 0x6C && screen.isAlternate ? screen.text : nil
            screen.feed(CollectionOfOne(byte))
            output.append(byte)
            if let text, !screen.isAlternate {
                lastAlternateText = text
                left = output.count
            }
        }
        return true
    }

    /// Waits for output and reads it. Returns false if none came in that time or the terminal is closed.
    @discardableResult
    package func read(milliseconds: Int) async -> Bool { await read(before: .now + .milliseconds(milliseconds)) }

    func read(before deadline: ContinuousClock.Instant) async -> Bool {
        guard isMasterOpen, await PollThread.shared.isReadable(child.master, before: deadline) else { return false }
        return read()
    }

    /// Reads output until the screen meets `condition`, which is checked after each read. If it never does, throws an error that shows the
    /// screen.
    package func wait(
        for wanted: String,
        seconds: Int = 20,
        until condition: (VirtualScreen) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(screen) {
            guard await read(before: deadline) || condition(screen) else {
                throw Failure(description: "no \(wanted) within \(seconds) s; the screen:\n\(screen.text)\nunknown: \(screen.unknown)")
            }
        }
    }

    /// Reads output until the text is somewhere on the screen.
    package func wait(for text: String, seconds: Int = 20) async throws {
        try await wait(for: "\"\(text)\"", seconds: seconds) { $0.text.contains(text) }
    }

    /// Reads the remaining output and waits until the program has ended.
    package func end(seconds: Int = 20) async -> End {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while await read(before: deadline) {}
        let end = await change(seconds: seconds)
        hasEnded = end != .deadline
        return end
    }

    /// Waits until the program is stopped (or has ended).
    package func stop(seconds: Int = 20) async -> End { await change(seconds: seconds) }

    private func change(seconds: Int) async -> End {
        var value: Int32 = 0
        guard await PollThread.shared.isReadable(child.reports, before: .now + .seconds(seconds)) else { return .deadline }
        return end(unsafe cpt_wait_change(&child, 0, &value), value)
    }

    private func end(_ how: Int32, _ value: Int32) -> End {
        switch Int(how) {
        case Int(cpt_exited): .exited(Int(value))
        case Int(cpt_signalled): .signalled(Int(value))
        case Int(cpt_stopped): .stopped(Int(value))
        default: .deadline
        }
    }
}

extension PseudoTerminal {
    /// The path of another `linkscope` that is to be tested, such as the optimized one; nil if there is none.
    package static var otherProgram: String? { ProcessInfo.processInfo.environment["LINKSCOPE_PROGRAM"] }

    /// Returns the path of a program of this package: the other program, or the one next to the test bundle.
    package static func program(named name: String) throws -> String {
        if name == "linkscope", let otherProgram { return otherProgram }
        for argument in CommandLine.arguments {
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
            guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
            return (parts[..<bundle] + [Substring(name)]).joined(separator: "/")
        }
        throw Failure(description: "\(name): the tests do not run from a bundle; arguments: \(CommandLine.arguments)")
    }
}

/// Passes the strings to `body` as an array of C strings that ends with a null pointer. The pointers are valid only in `body`.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
        offsets.append(bytes.count)
        bytes += string.utf8CString
    }
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var pointers = unsafe offsets.map { unsafe buffer.baseAddress?.advanced(by: $0) }
        unsafe pointers.append(nil)
        return unsafe body(pointers)
    }
}
