import Bytes
import JSONDocument
import Platform

/// What registering has changed, kept in a file so that it can be undone exactly.
struct HandlerState: Sendable, Hashable {
    /// The path of the list. What is noted about another list cannot be undone in this one.
    var list: String
    /// Whether registering has created the list.
    var isListNew = false
    /// The folders that registering has created, outermost first.
    var folders: [String] = []
    var changes = ListChanges()

    init(list: String) { self.list = list }

    // MARK: As JSON

    /// Reads a state. A member that cannot be read is left out. Its change is then undone by removing the handler, but not byte for byte.
    init?(_ bytes: [UInt8]) {
        guard let root = JSONDocument(bytes).root, case .object(let object) = JSONValue(root), let list = object["list"]?.stringValue else {
            return nil
        }
        self.init(list: list)
        isListNew = object["isListNew"]?.boolValue ?? false
        folders = object["folders"]?.arrayValue?.compactMap(\.stringValue) ?? []
        changes.group = object["group"]?.stringValue.flatMap { ListChanges.AddedGroup(rawValue: $0) }
        for (type, lines) in object["types"]?.objectValue ?? JSONObject() {
            changes.lines[type] = lines.arrayValue?.compactMap(Self.line)
        }
    }

    var text: String {
        var object: JSONObject = ["list": .string(list), "isListNew": .bool(isListNew), "folders": .array(folders.map { .string($0) })]
        if let group = changes.group { object["group"] = .string(group.rawValue) }
        object["types"] = .object(
            JSONObject(changes.lines.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map(Self.json))) }))
        // Serializing fails only for invalid numbers, and this object has none.
        return ((try? JSONValue.object(object).serialized()) ?? "{}") + "\n"
    }

    /// The bytes of a line are percent-encoded, because they need not be text.
    private static func json(_ line: ListChanges.Line) -> JSONValue {
        var object: JSONObject = ["group": .string(line.group.rawValue), "after": .string(encoded(line.after))]
        if let before = line.before { object["before"] = .string(encoded(before)) }
        return .object(object)
    }

    private static func line(_ value: JSONValue) -> ListChanges.Line? {
        guard let group = value["group"]?.stringValue.flatMap({ MimeAppsGroup(rawValue: $0) }), let after = value["after"]?.stringValue
        else {
            return nil
        }
        return ListChanges.Line(group: group, before: value["before"]?.stringValue.map(decoded), after: decoded(after))
    }

    private static func encoded(_ bytes: [UInt8]) -> String { String(decoding: PercentCoding.encoded(bytes), as: UTF8.self) }

    private static func decoded(_ text: String) -> [UInt8] { text.withBytes { PercentCoding.decoded($0, 0..<$0.count) } }
}

/// The files that tell a desktop which program opens a link.
package struct HandlerPaths: Sendable, Hashable {
    /// The file with the user's default programs, which registering changes.
    package let list: String
    /// The desktop entry of linkscope.
    package let entry: String
    /// The folder of linkscope's own files.
    let state: String
    /// The lists in which programs look for a default, in this order, as the MIME Applications Associations specification says.
    let lists: [String]

    /// - Throws: `HandlerError` if neither the folders nor the home of the user are known.
    package init(environment: [String: String]) throws(HandlerError) {
        guard let config = Folders.base("XDG_CONFIG_HOME", inHome: ".config", environment: environment),
            let data = Folders.base("XDG_DATA_HOME", inHome: ".local/share", environment: environment)
        else {
            throw HandlerError(
                path: nil,
                reason: "the folders of your settings are unknown, because HOME is not an absolute path",
                advice: "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME.")
        }
        state = try failing(as: HandlerError.init, Folders.state(environment: environment))
        list = config + "/mimeapps.list"
        entry = data + "/applications/" + DesktopEntry.id
        let folders =
            [config] + Self.folders(environment["XDG_CONFIG_DIRS"], usual: "/etc/xdg")
            + ([data] + Self.folders(environment["XDG_DATA_DIRS"], usual: "/usr/local/share:/usr/share")).map { $0 + "/applications" }
        let prefixes = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").filter { !$0.contains("/") }
            .map { $0.lowercased() + "-" }
        lists = folders.flatMap { folder in (prefixes + [""]).map { "\(folder)/\($0)mimeapps.list" } }
    }

    private static func folders(_ value: String?, usual: String) -> [String] {
        let value = value.flatMap { $0.isEmpty ? nil : $0 } ?? usual
        return value.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0.last == "/" ? String($0.dropLast()) : String($0) }
    }
}
