import Intake

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
                reason: "the folders of your settings are unknown, because HOME is not an absolute path\n"
                    + "Set HOME, or XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME.")
        }
        do throws(Folders.Problem) {
            state = try Folders.state(environment: environment)
        } catch {
            throw HandlerError(path: error.path, reason: error.reason)
        }
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
