import Bytes

// What Android and the Google Play services print while they verify App Links. The first three forms are those of Android up to 11. What the
// verifiers of Android 12 and later print is less certain, so it is read only if it has a host and a result. All forms are from memory.
//
//    SingleHostAsyncVerifier: Verification result: checking for a statement with source … https://a.example …, … --> true.
//    IntentFilterIntentOp: Verifying IntentFilter. verificationId:1 scheme:"https" hosts:"a.example b.example" package:"com.example".
//    IntentFilterIntentOp: Verification 1 complete. Success:false. Failed hosts:a.example,b.example.
//    AppLinksHostsVerifierV2: … a.example … true

/// A message about the verification of App Links.
struct VerificationMessage {
    private let bytes: [UInt8]
    private let message: Range<Int>

    /// Returns nil if the tag is not that of a verifier.
    init?(_ bytes: [UInt8], tag: Range<Int>, _ message: Range<Int>) {
        let tags: [StaticString] = ["SingleHostAsyncVerifier", "IntentFilterIntentOp", "IntentFilterIntentSvc"]
        guard tags.contains(where: { bytes.equals($0, in: tag) }) || bytes.has("AppLinks", at: tag.lowerBound, before: tag.upperBound)
        else { return nil }
        self.bytes = bytes
        self.message = message
    }

    var facts: [LogFact] {
        // The check of one statement, whose result follows the arrow.
        if let arrow = bytes.lastPlace(of: "--> ", in: message) {
            let result = arrow + "--> ".utf8.count..<message.upperBound
            guard let host = webHost(message.lowerBound..<arrow), let word = word(of: result) else { return [] }
            return [event(host: host, word)]
        }
        if let hosts = bytes.part(after: "hosts:\"", before: "\"", in: message) {
            let package = bytes.part(after: "package:\"", before: "\"", in: message)
            return names(hosts).map { event(host: $0, "started", package: package) }
        }
        if let result = bytes.place(of: "Success:", in: message) { return completion(result + "Success:".utf8.count) }
        return other
    }

    private func event(host: Range<Int>?, _ result: String, package: Range<Int>? = nil) -> LogFact {
        .event(.verification, ["host": host.map(bytes.text), "result": result, "package": package.map(bytes.text)])
    }

    private func word(of range: Range<Int>) -> String? {
        if bytes.has("true", at: range.lowerBound, before: range.upperBound) { return "verified" }
        return bytes.has("false", at: range.lowerBound, before: range.upperBound) ? "failed" : nil
    }

    /// Reads the result for all hosts. Only those that failed are named.
    private func completion(_ start: Int) -> [LogFact] {
        guard let word = word(of: start..<message.upperBound) else { return [] }
        guard let failed = bytes.place(of: "Failed hosts:", in: start..<message.upperBound) else { return [event(host: nil, word)] }
        let hosts = names(failed + "Failed hosts:".utf8.count..<message.upperBound)
        return hosts.isEmpty ? [event(host: nil, word)] : hosts.map { event(host: $0, word) }
    }

    /// Reads a message in another form, which must name one host and one result.
    private var other: [LogFact] {
        guard let host = webHost(message) ?? names(message).first(where: { bytes[$0].contains(UInt8(ascii: ".")) }) else { return [] }
        let rest = host.upperBound..<message.upperBound
        let good = bytes.place(of: "true", in: rest) ?? bytes.place(of: "succe", in: message) ?? bytes.place(of: "Succe", in: message)
        let bad = bytes.place(of: "false", in: rest) ?? bytes.place(of: "fail", in: message) ?? bytes.place(of: "Fail", in: message)
        guard (good == nil) != (bad == nil) else { return [] }
        return [event(host: host, good == nil ? "failed" : "verified")]
    }

    /// Returns the host of the first web link.
    private func webHost(_ range: Range<Int>) -> Range<Int>? {
        guard let start = bytes.place(of: "://", in: range).map({ $0 + 3 }) else { return nil }
        let end = bytes[start..<range.upperBound].firstIndex { !Self.isHost($0) } ?? range.upperBound
        return name(start..<end)
    }

    /// Returns the names of hosts in a list with commas or spaces.
    private func names(_ range: Range<Int>) -> [Range<Int>] {
        bytes[range].split { !Self.isHost($0) }.compactMap { name($0.startIndex..<$0.endIndex) }
    }

    /// Returns the name without the full stop of a sentence behind it.
    private func name(_ range: Range<Int>) -> Range<Int>? {
        let end = range.last.map { bytes[$0] == UInt8(ascii: ".") ? $0 : $0 + 1 } ?? range.upperBound
        return end > range.lowerBound ? range.lowerBound..<end : nil
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || "-.*".utf8.contains(byte) || byte >= 0x80
    }
}
