extension Browser {
    /// Returns the arguments for Chromium.
    ///
    /// The page's requests reach our fetcher before the browser would connect. Everything else (WebSockets, WebRTC, and what the browser
    /// wants for itself: updates, the time) would connect by itself, so it gets a proxy that no connection reaches: no name is ever
    /// looked up, nor the proxy's own address, and were it looked up nobody listens there.
    ///
    /// - Parameters:
    ///   - profile: A folder of its own.
    ///   - isSandboxed: False as root, where Chromium does not start with its sandbox.
    static func arguments(profile: String, isSandboxed: Bool) -> [String] {
        var arguments = [
            "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile)",
            "--proxy-server=http://127.0.0.1:9", "--host-resolver-rules=MAP * ~NOTFOUND",
            // Loopback is no exception.
            "--proxy-bypass-list=<-loopback>",
            // UDP would go past a proxy.
            "--disable-quic",
            // The first is an older name of the second.
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]
        arguments += withoutValue.map { "--\($0)" }
        arguments.append("--disable-features=\(features.joined(separator: ","))")
        if !isSandboxed { arguments.append("--no-sandbox") }
        return arguments + ["about:blank"]
    }

    /// Switches off what a browser does by itself: updates, reports, sounds, and what it keeps.
    private static let withoutValue = [
        "disable-background-networking", "disable-breakpad", "disable-client-side-phishing-detection",
        "disable-component-extensions-with-background-pages", "disable-component-update", "disable-crash-reporter", "disable-default-apps",
        // Containers have next to no /dev/shm.
        "disable-dev-shm-usage", "disable-domain-reliability", "disable-extensions", "disable-gpu", "disable-search-engine-choice-screen",
        "disable-sync", "metrics-recording-only", "mute-audio", "no-default-browser-check", "no-first-run", "no-pings",
        "password-store=basic", "use-mock-keychain",
    ]

    private static let features = [
        "DialMediaRouteProvider", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying",
        "OptimizationHints", "Translate",
    ]

    /// Returns the environment for Chromium: the user's search path, a home of its own, and nothing else of the user.
    static func environment(of user: [String: String], home: String) -> [String: String] {
        ["PATH": user["PATH"] ?? "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "disabled:"]
    }
}
