package import AppLinks
import LinkLayers

/// One request on its way, and what has come of the answer. Lives on the fetcher's thread.
final class Exchange: CurlListener {
    let url: LinkURL
    private let limits: FetchLimits
    private let allowsPrivate: Bool
    private let followsRedirects: Bool
    private let proxy: String?

    private(set) var head = ResponseHead()
    private(set) var body: [UInt8] = []
    /// Why we have ended it ourselves.
    private(set) var problem: FetchProblem?
    /// The last address that was refused, and its kind.
    private var refused: (address: String, kind: AddressKind)?
    private var lastAddress: [UInt8] = []
    private(set) var tls: TLSFacts?
    private var transfer: CurlTransfer?

    /// So much of the body of a redirect is read for the sake of the connection, and thrown away.
    private static let redirectBodyLimit = 16 << 10

    /// - Parameter conditions: Fields that ask for the answer only if it has become another one than we have.
    init(
        _ url: LinkURL, of request: FetchRequest, onlyIf conditions: [FetchedPage.Field], by transfer: CurlTransfer, proxy: String?,
        time: Duration
    ) {
        self.url = url
        limits = request.limits
        allowsPrivate = request.allowsPrivate
        followsRedirects = request.followsRedirects
        self.proxy = proxy
        self.transfer = transfer
        let question = CurlTransfer.Request(
            url: url.asRequested, headers: conditions.isEmpty ? request.headers : request.headers + conditions, proxy: proxy ?? "",
            milliseconds: max(1, time.milliseconds.rounded(.up).asInt), isSecure: url.isSecure)
        transfer.prepare(question, for: self)
    }

    func start(on multi: CurlMulti) -> Bool { transfer.map { multi.add($0) } ?? false }

    /// Takes it from libcurl, which calls nobody any more. Answers the transfer if it may be used again.
    ///
    /// - Parameter code: How it ended, in libcurl's words; nil when it is given up.
    @discardableResult
    func end(on multi: CurlMulti, code: Int? = nil) -> CurlTransfer? {
        guard let transfer = transfer.take() else { return nil }
        multi.remove(transfer)
        // What has gone well leaves nothing behind, unless it is a password for a proxy.
        return code == 0 && proxy == nil ? transfer : nil
    }

    /// What libcurl's answers name it by; nil once it has ended.
    var identity: CurlTransfer.ID? { transfer?.id }

    // MARK: What libcurl tells

    func head(_ line: Span<UInt8>) -> Bool {
        head.take(line)
        if head.byteCount <= limits.headBytes { return true }
        problem = .headTooLarge(limit: limits.headBytes)
        return false
    }

    func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if redirect != .stay {
            redirectBytes += bytes.count
            return redirectBytes <= Self.redirectBodyLimit
        }
        // Once, and not again and again while it grows.
        if body.isEmpty, let length = head.contentLength { body.reserveCapacity(min(length, limits.bodyBytes)) }
        guard body.count + bytes.count <= limits.bodyBytes else {
            problem = .pageTooLarge(limit: limits.bodyBytes)
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private var redirectBytes = 0

    func allows(_ address: [UInt8]) -> Bool {
        lastAddress = address
        // The address is the proxy's; the target's was looked at before.
        if proxy != nil || allowsPrivate { return true }
        guard let kind = AddressKind(address) else { return true }
        refused = (HostLookup.text(address), kind)
        return false
    }

    func remark(_ text: String) {
        guard let start = text.firstRange(of: "connection using ")?.upperBound else { return }
        // `TLSv1.3 / TLS_AES_256_GCM_SHA384`, with more behind in newer versions, and the end of a line.
        let words = text[start...].prefix { !$0.isNewline }.split(separator: "/").map(\.trimmingBlanks)
        if let version = words.first { tls = TLSFacts(version: version, cipher: words.count > 1 ? words[1] : nil) }
    }

    // MARK: How it ended

    /// Where the answer leads. Known once its head is complete.
    var redirect: RedirectRule {
        guard followsRedirects, head.isComplete else { return .stay }
        return RedirectRule(status: head.status, location: head.field("Location"), from: url)
    }

    private var host: String { url.host ?? "" }

    /// Why there is no answer to work with; nil when there is one.
    func problem(code: Int, limits: FetchLimits) -> FetchProblem? {
        // Of a redirect the head is all that is wanted.
        if redirect != .stay, problem == nil { return nil }
        if let problem { return problem }
        if code == 0 { return head.status == nil ? .brokenOff(host: host, reason: "its answer is not HTTP") : cutEncoding }
        if let refused, head.status == nil { return .refusedAddress(host: host, address: refused.address, refused.kind) }
        return CurlProblem.problem(
            code, url: url, host: host, reason: reason(code), isProxied: proxy != nil, seconds: limits.time.seconds,
            bytes: head.isComplete ? body.count : nil)
    }

    /// A compressed body that ends before anything comes out of it: libcurl decodes as far as it goes, and does not ask for the end.
    private var cutEncoding: FetchProblem? {
        guard body.isEmpty, let coding = head.field("Content-Encoding")?.lowercased(), coding != "identity",
            let received = transfer?.facts.received, received > 0
        else { return nil }
        // Nothing at all, when it is compressed whole.
        let isWhole = coding.hasSuffix("gzip") ? received == Self.emptyGzip : received <= Self.mostOfEmpty
        guard !isWhole else { return nil }
        return .badEncoding("its \(received) bytes (\(coding.prefix(40))) decompress to nothing; they are probably truncated")
    }

    /// A head of 10 bytes, an empty block of 2, and 8 bytes of sum and length.
    private static let emptyGzip = 20
    /// What the other ways to compress make of nothing, zstd the most.
    private static let mostOfEmpty = 13

    private func reason(_ code: Int) -> String {
        let text = transfer?.facts.error ?? ""
        return text.isEmpty ? CurlTransfer.text(of: code) : text
    }

    /// The hop as it is told; `remembered` is what the connection was secured with when it was made.
    func hop(remembered: TLSFacts?) -> Hop {
        let facts = transfer?.facts
        let address = facts?.address ?? (lastAddress.isEmpty ? nil : HostLookup.text(lastAddress))
        return Hop(
            url: url, status: head.isComplete ? head.status : nil, location: head.isComplete ? head.field("Location") : nil,
            remoteAddress: address, tls: tls ?? remembered, milliseconds: facts?.milliseconds ?? 0)
    }
}

extension LinkURL {
    /// Whether a connection to it is a secured one.
    var isSecure: Bool { scheme?.lowercased() == "https" }

    /// As it is asked for: without the fragment, and without a name and password, which nobody has agreed to send.
    package var asRequested: String {
        if text == absoluteString, components.fragment == nil, components.userInfo == nil { return text }
        guard let url = LinkURL(absoluteString) else { return absoluteString }
        var bytes = Array(url.text.utf8)
        if let fragment = url.components.fragment { bytes.removeSubrange((fragment.lowerBound - 1)...) }
        if let user = url.components.userInfo { bytes.removeSubrange(user.lowerBound...user.upperBound) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
