import AppLinks
import LinkLayers
import Pages

// J is F with a browser: the page is fetched, its scripts run in Chromium, and what they have made of it is read.

extension State {
    /// Opens the window on what the selected link's page says after its scripts have run; has them run, if that is not known.
    mutating func showScripts() -> [Effect] {
        guard let window = lookupWindow(.page) else { return [] }
        let isKnown = lookups.page(of: window.url)?.scripts != nil
        guard isKnown, lookups.running?.url != window.url else { return lookUpWithScripts(window) }
        overlay = .lookup(window)
        lookupRows = nil
        return []
    }

    /// From the window: has them run, again if they have run.
    mutating func lookUpWithScripts(_ window: LookupWindow) -> [Effect] {
        let window = LookupWindow(.page, window.url, record: window.record)
        overlay = .lookup(window)
        lookupRows = nil
        if lookups.isRunning(.page, window.url), lookups.running?.runsScripts == true { return [] }
        // The page itself was fetched a moment ago, and may come out of the cache: its scripts are what is new.
        let isFresh = lookups.page(of: window.url)?.scripts != nil
        return startLookup(.page, window.url, isFresh: isFresh, runsScripts: true)
    }

    /// Told where the scripts of the page matter.
    func scriptHints(of window: LookupWindow) -> [(String, String)] {
        guard let page = lookups.page(of: window.url), page.asksForScripts || page.scripts != nil else { return [] }
        if case .success? = page.scripts { return [("J", "run again")] }
        return [("J", "run scripts")]
    }
}

extension Lookup {
    /// The key that shows what was found without asking again.
    var showingKey: String { kind == .page ? "F" : "V" }

    /// What asks it again, and shows what came of it.
    var key: String {
        switch kind {
        case .page: runsScripts ? "J" : "F"
        case .verdict: "V"
        }
    }
}

extension PageAnswer {
    /// Whether the page seems to build its tags by script, and nobody has run them.
    var asksForScripts: Bool { scripts == nil && findings.contains { $0.code == "tags-by-script" } }
}
