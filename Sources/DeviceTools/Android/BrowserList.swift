/// Finds the browsers of an Android device: the packages that open a web link whose site names no app.
package enum BrowserList {
    package static func command(_ shell: AndroidShell) -> ToolCommand {
        ToolCommand(
            shell.arguments([
                "cmd", "package", "query-activities", "--brief", "-a", "android.intent.action.VIEW", "-c",
                "android.intent.category.BROWSABLE", "-d", "https://no-app-claims-this.invalid/",
            ]), seconds: 20)
    }

    /// Reads lines such as `com.android.chrome/com.google.android.apps.chrome.IntentDispatcher`. Other lines tell counts and priorities.
    package static func packages(_ run: ToolRun) -> Set<String> {
        Set(
            run.lines.compactMap { line in
                guard !line.contains(" "), !line.contains("="), let component = ActivityStart.Component(line) else { return nil }
                return component.package
            })
    }
}
