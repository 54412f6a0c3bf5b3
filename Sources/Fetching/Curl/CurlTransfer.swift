import CCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a transfer tells, on the thread that performs it.
protocol CurlListener: AnyObject {
    /// A line of the head. False ends the transfer.
    func head(_ line: Span<UInt8>) -> Bool
    /// A piece of the body. False ends the transfer.
    func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
    /// Whether to connect to an address of 4 or 16 bytes, or to use a connection to it.
    func allows(_ address: [UInt8]) -> Bool
    /// What libcurl says about how the connection is secured.
    func remark(_ text: String)
}

/// One request and its response, in libcurl's hands.
///
/// The listener is not kept: whoever owns both ends the transfer first.
@safe final class CurlTransfer: Identifiable {
    let pointer: OpaquePointer

    var id: UInt { UInt(bitPattern: unsafe pointer) }

    struct Options {
        var url: String
        var headers: [String]
        var userAgent: String
        var proxy: String
        var certificates: String?
        var connectTo: [String]
        var resolve: [String]
        var milliseconds: Int
        /// Whether the listener wants to hear how the connection is secured.
        var isSecure: Bool
    }

    init?(_ options: Options, for listener: any CurlListener) {
        let box = ListenerBox(listener)
        self.box = box
        let url = CStrings([options.url])
        let agent = CStrings([options.userAgent])
        let proxy = CStrings([options.proxy])
        let certificates = options.certificates.map { CStrings([$0]) }
        let headers = CStrings(options.headers)
        let connectTo = CStrings(options.connectTo)
        let resolve = CStrings(options.resolve)
        // libcurl copies the texts; the lists above live until the end of this function.
        let made = unsafe withExtendedLifetime((url, agent, proxy, certificates, headers, connectTo, resolve)) { () -> OpaquePointer? in
            guard let urlText = unsafe url.first, let agentText = unsafe agent.first, let proxyText = unsafe proxy.first else { return nil }
            var request = unsafe cc_request(
                url: urlText, headers: headers.pointers, user_agent: agentText, proxy: proxyText, certificates: certificates?.first ?? nil,
                connect_to: connectTo.pointers, resolve: resolve.pointers, milliseconds: options.milliseconds, is_secure: options.isSecure)
            return unsafe cc_transfer_new(&request, box.listener)
        }
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
    }

    deinit { unsafe cc_transfer_free(pointer) }

    private let box: ListenerBox

    /// What is known at the end.
    var facts: Facts {
        var facts = unsafe cc_transfer_facts(pointer)
        let address = unsafe withUnsafeBytes(of: &facts.address) { unsafe Self.text($0) }
        let error = unsafe withUnsafeBytes(of: &facts.error) { unsafe Self.text($0) }
        return Facts(
            address: address.isEmpty ? nil : address, milliseconds: Double(facts.microseconds) / 1e3, received: Int(facts.received),
            error: error)
    }

    struct Facts {
        var address: String?
        var milliseconds: Double
        /// Bytes of the body as they came, before they were decoded.
        var received: Int
        /// In libcurl's words; "" when it has none.
        var error: String
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// What a code means, in libcurl's words.
    static func text(of code: Int) -> String {
        unsafe String(cString: cc_code_text(Int32(clamping: code)))
    }
}

/// Texts as C has them: a list ended by NULL.
@safe private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        unsafe pointers = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { unsafe (pointers + index).initialize(to: UnsafePointer(strdup(text))) }
        unsafe (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { unsafe free(UnsafeMutablePointer(mutating: pointers[index])) }
        unsafe pointers.deallocate()
    }

    var first: UnsafePointer<CChar>? { unsafe pointers[0] }
}

/// What C calls back with: it finds the listener again.
private final class ListenerBox {
    private unowned let target: any CurlListener

    init(_ target: any CurlListener) {
        self.target = target
    }

    var listener: cc_listener {
        unsafe cc_listener(
            context: Unmanaged.passUnretained(self).toOpaque(),
            head: { context, bytes, count in
                unsafe ListenerBox.at(context).target.head(UnsafeBufferPointer(start: bytes, count: count).span)
            },
            body: { context, bytes, count in unsafe ListenerBox.at(context).target.body(UnsafeBufferPointer(start: bytes, count: count)) },
            allows: { context, address, count in
                unsafe ListenerBox.at(context).target.allows(Array(UnsafeBufferPointer(start: address, count: count)))
            },
            remark: { context, text, count in
                let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
                unsafe ListenerBox.at(context).target.remark(String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    /// The transfer keeps the box, and calls only while it lives.
    private static func at(_ context: UnsafeMutableRawPointer) -> ListenerBox {
        unsafe Unmanaged<ListenerBox>.fromOpaque(context).takeUnretainedValue()
    }
}
