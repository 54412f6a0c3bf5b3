import AppLinks
import CCurl

/// A request and as much of its response as has arrived. Used only on the fetcher's thread.
final class Exchange {
    let url: LinkURL
    private let request: FetchRequest
    private let checksCertificate: Bool
    private let proxy: String?

    private(set) var status: Int?
    private(set) var fields: [FetchedPage.Field] = []
    /// Whether the head of the response has ended. Interim responses (1xx) do not count.
    private var isHeadComplete = false
    private(set) var body: [UInt8] = []
    /// The reason for which this object has ended the transfer; nil if it has not.
    private(set) var problem: FetchProblem?
    private var refused: (address: String, kind: AddressKind)?
    private var lastAddress: [UInt8] = []
    /// Nil after its end.
    private(set) var transfer: CurlTransfer?

    /// The maximum number of bytes of a redirect's body to read and discard, so that the connection can be reused.
    private static let redirectBodyLimit = 16 << 10

    /// - Parameter conditions: Fields that ask for a response only if it differs from the cached one.
    init(
        _ url: LinkURL, of request: FetchRequest, onlyIf conditions: [FetchedPage.Field], by transfer: CurlTransfer, proxy: String?,
        time: Duration
    ) {
        self.url = url
        self.request = request
        checksCertificate = request.checksCertificate(of: url)
        self.proxy = proxy
        self.transfer = transfer
        transfer.prepare(
            request, for: url.asRequested, headers: conditions.isEmpty ? request.headers : request.headers + conditions, proxy: proxy,
            checksCertificate: checksCertificate, time: time, listener: self)
    }

    func start(on multi: CurlMulti) -> Bool { transfer.map { multi.add($0) } ?? false }

    /// Removes the transfer from libcurl, which ends its callbacks. Returns the transfer if it can be reused.
    ///
    /// - Parameter code: libcurl's code; nil if the transfer is cancelled.
    @discardableResult
    func end(on multi: CurlMulti, code: Int? = nil) -> CurlTransfer? {
        guard let transfer = transfer.take() else { return nil }
        request.meter?.addReceived(headBytes + transfer.facts.received)
        multi.remove(transfer)
        // A transfer that succeeded keeps no state except the password of a proxy, so it can be reused if there was no proxy.
        return code == 0 && proxy == nil ? transfer : nil
    }

    // MARK: Events of the transfer

    /// Receives the size of a line of the head. `isEnd` marks the empty line after the final head, when the status and the fields can be
    /// read. Returning false ends the transfer.
    func head(count: Int, isEnd: Bool) -> Bool {
        headBytes += count
        guard isWithinMeter(count) else { return false }
        // Trailers come after the body and also end with an empty line, but the head has ended before.
        if isEnd, !isHeadComplete { readHead(isComplete: true) }
        if headBytes <= request.limits.headBytes { return true }
        problem = .headTooLarge(limit: request.limits.headBytes)
        return false
    }

    private func readHead(isComplete: Bool) {
        guard let transfer else { return }
        (status, fields, isHeadComplete) = (transfer.status, transfer.fields, isComplete)
    }

    /// The size of all heads, including interim responses and trailers.
    private var headBytes = 0

