import AppLinks
import HTTPTransport
import TestSupport
import Testing
import Web

/// A fetcher for pages of the test's own server.
func fetcher(_ change: (inout FetchSettings) -> Void = { _ in }) -> Fetcher {
    var settings = FetchSettings()
    change(&settings)
    return Fetcher(settings: settings)
}

func link(_ text: String) throws -> LinkURL {
    try #require(LinkURL(text), "no URL: \(text)")
}
