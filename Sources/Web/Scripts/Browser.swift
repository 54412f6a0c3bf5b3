import AppLinks
package import Deciding
import Platform

/// An installed Chromium.
package struct Browser: Sendable, Hashable {
    package let path: String

    /// Returns the Chromium that the user names. If the user names none, returns the first one found.
    ///
    /// - Parameters:
    ///   - asked: A path or a name. The argument takes precedence over `LINKSCOPE_CHROMIUM` in the environment.
    ///   - environment: The variables of the user. `PATH` lists the folders to search.
    /// - Throws: `ScriptProblem.noBrowser`.
    package static func find(
        _ asked: String?, environment: [String: String],
        usualFolders: [String] = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin"]
    ) throws(ScriptProblem) -> Browser {
        let folders = SearchPath(environment, usualFolders)
        let wanted = [asked, environment["LINKSCOPE_CHROMIUM"]].compactMap { $0 }.first { !$0.isEmpty }
        let candidates: [String]
        if let wanted {
            candidates = wanted.contains("/") ? [wanted] : folders.files(named: wanted)
        } else {
            candidates = names.flatMap(folders.files(named:)) + applications(home: environment["HOME"])
        }
        guard let path = candidates.first(where: SearchPath.isProgram) else { throw .noBrowser(wanted) }
        return Browser(path: path)
    }

    private static let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

    private static func applications(home: String?) -> [String] {
        guard HostSystem.isMac else { return [] }
        let folders = ["/Applications"] + (home.map { ["\($0)/Applications"] } ?? [])
        return ["Chromium", "Google Chrome"].flatMap { name in folders.map { "\($0)/\(name).app/Contents/MacOS/\(name)" } }
    }

    /// Returns the arguments for Chromium.
    ///
    /// The page's requests go to linkscope's fetcher, so the browser makes no connections for them. Everything else would connect by
    /// itself: WebSockets, WebRTC, and the browser's own requests for updates and the time. So the browser is given a proxy that it cannot
    /// reach. The browser resolves no names, not even the proxy's, and no server listens at the proxy's address.
    ///
    /// - Parameters:
    ///   - profile: The folder of this browser.
    ///   - isSandboxed: False for root, because Chromium's sandbox does not start as root.
    static func arguments(profile: String, isSandboxed: Bool) -> [String] {
        var arguments = [
            "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
            "--proxy-server=http://127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND",
            // Without this argument, requests to loopback addresses would bypass the proxy.
            "--proxy-bypass-list=<-loopback>",
            // QUIC uses UDP and would bypass the proxy.
            "--disable-quic",
            // The first argument is the older name of the second.
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]
        arguments += withoutValue.map { "--\($0)" }
        arguments.append("--disable-features=\(features.joined(separator: ","))")
        if !isSandboxed { arguments.append("--no-sandbox") }
        return arguments + ["about:blank"]
    }

    /// Arguments that switch off a browser's background activity, such as updates and reports, and features such as sounds and stored
    /// passwords.
    private static let withoutValue = [
        "disable-background-networking", "disable-breakpad", "disable-client-side-phishing-detection",
        "disable-component-extensions-with-background-pages", "disable-component-update", "disable-crash-reporter", "disable-default-apps",
        // In containers, /dev/shm is too small.
        "disable-dev-shm-usage", "disable-domain-reliability", "disable-extensions", "disable-gpu", "disable-search-engine-choice-screen",
        "disable-sync", "metrics-recording-only", "mute-audio", "no-default-browser-check", "no-first-run", "no-pings",
        "password-store=basic", "use-mock-keychain",
    ]

    private static let features = [
        "DialMediaRouteProvider", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying",
        "OptimizationHints", "Translate",
    ]

    /// Returns the environment for Chromium. The environment has a separate home folder and the user's search path, and no other variable
    /// of the user.
    static func environment(of user: [String: String], home: String) -> [String: String] {
        ["PATH": user["PATH"] ?? "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "disabled:"]
    }
}

/// The way in which a browser ended although linkscope had not ended it.
struct BrowserEnding: Sendable, Hashable {
    /// `.exited(0)` also if the browser closed its pipe but did not exit.
    var ending = ProcessEnding.exited(0)
    /// The last part of the browser's standard error.
    var lastWords: [UInt8] = []

    var problem: ScriptProblem { .ended(reason: reason) }

    private var reason: String {
        let lines = String(decoding: lastWords, as: UTF8.self).split(separator: "\n").map(\.trimmingBlanks).filter { !$0.isEmpty }
        // Chromium logs the reason for its exit. Other lines of its log start with a bracket and report minor errors.
        let isGrave: (String) -> Bool = { $0.contains("FATAL") || $0.contains("sandbox") || $0.contains("No space left") }
        let hasExited = if case .exited = ending { true } else { false }
        let words = lines.last(where: isGrave) ?? lines.last { hasExited && !$0.hasPrefix("[") }
        let said = words.map { " " + String($0.prefix(500)) } ?? ""
        switch ending {
        case .signalled(SIGKILL): return "it was killed (signal 9), perhaps because memory ran out.\(said)"
        case .signalled(let signal): return "it crashed with signal \(signal).\(said)"
        case .exited(0): return said.trimmingBlanks
        case .exited(let code): return "it exited with code \(code).\(said)"
        }
    }
}
