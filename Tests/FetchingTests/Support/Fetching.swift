import AppLinks
import Fetching
import Pages
import Tasks
import TestSupport
import Testing

/// A fetcher that may connect to the server beside it, which stands in for the hosts of the tests.
func fetcher(_ server: PageServer? = nil, _ change: (inout FetchSettings) -> Void = { _ in }) -> Fetcher {
    var settings = FetchSettings()
    if let server { settings.connectTo = ["page.test", "fixture.test", "other.test"].map(server.standIn) }
    change(&settings)
    return Fetcher(settings: settings)
}

func link(_ text: String) throws -> LinkURL {
    try #require(LinkURL(text), "no URL: \(text)")
}

extension FetchRequest {
    /// A request that may go to loopback, with limits of the test.
    static func test(_ url: String, _ change: (inout FetchLimits) -> Void = { _ in }) throws -> FetchRequest {
        var limits = FetchLimits()
        change(&limits)
        return .page(try link(url), limits: limits, allowsPrivate: true)
    }
}

extension Fetcher {
    /// The page, or what the fetch failed with is thrown.
    func page(_ request: FetchRequest) async throws -> FetchedPage {
        try await fetch(request).value
    }

    /// What the fetch fails with.
    func failure(_ request: FetchRequest) async throws -> FetchFailure {
        let outcome = await fetch(request).settled()
        return try #require(outcome.error as? FetchFailure, "it came to \(outcome)")
    }
}
