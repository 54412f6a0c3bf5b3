import AppLinks
import CCurl
import Foundation

/// libcurl's handle for a request and its response. The handle is reused, because creating a handle takes longer than sending a request.
///
/// The transfer does not retain its listener, so its owner must end the transfer before releasing the listener.
// `@safe`: the pointer is valid until `deinit`, and only the functions of `CCurl` use it.
@safe final class CurlTransfer: Identifiable {
    let pointer: OpaquePointer

    var id: UInt { UInt(bitPattern: unsafe pointer) }

    init?(_ settings: FetchSettings) {
        let box = ListenerBox()
        self.box = box
        let agent = CStrings([settings.userAgent])
        let certificates = settings.certificates.map { CStrings([$0]) }
        let connectTo = CStrings(settings.connectTo)
        let resolve = CStrings(settings.resolve)
        // libcurl copies the strings, and the lists above live until the end of this closure.
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
    /// The header fields that were passed to libcurl; nil before the first request.
    private var headers: [FetchedPage.Field]?

    /// Sets the next request, and the listener for its events.
    ///
    /// - Parameters:
    ///   - url: The URL to request. It differs from the URL of `request` after a redirect.
    ///   - headers: The header fields of the request, with those that make it conditional, if any.
    ///   - proxy: The proxy, or nil to connect directly.
    ///   - checksCertificate: Whether the server must have a certificate that is trusted and names the host.
    ///   - time: The maximum time for the transfer.
    func prepare(
        _ request: FetchRequest, for url: String, headers: [FetchedPage.Field], proxy: String?, checksCertificate: Bool, time: Duration,
        listener: Exchange
    ) {
        box.target = listener
        if self.headers != headers {
            self.headers = headers
            // libcurl leaves a field out if its line is `Name:`, and sends an empty field if its line is `Name;`. It would add fields to a
            // request with a body.
            let leftOut = headers.value(of: "Content-Type") == nil ? ["Content-Type:", "Expect:"] : ["Expect:"]
            let lines = CStrings(headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + leftOut)
            withExtendedLifetime(lines) { unsafe cc_transfer_set_headers(pointer, lines.pointers) }
        }
        let milliseconds = max(1, time.milliseconds.rounded(.up).asInt)
        // libcurl copies the texts and the body.
        unsafe url.withCString { url in
            unsafe (proxy ?? "").withCString { proxy in
                unsafe request.method.withCString { method in
                    unsafe request.body.withUnsafeBufferPointer { body in
                        var request = unsafe cc_request(
                            method: method, url: url, body: body.baseAddress, body_count: body.count, proxy: proxy,
                            checks_certificate: checksCertificate, milliseconds: milliseconds)
                        unsafe cc_transfer_set_request(pointer, &request)
                    }
                }
            }
        }
    }

    /// Removes the listener.
    func rest() { box.target = nil }

    /// The status of the latest response; nil before its first line.
    var status: Int? {
        let status = unsafe cc_transfer_status(pointer)
        return status == 0 ? nil : Int(status)
    }

    /// The fields of the final response, in order, as far as they have arrived.
    var fields: [FetchedPage.Field] {
        var fields: [FetchedPage.Field] = []
        var field = unsafe cc_field()
        while unsafe cc_transfer_next_field(pointer, &field), let name = unsafe field.name, let value = unsafe field.value {
            let text = unsafe Self.text(value)
            // libcurl leaves a byte of the line end as the value of an empty field.
            fields.append(unsafe .init(Self.text(name), text == "\r" || text == "\n" ? "" : text))
        }
        return fields
    }

    /// Decodes a field as UTF-8 or, if it is not UTF-8, as Latin-1, which old servers send.
    private static func text(_ text: UnsafePointer<CChar>) -> String {
        if let text = unsafe String(validatingCString: text) { return text }
        let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
        return unsafe String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Facts about the transfer after its end.
    var facts: Facts {
        var facts = unsafe cc_transfer_facts(pointer)
        let address = unsafe withUnsafeBytes(of: &facts.address) { unsafe Self.text($0) }
        let error = unsafe withUnsafeBytes(of: &facts.error) { unsafe Self.text($0) }
        let version = unsafe withUnsafeBytes(of: &facts.tls.version) { unsafe Self.text($0) }
        let cipher = unsafe withUnsafeBytes(of: &facts.tls.cipher) { unsafe Self.text($0) }
        return Facts(
            address: address.isEmpty ? nil : address,
            tls: version.isEmpty ? nil : TLSFacts(version: version, cipher: cipher.isEmpty ? nil : cipher),
            milliseconds: Double(facts.microseconds) / 1e3, received: Int(facts.received), error: error)
    }

    struct Facts {
        var address: String?
        /// Nil without TLS, or if `CCurl` does not know the TLS library.
        var tls: TLSFacts?
        var milliseconds: Double
        /// The bytes of the body as received, before decoding.
        var received: Int
        /// libcurl's error message, or "".
        var error: String
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// An array of C strings, terminated by NULL.
// `@safe`: the strings and the array are valid until `deinit`, and never change.
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

/// The context of C callbacks, which passes them on to the listener.
private final class ListenerBox {
    unowned var target: Exchange?

    var listener: cc_listener {
        unsafe cc_listener(
            context: Unmanaged.passUnretained(self).toOpaque(),
            head: { context, count, isEnd in unsafe ListenerBox.at(context).target?.head(count: count, isEnd: isEnd) ?? false },
            body: { context, bytes, count in
                unsafe ListenerBox.at(context).target?.body(UnsafeBufferPointer(start: bytes, count: count)) ?? false
            },
            allows: { context, address, count in
                unsafe ListenerBox.at(context).target?.allows(Array(UnsafeBufferPointer(start: address, count: count))) ?? false
            }
        )
    }

    /// The transfer retains the box, and libcurl calls back only during the life of the transfer.
    private static func at(_ context: UnsafeMutableRawPointer) -> ListenerBox {
        unsafe Unmanaged<ListenerBox>.fromOpaque(context).takeUnretainedValue()
    }
}
