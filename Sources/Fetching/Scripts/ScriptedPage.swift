import Pages

/// A page as its scripts have made it.
struct ScriptedPage: Sendable, Hashable {
    /// UTF-8.
    var html: [UInt8]
    var run: ScriptRun
}
