import ArgumentParser
import Devices
import Foundation
import JSONDocument
import Platform
import Reports

/// `linkscope register`: makes linkscope the handler of schemes.
struct Register: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let links with a scheme of your app open in linkscope.",
        discussion: """
            Makes linkscope the default program for links with these schemes on a Linux desktop. A link such as myapp://item/7 that you \
            click in a browser or open with xdg-open then arrives in the newest inspector. If no inspector runs, linkscope opens one in a terminal \
            ($TERMINAL, otherwise the first one it finds). If there is no terminal, it saves the link, and linkscope --continue shows it.

            Without a scheme, lists the schemes for which linkscope is registered. linkscope unregister undoes the registration. linkscope \
            refuses schemes that belong to the web, the system or many apps, such as https, mailto, ftp and webcal, because their links would \
            no longer open in the right program.

            linkscope writes $XDG_CONFIG_HOME/mimeapps.list and $XDG_DATA_HOME/applications/\(DesktopEntry.id). If a list of your desktop, \
            such as gnome-mimeapps.list, names another program, that program opens the links; linkscope says so and exits with 1.

            Examples:
              linkscope register myapp
              linkscope register myapp myapp-debug
              xdg-open 'myapp://item/7'

            Exit codes: 0 success; 1 another program still opens the links; 2 wrong usage; 3 a file cannot be written, or the system is \
            macOS.
            """
    )

    @Argument(help: ArgumentHelp("Schemes, such as myapp.", valueName: "SCHEME"))
    var schemes: [String] = []

    @Flag(help: "Print one JSON object per scheme.")
    var json = false

    func check(in console: Console) throws(CommandFailure) { _ = try HandledScheme.all(schemes) }

    @MainActor func execute(in console: Console) async throws {
        let schemes = try HandledScheme.all(schemes)
        let registry = try HandlerRegistry.ofUser(console.environment)
        let statuses: [HandlerStatus]
        do throws(HandlerError) {
            statuses = try schemes.isEmpty ? registry.registered() : registry.register(schemes, program: try program(console))
        } catch {
            throw CommandFailure(error, schemes.isEmpty ? "the schemes cannot be listed: " : "not registered: ")
        }
        for status in statuses {
            if json { console.bytes(status.object.line) } else { console.line(PlainText.safe(line(status))) }
        }
        if statuses.isEmpty { console.error("linkscope is not registered for any scheme. See 'linkscope register --help'.") }
        for status in statuses where !status.isDefault { console.error(warning(status)) }
        if !schemes.isEmpty, ExecLine.needsQuotes(try program(console)) {
            console.error(
                "linkscope: the path of linkscope has spaces or special characters: xdg-open cannot start it without a desktop environment",
                "Move linkscope, or start it by a symbolic link, to a path without them, and register again.")
        }
        if !schemes.isEmpty, ["DISPLAY", "WAYLAND_DISPLAY"].allSatisfy({ console.environment[$0]?.isEmpty != false }) {
            console.error(
                "linkscope: there is no graphical session here (neither DISPLAY nor WAYLAND_DISPLAY is set), and xdg-open opens links of apps "
                    + "only in one")
        }
        for scheme in schemes where scheme.isFileNameForXDGOpen {
            console.error(
                "linkscope: \(scheme.name): without a desktop environment, older versions of xdg-open mistake a link for a file name if "
                    + "its scheme contains digits")
        }
        if statuses.contains(where: { !$0.isDefault }) { throw CommandFailure("", code: Exit.no) }
    }

    private func line(_ status: HandlerStatus) -> String {
        guard status.isDefault else { return "\(status.scheme):  registered, but \(status.handler ?? "another program") opens its links" }
        return "\(status.scheme):  linkscope opens its links" + (status.former.map { " (before: \($0))" } ?? "")
    }

    private func warning(_ status: HandlerStatus) -> [String] {
        guard let list = status.list else {
            return ["linkscope: \(status.scheme): no list names linkscope any more", "Run 'linkscope register \(status.scheme)' again."]
        }
        return [
            "linkscope: \(status.scheme): \(list) names \(status.handler ?? "another program"), and your desktop reads that first",
            "Remove its line for \(DesktopEntry.type(ofScheme: status.scheme)), or choose linkscope in the settings of your desktop.",
        ]
    }

    private func program(_ console: Console) throws(HandlerError) -> String {
        guard let path = ProgramPath.find(argument: console.program, environment: console.environment) else {
            throw HandlerError(path: "linkscope", reason: "the file of this program is not found; start it by its path")
        }
        // The Desktop Entry Specification forbids the first character in the path of a program. GLib looks for a program whose name has the
        // second one twice, as it must be written.
        for character in ["=", "%"] where path.contains(character) {
            throw HandlerError(path: path, reason: "desktops cannot start a program whose path contains \"\(character)\"; move linkscope")
        }
        return path
    }
}

