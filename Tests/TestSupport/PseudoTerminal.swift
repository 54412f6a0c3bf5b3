import CPseudoTerminal
import Foundation

/// A program running on a pseudo-terminal, seen through a `VirtualScreen`.
///
/// Each wait ends with what was waited for, or fails at its deadline. It holds no thread meanwhile: `PollThread` waits for all.
package final class PseudoTerminal {
    package enum End: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        case stopped(Int)
        case deadline
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// What is standard input, output or error instead of the terminal; -1 is the terminal.
    package struct Redirection: Sendable {
        package var input: Int32 = -1
        package var output: Int32 = -1
        package var error: Int32 = -1
        package init() {}
    }

    private var child = cpt_child()
    /// Without this, the end of one that could not be started would kill process 0: the tests' own group.
    private var isStarted = false
    private var isMasterOpen = true
    private var hasEnded = false
    package private(set) var screen: VirtualScreen
    /// What must be there as long as the program: the folder it works in.
    package var companion: AnyObject?
    /// Every byte the program wrote to the terminal.
    package private(set) var output: [UInt8] = []
    /// What was on the screen when the program left the second one: the picture before the end.
    package private(set) var lastAlternateText = ""
    private var left = 0

    /// What was written after the program left the second screen for the last time.
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

    package func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        _ = cpt_resize(child.master, Int32(rows), Int32(columns))
    }

    /// Something else writes over the screen, as a shell or a message does.
    package func garble() { screen.feed("\u{1B}[2;3HGARBLED".utf8) }

    package func signal(_ number: Int32) { _ = cpt_signal(child.pid, number) }

    /// The terminal disappears, as when its window is closed.
    package func hangUp() {
        guard isMasterOpen else { return }
        isMasterOpen = false
        cpt_close(child.master)
    }

    /// Whether the terminal's settings are those it had before the program was started.
    package var hasSettingsOfStart: Bool { unsafe cpt_has_settings_of_start(&child) }

    package var isRaw: Bool { cpt_is_raw(child.master) }

    /// How often the program's threads have woken up; nil where the system does not say.
    package var wakeUps: Int? {
        let count = cpt_wake_ups(child.pid)
        return count < 0 ? nil : count
    }

    /// Reads once what there is. Returns false when there is nothing, or nothing more can come.
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

    /// Waits for output and reads it. Returns false when none came in that time, or nothing more can come.
    @discardableResult
    package func read(milliseconds: Int) async -> Bool { await read(before: .now + .milliseconds(milliseconds)) }

    private func read(before deadline: ContinuousClock.Instant) async -> Bool {
        guard isMasterOpen, await PollThread.shared.isReadable(child.master, before: deadline) else { return false }
        return read()
    }

    /// Reads until the screen is as wanted, which is looked at after each output; throws, with the screen, when it never is.
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

    /// Reads until the text stands somewhere on the screen.
    package func wait(for text: String, seconds: Int = 20) async throws {
        try await wait(for: "\"\(text)\"", seconds: seconds) { $0.text.contains(text) }
    }

    /// Reads what is still written and waits for the end of the program.
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
    /// Where a program of this package was built: beside the bundle the tests run from, but for a `linkscope` that `LINKSCOPE_PROGRAM` names.
    package static func program(named name: String) throws -> String {
        if name == "linkscope", let other = ProcessInfo.processInfo.environment["LINKSCOPE_PROGRAM"] { return other }
        for argument in CommandLine.arguments {
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
            guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
            return (parts[..<bundle] + [Substring(name)]).joined(separator: "/")
        }
        throw Failure(description: "\(name): the tests do not run from a bundle; arguments: \(CommandLine.arguments)")
    }
}

/// The strings as C has them, ended by a null pointer, for as long as the body runs.
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
