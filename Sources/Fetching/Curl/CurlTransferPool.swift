/// The idle transfers of a fetcher. Used only on the fetcher's thread.
final class CurlTransferPool {
    private let setting: CurlTransfer.Setting
    private var resting: [CurlTransfer] = []

    init(_ setting: CurlTransfer.Setting) {
        self.setting = setting
    }

    /// Returns an idle or new transfer, or nil if libcurl cannot create one.
    func take() -> CurlTransfer? { resting.popLast() ?? CurlTransfer(setting) }

    /// Takes back a transfer that can be used again. It must have been removed from libcurl.
    func giveBack(_ transfer: CurlTransfer) {
        transfer.rest()
        resting.append(transfer)
    }
}