    /// Receives a piece of the body. Returning false ends the transfer.
    func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isWithinMeter(bytes.count) else { return false }
        if redirect != .stay {
            redirectBytes += bytes.count
            return redirectBytes <= Self.redirectBodyLimit
        }
        // Allocating once saves copies while the body grows. A compressed body is longer after decoding.
        if body.isEmpty, let length = fields.value(of: "Content-Length").flatMap({ Int($0) }), length > 0 {
            body.reserveCapacity(min(length, request.limits.bodyBytes))
        }
        guard body.count + bytes.count <= request.limits.bodyBytes else {
            problem = .pageTooLarge(limit: request.limits.bodyBytes)
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private var redirectBytes = 0

    private func isWithinMeter(_ count: Int) -> Bool {
        guard let meter = request.meter, !meter.use(count) else { return true }
        problem = .pageTooLarge(limit: meter.limit)
        return false
    }

    /// Returns whether to connect to an address of 4 or 16 bytes, or to use a connection to it.
    func allows(_ address: [UInt8]) -> Bool {
        lastAddress = address
        // If there is a proxy, this is the address of the proxy. The host's address was checked before.
        guard proxy == nil, let kind = AddressKind(address), !request.permissions.allows(.address(kind), of: host) else { return true }
        refused = (HostLookup.text(address), kind)
        return false
    }

    // MARK: The end

    /// What to do after the response. It is `stay` until the head of the response is complete.
    var redirect: RedirectRule {
        guard request.followsRedirects, isHeadComplete else { return .stay }
        return .of(status: status, location: fields.value(of: "Location"), from: url)
    }

    private var host: String { url.host ?? "" }

    /// Returns the problem that makes the response unusable, or nil if the response can be used.
    func problem(code: Int) -> FetchProblem? {
        // The response may have ended within its head.
        if !isHeadComplete { readHead(isComplete: false) }
        // A redirect needs only its head.
        if redirect != .stay, problem == nil { return nil }
        if let problem { return problem }
        if code == 0 { return status == nil ? .brokenOff(host: host, reason: "its answer is not HTTP") : cutEncoding }
        if let refused, status == nil { return .refusedAddress(host: host, address: refused.address, refused.kind) }
        return curlProblem(code)
    }

    /// Translates a code of libcurl.
    private func curlProblem(_ code: Int) -> FetchProblem {
        let text = transfer?.facts.error ?? ""
        let reason = text.isEmpty ? unsafe String(cString: cc_code_text(Int32(clamping: code))) : text
        return switch code {
        case Int(cc_code_bad_url): .badURL(url.absoluteString, reason: reason)
        case Int(cc_code_no_proxy_host): .proxy(reason)
        case Int(cc_code_no_host): .unknownHost(host)
        case Int(cc_code_no_connection): proxy != nil ? .proxy(reason) : .noConnection(host: host, reason: reason)
        case Int(cc_code_too_late): .tooSlow(seconds: request.limits.time.seconds, bytes: isHeadComplete ? body.count : nil)
        case Int(cc_code_not_verified): .insecure(host: host, reason: reason, isCertificate: true)
        case Int(cc_code_tls), Int(cc_code_tls_certificate_problem), Int(cc_code_tls_cipher): .insecure(host: host, reason: reason)
        case Int(cc_code_bad_certificate_file): .badCertificates(reason)
        case Int(cc_code_bad_encoding): .badEncoding(reason)
        default: .brokenOff(host: host, reason: reason)
        }
    }

    /// The problem if a compressed body is truncated before its first decoded byte. libcurl does not report such a body as an error.
    private var cutEncoding: FetchProblem? {
        guard body.isEmpty, let coding = fields.value(of: "Content-Encoding")?.lowercased(), coding != "identity",
            let received = transfer?.facts.received, received > 0
        else { return nil }
        // If an empty body is compressed, the result has a known size.
        let isWhole = coding.hasSuffix("gzip") ? received == Self.emptyGzip : received <= Self.mostOfEmpty
        guard !isWhole else { return nil }
        return .badEncoding("its \(received) bytes (\(coding.prefix(40))) decompress to nothing; they are probably truncated")
    }

    /// A header of 10 bytes, an empty block of 2, and 8 bytes of checksum and length.
    private static let emptyGzip = 20
    /// The maximum size of a compressed empty body in the other formats: that of zstd.
    private static let mostOfEmpty = 13

    /// The hop, with the facts that are known so far.
    var hop: RedirectHop {
        let facts = transfer?.facts
        let address = facts?.address ?? (lastAddress.isEmpty ? nil : HostLookup.text(lastAddress))
        return RedirectHop(
            url: url, status: isHeadComplete ? status : nil, location: isHeadComplete ? fields.value(of: "Location") : nil,
            remoteAddress: address, tls: facts?.tls, isCertificateChecked: checksCertificate, milliseconds: facts?.milliseconds ?? 0,
            headers: isHeadComplete ? fields : [])
    }
}
