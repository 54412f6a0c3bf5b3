package import AppLinks
package import HTTPTransport
import Platform
import Secrets

/// The permissions and options of lookups.
package struct LookupRules: Sendable {
    /// What lookups may do beside connecting to the public Internet.
    package var permissions: FetchPermissions
    /// Whether to ignore the fetcher's cache.
    package var isFresh = false
    /// Whether to ask the host of each https hop which apps claim the hop's link.
    package var asksForClaims = true
    /// The time after which lookups end if no server, browser or name service answers. The time limits of single requests are shorter.
    package var patience: Duration = .seconds(40)

    package init(permissions: FetchPermissions = .none, isFresh: Bool = false, asksForClaims: Bool = true) {
        self.permissions = permissions
        self.isFresh = isFresh
        self.asksForClaims = asksForClaims
    }
}

extension FetchSettings {
    /// Returns the settings of a user's environment: those of `init(environment:)`, the folder of the cache, and the options.
    package static func user(_ environment: [String: String], connectTo: [String]) -> FetchSettings {
        var settings = FetchSettings(environment: environment)
        settings.cache = PageCache(folder: PageCache.folder(environment: environment)) { Secrets.masked($0) != $0 }
        settings.connectTo = connectTo
        return settings
    }
}

extension PageCache {
    /// Returns `$XDG_CACHE_HOME/linkscope/pages` or `~/.cache/linkscope/pages`, or nil if neither is an absolute path.
    package static func folder(environment: [String: String]) -> String? {
        Folders.base("XDG_CACHE_HOME", inHome: ".cache", environment: environment).map { $0 + "/linkscope/pages" }
    }
}
