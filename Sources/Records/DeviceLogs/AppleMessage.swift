import Bytes

// The process `swcd` fetches the association files of domains. The wording differs between versions and is from memory, so only the parts
// that name a domain are read:
//
//    Beginning data task … { domain: a.example, bytes: 0, route: cdn }
//    … https://app-site-association.cdn-apple.com/a/v1/a.example …
//    … https://a.example/.well-known/apple-app-site-association …

/// The message of a line of Apple's log.
enum AppleMessage {
    /// Returns what a message tells; nil if it has no known form.
    static func facts(_ bytes: [UInt8], process: Range<Int>, _ message: Range<Int>) -> [LogFact]? {
        guard bytes.equals("swcd", in: process) else { return nil }
        guard let host = host(bytes, message) else { return [] }
        let isBad = ["error", "Error", "fail", "Fail"].contains { bytes.place(of: $0, in: message) != nil }
        let details: KeyValuePairs = ["host": bytes.text(host), "result": isBad ? "failed" : nil, "message": bytes.text(message)]
        return [.event(.verification, details)]
    }

    /// Returns the domain that the message is about; nil if the device hid or shortened it.
    private static func host(_ bytes: [UInt8], _ message: Range<Int>) -> Range<Int>? {
        let marks: [StaticString] = ["app-site-association.cdn-apple.com/a/v1/", "domain: ", "domain \"", "domain "]
        let host = marks.firstResult { mark in
            bytes.place(of: mark, in: message).flatMap { name(bytes, $0 + mark.utf8CodeUnitCount..<message.upperBound) }
        }
        if let host { return host }
        guard bytes.place(of: "/apple-app-site-association", in: message) != nil, let start = bytes.place(of: "https://", in: message)
        else { return nil }
        return name(bytes, start + "https://".utf8.count..<message.upperBound)
    }

    private static func name(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        let end = bytes[range].firstIndex { !ByteClass.isSchemeTail($0) || $0 == UInt8(ascii: "+") } ?? range.upperBound
        let host = range.lowerBound..<(end > range.lowerBound && bytes[end - 1] == UInt8(ascii: ".") ? end - 1 : end)
        let isWhole = !bytes.has("…", at: end, before: range.upperBound) && !bytes.has("...", at: end, before: range.upperBound)
        return isWhole && bytes[host].contains(UInt8(ascii: ".")) ? host : nil
    }
}
