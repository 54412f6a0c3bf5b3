import ArgumentParser
import Checks
import DeviceTools
import Devices
import LinkLayers
import Records
import Reports
import Secrets
import Store
import Tasks

/// What shells offer for the values of linkscope's options and arguments. A word such as `*.json` stands for files with this ending.
extension CompletionKind {
    nonisolated static let simulatedDevice = list(Library.deviceNames + ["*.json"])
    /// The devices that the tool of `--on` reaches. Without a tool, the simulated devices.
    nonisolated static let device = custom { words, _, _ in
        tool(in: words).map(devices) ?? Library.deviceNames + ["*.json"]
    }
    /// The devices that the tool of `--on` reaches.
    nonisolated static let realDevice = custom { words, _, _ in tool(in: words).map(devices) ?? [] }
    nonisolated static let findingCode = list(CodeTexts.codes)
    nonisolated static let lintCode = list(LintRule.all.map(\.code))
    nonisolated static let session = custom { _, _, _ in sessions() }
    /// A session, or the file of its journal.
    nonisolated static let sessionOrJournal = custom { _, _, _ in sessions() + ["*.journal"] }
    nonisolated static let inspector = custom { _, _, _ in inspectors() }

    /// The most values that are listed.
    private nonisolated static let limit = 200

    /// Returns the names of the sessions and then their IDs, the most recently changed first.
    private nonisolated static func sessions() -> [String] {
        guard let folder = try? Folders.sessions(environment: CompletingShell.environment) else { return [] }
        let paths = Sessions.journals(in: folder).filter { Sessions.size(of: $0) > 0 }.prefix(limit)
        let journals = paths.compactMap { path -> (id: String, name: String?)? in
            let id = String(Sessions.id(of: path))
            return canBeShown(id) ? (id, Sessions.name(of: path).flatMap { canBeShown($0) ? $0 : nil }) : nil
        }
        var names: Set<String> = []
        // If several sessions have the same name, the name stands for the last changed one.
        let named = journals.compactMap { id, name in name.flatMap { names.insert($0).inserted ? "\($0)\tbegan \(id)" : nil } }
        return named + journals.map { id, name in name.map { "\(id)\t\($0)" } ?? id }
    }

    /// Whether a text has no character that changes the terminal, and no secret.
    nonisolated static func canBeShown(_ text: String) -> Bool { PlainText.safe(text) == text && Secrets.masked(text) == text }

    /// Returns the process IDs of the running inspectors, the newest first.
    private nonisolated static func inspectors() -> [String] {
        let client = InspectorClient(folder: Folders.runtime(environment: CompletingShell.environment), timeout: 500)
        guard let running = try? client.running() else { return [] }
        return running.prefix(limit).map { inspector in
            "\(inspector.pid)\tinspector, started at \(Timestamp.string(inspector.startedAt))"
        }
    }

    // MARK: The real devices for --device

    /// The most time that a tool has for its answer. The first run of adb starts its server, which takes longer; the next Tab then has the list.
    private nonisolated static let patience = Duration.seconds(2)

    /// Returns the tool that the last `--on` of a command line names.
    private nonisolated static func tool(in words: [String]) -> DeviceTool? {
        let places = zip(words, words.dropFirst() + [""]).compactMap { word, next in
            word == "--on" ? next : word.hasPrefix("--on=") ? String(word.dropFirst(5)) : nil
        }
        return places.last.flatMap { DeviceTool(rawValue: $0) }
    }

    /// Returns a line for each device: what names it, and after a tab its name and system, or why it cannot be used. A device whose name
    /// cannot be shown is left out. If the tool is missing or does not answer, the list is empty.
    private nonisolated static func devices(of tool: DeviceTool) -> [String] {
        let devices = Devices(ToolRunner(environment: CompletingShell.environment))
        let found = devices.answer { devices throws(DeviceTrouble) in try devices.list(tool) }
        _ = found.wait(atMost: patience)
        return ((try? found.result?.get()) ?? []).compactMap(line)
    }

    private nonisolated static func line(_ device: RealDevice) -> String? {
        let name = [device.name, device.system ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        let meaning = if case .notReady(let reason, _) = device.state { reason } else { name }
        guard !device.id.isEmpty, [device.id, meaning].allSatisfy(canBeShown) else { return nil }
        return "\(device.id)\t\(meaning)"
    }
}

/// The shell that completes a command line.
nonisolated enum CompletingShell {
    /// The shell's environment. The argument parser does not pass it to an argument that lists its values, but asks the argument on the same
    /// thread.
    @TaskLocal static var environment: [String: String] = [:]
}
