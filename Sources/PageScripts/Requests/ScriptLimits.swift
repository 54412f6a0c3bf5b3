/// The limits of one run of a page's scripts.
package struct ScriptLimits: Sendable, Hashable {
    /// The time for Chromium to start, which takes long from a slow disk.
    package var startTime: Duration = .seconds(20)
    /// The time for the page to load and its scripts to settle. Then the page is read as it is.
    package var settleTime: Duration = .seconds(8)
    /// The time to read the page. Scripts that never pause prevent reading it.
    package var readTime: Duration = .seconds(4)
    /// The virtual time that passes for timers, as fast as the scripts run.
    package var scriptTime: Duration = .seconds(5)
    /// The size of the page after its scripts have run.
    package var pageBytes = 2 << 20
    /// The bytes of everything the page loads and sends.
    package var networkBytes = 64 << 20
    package var requests = 1000
    /// The maximum number of requests at the same time. Others wait.
    package var connections = 64
    package var hosts = 200
    /// The size of the head of one response.
    package var headBytes = 64 << 10
    /// The time for one request.
    package var requestTime: Duration = .seconds(60)

    package init() {}
}
