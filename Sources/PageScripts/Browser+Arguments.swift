extension Browser {
    /// What Chromium is started with.
    ///
    /// - Parameters:
    ///   - profile: A folder of its own.
    ///   - deadEnd: A port where nobody listens. All that Chromium wants for itself (updates, the time, what its makers like to know) is sent
    ///     there; the page has a context of its own with a proxy of its own.
    ///   - isSandboxed: False as root, where it does not start with its sandbox.
    static func arguments(profile: String, deadEnd: Int, isSandboxed: Bool) -> [String] {
        var arguments = [
            "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile)", "--proxy-server=http://127.0.0.1:\(deadEnd)",
            // Loopback is no exception.
            "--proxy-bypass-list=<-loopback>",
            // What would go past a proxy: names looked up, UDP.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--disable-quic",
            // The first is what the second was called once.
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]
        arguments += withoutValue.map { "--\($0)" }
        arguments.append("--disable-features=\(features.joined(separator: ","))")
        if !isSandboxed { arguments.append("--no-sandbox") }
        return arguments + ["about:blank"]
    }

    /// A browser that does nothing by itself, keeps nothing, asks nobody and makes no noise.
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

    /// What Chromium knows of its user: where programs are, and a home that is its own.
    static func environment(of user: [String: String], home: String) -> [String: String] {
        ["PATH": user["PATH"] ?? "/usr/bin:/bin", "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "disabled:"]
    }
}
