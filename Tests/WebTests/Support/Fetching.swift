import AppLinks
import Deciding
import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

/// Returns a fetcher that may connect to the given server, which stands in for all hosts of the tests.
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
    /// Returns a request that may go to loopback, with limits set by the test.
    static func test(_ url: String, _ change: (inout FetchLimits) -> Void = { _ in }) throws -> FetchRequest {
        var request = FetchRequest.page(try link(url), permissions: .anyAddress)
        change(&request.limits)
        return request
    }
}

extension Fetcher {
    /// Returns the page, or throws the error of the fetch.
    func page(_ request: FetchRequest) async throws -> FetchedPage {
        try await fetch(request).value
    }

    /// Returns the error of a fetch that is expected to fail.
    func failure(_ request: FetchRequest) async throws -> FetchFailure {
        let outcome = await fetch(request).settled()
        return try #require(outcome.error as? FetchFailure, "it came to \(outcome)")
    }
}