extension HandlerStatus {
    nonisolated var object: JSONObject {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "scheme": .string(scheme), "registered": .bool(isRegistered), "default": text(handler), "list": text(list),
            "former": text(former),
        ]
    }
}

extension HandledScheme {
    /// Returns the schemes of the arguments, each once.
    ///
    /// - Parameter ofAnyOwner: Whether schemes that linkscope no longer registers are accepted too.
    nonisolated static func all(_ texts: [String], ofAnyOwner: Bool = false) throws(CommandFailure) -> [HandledScheme] {
        var schemes: [HandledScheme] = []
        for text in texts {
            do throws(HandlerError) {
                let scheme = try HandledScheme(text, ofAnyOwner: ofAnyOwner)
                if !schemes.contains(scheme) { schemes.append(scheme) }
            } catch {
                throw .usage(error.reason)
            }
        }
        return schemes
    }
}

extension HandlerRegistry {
    /// Returns the registry of the user's desktop.
    ///
    /// - Throws: `CommandFailure` on macOS, which has no files that name the handler of a scheme.
    static func ofUser(_ environment: [String: String]) throws -> HandlerRegistry {
        guard !HostSystem.isMac else {
            throw CommandFailure(
                "macOS opens links only in application bundles, and linkscope is none",
                advice: "Make an app whose Info.plist lists the scheme in CFBundleURLTypes, and let it run linkscope send with the link.")
        }
        return try HandlerRegistry(environment: environment)
    }
}

/// `linkscope unregister`: undoes `linkscope register`.
struct Unregister: ProgramCommand {
    static let configuration = CommandConfiguration(
        abstract: "Undo linkscope register.",
        usage: "linkscope unregister [--json] <SCHEME> ...",
        discussion: """
            Links with the given schemes then open in the program that was the default before linkscope was registered. If no other \
            program has changed mimeapps.list since, linkscope restores the file byte for byte. Otherwise, it removes only its own \
            entries.

            Examples:
              linkscope unregister myapp
              linkscope register    (lists the registered schemes)

            Exit codes: 0 success; 1 linkscope is not registered for one of the schemes; 2 wrong usage; 3 a file cannot be written, or the \
            system is macOS.
            """
    )

    @Argument(help: ArgumentHelp("Schemes, such as myapp.", valueName: "SCHEME"))
    var schemes: [String] = []

    @Flag(help: "Print one JSON object per scheme.")
    var json = false

    func check(in console: Console) throws(CommandFailure) {
        guard !schemes.isEmpty else { throw .usage("no scheme: give one, such as myapp") }
        _ = try HandledScheme.all(schemes, ofAnyOwner: true)
    }

    @MainActor func execute(in console: Console) async throws {
        let schemes = try HandledScheme.all(schemes, ofAnyOwner: true)
        let registry = try HandlerRegistry.ofUser(console.environment)
        let statuses = try failing(
            as: { (error: HandlerError) in CommandFailure(error, "not unregistered: ") }, registry.unregister(schemes))
        for case let status? in statuses {
            if json { console.bytes(status.object.line) } else { console.line(PlainText.safe(line(status))) }
        }
        let others = zip(schemes, statuses).filter { $1 == nil }.map(\.0.name)
        if !others.isEmpty {
            throw CommandFailure("\(others.joined(separator: ", ")): linkscope is not registered for this scheme", code: Exit.no)
        }
    }

    private func line(_ status: HandlerStatus) -> String {
        "\(status.scheme):  linkscope is no longer registered" + (status.handler.map { "; \($0) is the default" } ?? "")
    }
}
