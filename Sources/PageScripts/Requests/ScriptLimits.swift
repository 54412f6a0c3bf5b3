/// The limits of one run of a page's scripts.
package struct ScriptLimits: Sendable, Hashable {
    /// The time for Chromium to start; a cold start from a slow disk takes long.
    package var startTime: Duration = .seconds(20)
    /// The time for the page to load and its scripts to settle. Then the page is read as it is.
    package var settleTime: Duration = .seconds(8)
    /// The time to read the page, which scripts that never pause prevent.
    package var readTime: Duration = .seconds(4)
    /// The time that passes for timers, as fast as the scripts can make it pass.
    package var scriptTime: Duration = .seconds(5)
    /// The bytes of the page that the scripts have made.
    package var pageBytes = 2 << 20
    /// The bytes of everything the page loads and sends.
    package var networkBytes = 64 << 20
    package var requests = 1000
    /// The most requests at the same time; others wait their turn.
    package var connections = 64
    package var hosts = 200
    /// The bytes of one response's head.
    package var headBytes = 64 << 10
    /// The time for one request.
    package var requestTime: Duration = .seconds(60)

    package init() {}
}
