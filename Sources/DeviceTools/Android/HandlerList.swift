/// Finds the apps of an Android device that can open a link.
package enum HandlerList {
    /// A web link whose site names no app, so that only browsers open it.
    private static let webLink = "https://no-app-claims-this.invalid/"

    package static func command(_ shell: AndroidShell, for link: CommandLink) -> ToolCommand { command(shell, link.text, of: link) }

    /// Returns the command that asks for the browsers: the packages that open a web link whose site names no app.
    package static func browserCommand(_ shell: AndroidShell) -> ToolCommand { command(shell, webLink, of: nil) }

    private static func command(_ shell: AndroidShell, _ text: String, of link: CommandLink?) -> ToolCommand {
        ToolCommand(
            shell.arguments([
                "cmd", "package", "query-activities", "--brief", "-a", "android.intent.action.VIEW", "-c",
                "android.intent.category.BROWSABLE", "-d", text,
            ]), seconds: 20, link: link)
    }

    /// Returns the packages in the order of the device.
    ///
    /// Lines such as `com.android.chrome/com.google.android.apps.chrome.IntentDispatcher` name activities. Other lines have counts and
    /// priorities.
    package static func packages(_ run: ToolRun) -> [String] {
        var packages: [String] = []
        for line in run.lines where packages.count < mostPackages {
            guard !line.contains(" "), !line.contains("="), let component = ActivityStart.Component(line) else { continue }
            if !packages.contains(component.package) { packages.append(component.package) }
        }
        return packages
    }

    private static let mostPackages = 200
}
