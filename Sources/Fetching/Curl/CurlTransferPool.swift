/// The idle transfers of a fetcher. Used only on the fetcher's thread.
final class CurlTransferPool {
    private let settings: FetchSettings
    private var resting: [CurlTransfer] = []

    init(_ settings: FetchSettings) {
        self.settings = settings
    }

    /// Returns an idle or new transfer, or nil if libcurl cannot create one.
    func take() -> CurlTransfer? { resting.popLast() ?? CurlTransfer(settings) }

    /// Takes back a transfer that can be used again. It must have been removed from libcurl.
    func giveBack(_ transfer: CurlTransfer) {
        transfer.rest()
        resting.append(transfer)
    }
}
