extension Browser {
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
