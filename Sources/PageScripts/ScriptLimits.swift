import Fetching

/// How much of a page and its scripts is put up with.
package struct ScriptLimits: Sendable, Hashable {
    /// For Chromium to be there; a cold start from a slow disk takes its time.
    package var startTime: Duration = .seconds(20)
    /// For the page to load and its scripts to come to rest. Then it is read as it is.
    package var settleTime: Duration = .seconds(8)
    /// For the page to be read, which scripts that never pause prevent.
    package var readTime: Duration = .seconds(4)
    /// Of timers: so much time passes for the scripts, as fast as they can make it pass.
    package var scriptTime: Duration = .seconds(5)
    /// Of the page that the scripts have made.
    package var pageBytes = 2 << 20
    /// Of everything the page loads, both ways.
    package var networkBytes = 64 << 20
    package var requests = 1000
    /// At the same time; Chromium itself has at most 32 to a proxy.
    package var connections = 64
    package var hosts = 200
    /// Of one request, and of one answer.
    package var headBytes = 64 << 10
    /// From a connection to the end of its head.
    package var headTime: Duration = .seconds(10)
    /// To one address of a server; then the next is tried.
    package var connectTime: Duration = .seconds(5)

    package init() {}
}
