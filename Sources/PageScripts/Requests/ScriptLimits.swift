/// The limits for one run of a page's scripts.
package struct ScriptLimits: Sendable, Hashable {
    /// The maximum time for Chromium to start. Chromium starts slowly from a slow disk.
    package var startTime: Duration = .seconds(20)
    /// The maximum time for the page to load and its scripts to settle. After this time, the page gets its remaining script time at once
    /// and is then read.
    package var settleTime: Duration = .seconds(8)
    /// The maximum time for reading the page. The page cannot be read while scripts run without a pause.
    package var readTime: Duration = .seconds(4)
    /// The virtual time that passes for timers. Virtual time passes as fast as the scripts run.
    package var scriptTime: Duration = .seconds(5)
    /// The maximum size of the page, in bytes, after its scripts have run.
    package var pageBytes = 2 << 20
    /// The maximum number of bytes that the page loads and sends.
    package var networkBytes = 64 << 20
    package var requests = 1000
    /// The maximum number of requests at the same time. Further requests wait.
    package var connections = 64
    package var hosts = 200
    /// The maximum size of one response's header, in bytes.
    package var headBytes = 64 << 10
    /// The maximum time for one request.
    package var requestTime: Duration = .seconds(60)

    package init() {}
}
