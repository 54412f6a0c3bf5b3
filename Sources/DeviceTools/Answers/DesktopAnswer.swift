/// Opens links on the desktop: with `xdg-open` on Linux and `open` on macOS.
package enum DesktopAnswer {
    /// Returns the command that asks which application handles the scheme of a link; nil on macOS, which has no such command.
    package static func handlerCommand(_ link: CommandLink, isMac: Bool) -> ToolCommand? {
        isMac ? nil : ToolCommand(["xdg-mime", "query", "default", "x-scheme-handler/\(link.scheme.lowercased())"], seconds: 20)
    }

    /// Returns the desktop entry that handles the scheme, such as `firefox.desktop`; nil if no entry handles it.
    package static func handler(_ run: ToolRun) -> String? {
        guard run.isSuccess, let line = run.lines.first, line.hasSuffix(".desktop"), line.utf8.count <= longestName else { return nil }
        return String(line)
    }

    /// The most bytes of a file's name.
    private static let longestName = 255

    /// Returns the command that opens a link. Without a desktop environment, `xdg-open` runs as long as the browser that it starts.
    package static func command(_ link: CommandLink, isMac: Bool) -> ToolCommand {
        ToolCommand([isMac ? "open" : "xdg-open", link.text], seconds: 5, link: link)
    }

    /// - Parameters:
    ///   - run: The run of ``command(_:isMac:)``; nil if no application handles the scheme, so the command was not run.
    ///   - handler: The application that handles the scheme; nil if no application does, or if the handler is unknown.
    /// - Throws: The trouble that the link could not be opened.
    package static func opening(
        _ run: ToolRun?, of link: CommandLink, handler: String?, isMac: Bool
    ) throws(DeviceTrouble) -> DeviceOpening {
        guard let run, !run.errors.contains("No application knows how to open URL") else {
            return DeviceOpening(.nothing(reason: "no application handles \(link.scheme):"))
        }
        guard run.isSuccess else { throw DeviceTrouble(run, of: .desktop, isMac: isMac) }
        guard let handler else { return DeviceOpening(.unreported) }
        return DeviceOpening(link.isWeb ? .browser(id: handler) : .app(id: handler, activity: nil, .started))
    }
}
