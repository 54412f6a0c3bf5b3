package import AppLinks
package import Associations
package import Pages

/// The device and the files of a suite, read and parsed.
package struct SuiteFixtures: Sendable {
    package struct File<Content: Sendable>: Sendable {
        /// The path as the suite writes it.
        package var path: String
        package var content: Content

        package init(path: String, _ content: Content) {
            self.path = path
            self.content = content
        }
    }

    package var device: SimulatedDevice
    /// The files by host.
    package var aasa: [String: File<AASAFile>] = [:]
    /// The files by host: first the host's own file, then those that it includes.
    package var assetLinks: [String: [File<AssetLinksFile>]] = [:]
    /// The reasons why hosts give no file to devices, for hosts that were asked.
    package var absences: [AppPlatform: [String: String]] = [:]
    package var pages: [LinkURL: File<PageResolution>] = [:]

    package init(device: SimulatedDevice) {
        self.device = device
    }

    /// Returns the page of a link. Servers do not see fragments, so a page without a fragment is the page of a link with one.
    func page(of url: LinkURL) -> File<PageResolution>? {
        pages.isEmpty ? nil : pages[url] ?? pages[url.withoutFragment]
    }
}
