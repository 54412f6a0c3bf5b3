import ArgumentParser
import DeviceTools
import Devices
import Tasks

/// The real devices that a shell offers for `--device`.
nonisolated enum DeviceValues {
    /// The most time that a tool has for its answer. The first run of adb starts its server, which takes longer; the next Tab then has the list.
    private static let patience = Duration.seconds(2)

    /// Returns the tool that the last `--on` of a command line names.
    static func tool(in words: [String]) -> DeviceTool? {
        let places = zip(words, words.dropFirst() + [""]).compactMap { word, next in
            word == "--on" ? next : word.hasPrefix("--on=") ? String(word.dropFirst(5)) : nil
        }
        return places.last.flatMap { DeviceTool(rawValue: $0) }
    }

    /// Returns a line for each device: what names it, and after a tab its name and system, or why it cannot be used. A device whose name
    /// cannot be shown is left out. If the tool is missing or does not answer, the list is empty.
    static func devices(of tool: DeviceTool) -> [String] {
        let devices = Devices(ToolRunner(environment: CompletingShell.environment))
        let found = Future.async { try await devices.list(tool) }
        _ = found.wait(atMost: patience)
        return (found.result ?? []).compactMap(line)
    }

    private static func line(_ device: RealDevice) -> String? {
        let name = [device.name, device.system ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        let meaning = if case .notReady(let reason, _) = device.state { reason } else { name }
        guard !device.id.isEmpty, [device.id, meaning].allSatisfy(CompletionKind.canBeShown) else { return nil }
        return "\(device.id)\t\(meaning)"
    }
}
