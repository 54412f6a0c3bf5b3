import CCurl
import LinkLayers

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

/// One request and its response, in libcurl's hands; and after that another one, for to make a transfer costs libcurl more than to ask with it.
///
/// The listener is not kept: whoever owns both ends the transfer first.
@safe final class CurlTransfer: Identifiable {
    let pointer: OpaquePointer

    var id: UInt { UInt(bitPattern: unsafe pointer) }

    /// What all its requests have in common.
    struct Setting {
        var userAgent: String
        var certificates: String?
        var connectTo: [String]
        var resolve: [String]
    }

    struct Request {
        var method: String
        var url: String
        var headers: [FetchedPage.Field]
        var body: [UInt8]
        var proxy: String
        var milliseconds: Int
        /// Whether the listener wants to hear how the connection is secured.
        var isSecure: Bool
    }

    init?(_ setting: Setting) {
        let box = ListenerBox()
        self.box = box
        let agent = CStrings([setting.userAgent])
        let certificates = setting.certificates.map { CStrings([$0]) }
        let connectTo = CStrings(setting.connectTo)
        let resolve = CStrings(setting.resolve)
        // libcurl copies the texts; the lists above live until the end of this function.
        let made = unsafe withExtendedLifetime((agent, certificates, connectTo, resolve)) { () -> OpaquePointer? in
            guard let agentText = unsafe agent.first else { return nil }
            var setting = unsafe cc_setting(
                user_agent: agentText, certificates: certificates?.first ?? nil, connect_to: connectTo.pointers, resolve: resolve.pointers)
            return unsafe cc_transfer_new(&setting, box.listener)
        }
        guard let made = unsafe made else { return nil }
        unsafe pointer = made
    }

    deinit { unsafe cc_transfer_free(pointer) }

    private let box: ListenerBox
    /// The fields that libcurl has; nil before the first request.
    private var headers: [FetchedPage.Field]?

    /// Makes it ready to ask for something, and to tell `listener` of it.
    func prepare(_ request: Request, for listener: any CurlListener) {
        box.target = listener
        if headers != request.headers {
            let headers = request.headers
            self.headers = headers
            // libcurl takes `Name:` as an order to leave the field out, and `Name;` for an empty one.
            let lines = CStrings(headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + Self.fieldsLeftOut(headers))
            withExtendedLifetime(lines) { unsafe cc_transfer_set_headers(pointer, lines.pointers) }
        }
        unsafe request.url.withCString { url in
            unsafe request.proxy.withCString { proxy in
                unsafe request.method.withCString { method in
                    unsafe request.body.withUnsafeBufferPointer { body in
                        var request = unsafe cc_request(
                            method: method, url: url, body: body.baseAddress, body_count: body.count, proxy: proxy,
                            milliseconds: request.milliseconds, is_secure: request.isSecure)
                        unsafe cc_transfer_set_request(pointer, &request)
                    }
                }
            }
        }
    }

    /// The fields that libcurl would add to a request with a body.
    private static func fieldsLeftOut(_ headers: [FetchedPage.Field]) -> [String] {
        headers.value(of: "Content-Type") == nil ? ["Content-Type:", "Expect:"] : ["Expect:"]
    }

    /// Nobody listens any more.
    func rest() { box.target = nil }

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
    unowned var target: (any CurlListener)?

    var listener: cc_listener {
        unsafe cc_listener(
            context: Unmanaged.passUnretained(self).toOpaque(),
            head: { context, bytes, count in
                unsafe ListenerBox.at(context).target?.head(UnsafeBufferPointer(start: bytes, count: count).span) ?? false
            },
            body: { context, bytes, count in
                unsafe ListenerBox.at(context).target?.body(UnsafeBufferPointer(start: bytes, count: count)) ?? false
            },
            allows: { context, address, count in
                unsafe ListenerBox.at(context).target?.allows(Array(UnsafeBufferPointer(start: address, count: count))) ?? false
            },
            remark: { context, text, count in
                let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
                unsafe ListenerBox.at(context).target?.remark(String(decoding: bytes, as: UTF8.self))
            }
        )
    }

    /// The transfer keeps the box, and calls only while it lives.
    private static func at(_ context: UnsafeMutableRawPointer) -> ListenerBox {
        unsafe Unmanaged<ListenerBox>.fromOpaque(context).takeUnretainedValue()
    }
}
