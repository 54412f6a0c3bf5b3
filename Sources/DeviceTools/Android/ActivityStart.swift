import AppLinks
import Bytes

// Reads what `am start -W` prints:
//
//    Starting: Intent { act=android.intent.action.VIEW cat=[…] dat=shop://item/7 }
//    Warning: Activity not started, its current task has been brought to the front     if the task was there already
//    Status: ok                                                                        or timeout
//    LaunchState: COLD                                                                 since Android 10
//    Activity: com.example.shop/.MainActivity                                          the activity that was drawn
//    TotalTime: 412                                                                    also ThisTime before Android 10
//    WaitTime: 431
//    Complete
//
//    Error: Activity not started, unable to resolve Intent { … }                       if no app handles the link
//    Error type 3                                                                      if the package or class does not exist
//    Exception occurred while executing 'start':                                       then the exception with its stack
//    java.lang.SecurityException: Permission Denial: starting Intent { … } not exported from uid 10123

/// What `am start -W` reported.
package struct ActivityStart: Sendable, Hashable {
    /// An activity, such as `com.example.shop/.MainActivity`.
    package struct Component: Sendable, Hashable {
        package var package: String
        package var activity: String

        init?(_ text: Substring) {
            guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
            package = String(text[..<slash])
            activity = String(text[text.index(after: slash)...])
            guard !activity.isEmpty else { return nil }
        }

        /// Whether the activity lets the user choose an app. Manufacturers have their own variants, whose class names end in the same way.
        var isChooser: Bool { activity.hasSuffix("ResolverActivity") || activity.hasSuffix("ChooserActivity") }
    }

    package var component: Component?
    package var manner = DeviceOpening.Manner.started
    /// Why nothing was started; nil if something was.
    package var failure: String?
    /// Whether the activity did not draw in time.
    package var isLate = false

    /// Whether the text is one that `am` prints.
    package private(set) var isAnswer = false

    package init(_ run: ToolRun) {
        // The first line repeats the intent with the link, whose text is no answer.
        let lines = (run.lines + ToolRun(run.command, run.ending, output: run.errors).lines).filter { !$0.hasPrefix("Starting: ") }
        var names: [Substring: Substring] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon]
            if names[name] == nil { names[name] = Substring(line[line.index(after: colon)...].trimmingBlanks) }
        }
        isAnswer =
            names["Status"] != nil || names["Activity"] != nil || names["Warning"] != nil
            || run.lines.contains { $0.hasPrefix("Starting: ") }
        component = names["Activity"].flatMap { Component($0) }
        isLate = names["Status"] == "timeout"
        if let warning = names["Warning"] {
            if warning.contains("brought to the front") { manner = .broughtToFront }
            if warning.contains("delivered to currently running") { manner = .delivered }
        }
        failure = Self.failure(lines, error: names["Error"], run)
    }

    private static func failure(_ lines: [Substring], error: Substring?, _ run: ToolRun) -> String? {
        if lines.contains(where: { $0.contains("unable to resolve Intent") }) { return "no app on the device handles the link" }
        if let error {
            if error.contains("does not exist") { return "the app on the device does not have this activity" }
            if error.hasPrefix("Activity not started") {
                let reason = error.dropFirst("Activity not started".count).drop { ", ".contains($0) }
                return "the device did not start the activity: \(run.shown(reason))"
            }
            return run.shown(error)
        }
        guard let exception = lines.first(where: { $0.contains("Exception: ") || $0.hasPrefix("Security exception: ") }) else { return nil }
        if exception.contains("not exported") { return "the app does not let other apps start this activity (android:exported=\"false\")" }
        if exception.contains("Permission Denial") { return "Android refused the start: permission denied" }
        return "Android refused the start: \(run.shown(exception.split(separator: ": ", maxSplits: 1).last ?? exception))"
    }

    /// What became of the link.
    ///
    /// - Parameter browsers: The packages that open every web link.
    package func opening(browsers: Set<String>) -> DeviceOpening {
        if let failure { return DeviceOpening(.nothing(reason: failure)) }
        guard let component else { return DeviceOpening(.unreported) }
        let remarks = isLate ? ["The activity did not draw within the time that Android waits."] : []
        if component.isChooser { return DeviceOpening(.chooser, remarks: remarks) }
        if browsers.contains(component.package) { return DeviceOpening(.browser(id: component.package), remarks: remarks) }
        return DeviceOpening(.app(id: component.package, activity: component.activity, manner), remarks: remarks)
    }
}

/// Finds the apps of an Android device that can open a link.
package enum AndroidHandlerList {
    /// A web link whose site names no app, so that only browsers open it.
    private static let webLink = "https://no-app-claims-this.invalid/"

    /// Returns the command that asks for the packages that open a link. Without a link, it asks for the browsers.
    package static func command(_ shell: AndroidShell, for link: CommandLink?) -> ToolCommand {
        let filter = ["-a", "android.intent.action.VIEW", "-c", "android.intent.category.BROWSABLE"]
        return shell.question(["cmd", "package", "query-activities", "--brief"] + filter + ["-d", link?.text ?? webLink], link: link)
    }

    /// Returns the packages in the order of the device.
    ///
    /// Lines such as `com.android.chrome/com.google.android.apps.chrome.IntentDispatcher` name activities. Other lines have counts and
    /// priorities.
    package static func packages(_ run: ToolRun) -> [String] {
        let names = run.lines.lazy.filter { !$0.contains(" ") && !$0.contains("=") }
        return Array(names.compactMap { ActivityStart.Component($0)?.package }.unique.prefix(mostPackages))
    }

    private static let mostPackages = 200
}
