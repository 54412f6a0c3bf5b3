import AppLinks
import Bytes
import Deciding
import Foundation
import Inspector
import Panes
import Reports
import Screen
import Secrets
import Store

/// The user's settings from `config.yaml`, checked. A line that cannot be used is left out, with a message that names it.
struct Configuration {
    var theme = Theme.terminal
    var preferences = Preferences()
    /// The text of the banner, with a placeholder for the name of the referer.
    var bannerText: String?
    var messages: [String] = []

    /// Reads the user's file. If there is none, everything has its usual value.
    static func load(_ environment: [String: String]) -> Configuration {
        guard let path = Folders.configuration(environment: environment) else { return Configuration() }
        var configuration = Configuration()
        if FileManager.default.fileExists(atPath: path) {
            do throws(CommandFailure) {
                configuration = Configuration(String(decoding: try InputFile.bytes(of: path, limit: 1 << 20), as: UTF8.self))
            } catch {
                configuration.messages = [error.message]
            }
        }
        configuration.preferences.path = ShownPath.of(path)
        return configuration
    }

    init() {}

    init(_ text: String) {
        let file = SettingsFile(text)
        var problems = file.problems
        func refuse(_ value: SettingsFile.Value, _ message: String) { problems.append((value.line, message)) }
        if let value = file.theme {
            if let known = Theme(name: value.text) {
                theme = known
            } else {
                let names = Theme.allCases.map(\.rawValue).joined(separator: ", ")
                refuse(value, "theme: \(value.text): unknown theme; choose \(names)")
            }
        }
        for entry in file.keys {
            guard let command = Command.named(entry.name) else {
                let near = NearestWord.to(entry.name, among: Command.allCases.map(\.name)).map { "; did you mean \($0)?" } ?? ""
                refuse(entry.value, "keys: \(entry.name): no such command\(near)")
                continue
            }
            guard let key = KeyName.key(entry.value.text), Self.isFree(key) else {
                refuse(entry.value, "keys: \(entry.value.text): write a key, such as O, Space, Ctrl-D or F5")
                continue
            }
            if let other = preferences.keys.bind(key, entry.value.text, to: command) {
                refuse(entry.value, "keys: \(entry.value.text) is already the key of \(other.name)")
            }
        }
        for entry in file.keys {
            guard let key = KeyName.key(entry.value.text), preferences.keys.command(for: key)?.name == Command.named(entry.name)?.name,
                let other = Binding.command(for: key), !preferences.keys.hasKey(other)
            else { continue }
            refuse(entry.value, "keys: \(entry.value.text) was the key of \(other.name), which has none now; give it another one")
        }
        for entry in file.filters {
            do throws(Filter.Problem) {
                _ = try Filter(entry.value.text)
                preferences.filters.append(Preferences.SavedFilter(name: entry.name, text: entry.value.text))
            } catch {
                refuse(entry.value, "filters: \(entry.name): \(error.message)")
            }
        }
        for list in file.columns {
            switch list.name {
            case "links": preferences.columns.links = Self.columns(list.values, preferences.columns.links, refuse)
            case "events": preferences.columns.events = Self.columns(list.values, preferences.columns.events, refuse)
            default: problems.append((list.line, "columns: \(list.name): unknown list; choose links or events"))
            }
        }
        preferences.eventArguments = file.eventArguments.map(\.text)
        bannerText = file.bannerText?.text
        messages = problems.sorted { $0.line < $1.line }.map { "config.yaml:\($0.line): \(Secrets.masked($0.message))" }
    }

    /// Returns the columns with these names, in this order, or `usual` if no name is that of a column.
    private static func columns<Column: CaseIterable & ListColumns.Named & Equatable>(
        _ values: [SettingsFile.Value], _ usual: [Column], _ refuse: (SettingsFile.Value, String) -> Void
    ) -> [Column] {
        var columns: [Column] = []
        for value in values {
            if let column = Column(named: value.text) {
                if columns.contains(column) {
                    refuse(value, "columns: \(value.text): write each column once")
                } else {
                    columns.append(column)
                }
            } else {
                let names = Column.allCases.map(\.rawValue).joined(separator: ", ")
                refuse(value, "columns: \(value.text): unknown column; choose \(names)")
            }
        }
        return columns.isEmpty ? usual : columns
    }

    /// The messages in the order in which the screen shows them. Only the last one stays in view, so it is the first message, after the
    /// number of all messages. The number comes first, because a message may be longer than a row.
    var notices: [String] {
        guard let first = messages.first else { return [] }
        let count = messages.count == 1 ? "A mistake in your settings" : "\(messages.count) mistakes in your settings"
        return messages.dropFirst().reversed() + ["\(count) (see :messages). \(first)"]
    }

    /// Whether a key may be given to a command. Ctrl-C always quits, and Ctrl-Z suspends.
    private static func isFree(_ key: Key) -> Bool { key != .control("c") && key != .control("z") }

    /// Returns the device with the user's text for its banners, unless the device has its own.
    func applied(to device: SimulatedDevice) -> SimulatedDevice {
        guard let bannerText, device.bannerTranslations == BannerTranslations() else { return device }
        var device = device
        device.bannerTranslations = [BannerTranslations.key: bannerText]
        return device
    }
}
