/// The transfers of one fetcher that rest between two requests. Lives on the fetcher's thread.
final class CurlTransferPool {
    private let setting: CurlTransfer.Setting
    private var resting: [CurlTransfer] = []

    init(_ setting: CurlTransfer.Setting) {
        self.setting = setting
    }

    /// Nil when libcurl gives none.
    func take() -> CurlTransfer? { resting.popLast() ?? CurlTransfer(setting) }

    /// Takes back one that has left libcurl's hands and may be used again.
    func giveBack(_ transfer: CurlTransfer) {
        transfer.rest()
        resting.append(transfer)
    }
}
