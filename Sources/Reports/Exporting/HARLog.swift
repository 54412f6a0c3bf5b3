package import AppLinks
import JSONDocument
import Records
import Secrets

/// Fetched pages as an HTTP archive (HAR 1.2), with an entry for each request. Secrets are masked.
///
/// The values of cookies and of other secret header fields are masked. linkscope does not keep the bodies of pages, so the archive has no
/// bodies. A size of -1 means that the size is unknown.
package struct HARLog {
    private var pages: [JSONValue] = []
    private var entries: [JSONValue] = []

    package init() {}

    /// Appends the requests of one page.
    ///
    /// - Parameter time: The time at which the last request ended, in milliseconds since 1970.
    package mutating func append(_ hops: [RedirectHop], endedAt time: Int64) {
        guard let first = hops.first else { return }
        let contexts = Secrets.contexts(ofRedirects: hops.flatMap { [$0.url.text, $0.location ?? ""] })
        let id = "page_\(pages.count + 1)"
        let whole = hops.reduce(0) { $0 + $1.milliseconds }
        pages.append([
            "startedDateTime": .string(Self.text(Double(time) - whole)), "id": .string(id),
            "title": .string(Secrets.masked(first.url.text, redirectedFrom: contexts)),
            "pageTimings": ["onContentLoad": nil, "onLoad": .number(Self.number(whole))],
        ])
        var start = Double(time) - whole
        for hop in hops {
            entries.append(.object(Self.entry(hop, page: id, start: start, contexts)))
            start += hop.milliseconds
        }
    }

    /// The archive as JSON.
    package var json: String {
        let log: JSONValue = [
            "log": [
                "version": "1.2", "creator": ["name": "linkscope", "version": .string(ProgramVersion.number)], "pages": .array(pages),
                "entries": .array(entries),
            ]
        ]
        return log.description
    }

    private static func entry(_ hop: RedirectHop, page: String, start: Double, _ contexts: SecretContext) -> JSONObject {
        let url = Secrets.masked(hop.url.text, redirectedFrom: contexts)
        let location = Secrets.masked(hop.location ?? "", redirectedFrom: contexts)
        let size = hop.headers.value(of: "Content-Length").flatMap { Int($0) } ?? -1
        let isEncoded = hop.headers.value(of: "Content-Encoding") != nil
        var entry: JSONObject = [
            "pageref": .string(page), "startedDateTime": .string(text(start)), "time": .number(number(hop.milliseconds)),
            "request": [
                "method": "GET", "url": .string(url), "httpVersion": "unknown", "cookies": [], "headers": [],
                "queryString": .array(query(of: url)), "headersSize": -1, "bodySize": -1,
            ],
            "response": [
                "status": .number(JSONNumber(hop.status ?? 0)), "statusText": "", "httpVersion": "unknown",
                "cookies": .array(cookies(in: hop.headers)),
                "headers": .array(
                    hop.headers.map { ["name": .string(Secrets.masked($0.name)), "value": .string(masked($0, contexts))] }),
                "content": [
                    "size": .number(JSONNumber(isEncoded ? -1 : size)),
                    "mimeType": .string(Secrets.masked(hop.headers.value(of: "Content-Type") ?? "")),
                ],
                "redirectURL": .string(location), "headersSize": -1, "bodySize": .number(JSONNumber(size)),
            ],
            "cache": [:], "timings": ["send": 0, "wait": .number(number(hop.milliseconds)), "receive": 0],
        ]
        if let address = hop.remoteAddress { entry["serverIPAddress"] = .string(address) }
        if let age = hop.age { entry["comment"] = .string("from linkscope's cache, \(age) s old") }
        if let tls = hop.tls {
            entry["_securityDetails"] = ["protocol": .string(tls.version), "cipher": tls.cipher.map { .string($0) } ?? nil]
        }
        return entry
    }

    // MARK: Header fields

    /// Returns the value of a header field. Of a cookie, the name and the attributes stay.
    private static func masked(_ field: FetchedPage.Field, _ contexts: SecretContext) -> String {
        if isCookie(field) {
            let (name, value, attributes) = cookie(field.value)
            return "\(name)=\(value)\(attributes)"
        }
        return Secrets.masked(field.value, name: field.name, redirectedFrom: contexts)
    }

    private static func cookies(in fields: [FetchedPage.Field]) -> [JSONValue] {
        fields.filter(isCookie).map { field in
            let (name, value, _) = cookie(field.value)
            return ["name": .string(name), "value": .string(value)]
        }
    }

    private static func isCookie(_ field: FetchedPage.Field) -> Bool { field.name.lowercased() == "set-cookie" }

    /// Returns the name of a cookie, its masked value, and its attributes from the semicolon on.
    private static func cookie(_ text: String) -> (name: String, value: String, attributes: String) {
        let pair = text.prefix { $0 != ";" }
        let name = pair.prefix { $0 != "=" }
        let value = String(pair.dropFirst(name.count + 1))
        // A cookie without a name has only a value.
        let isNamed = name.count < pair.count
        return (
            isNamed ? Secrets.masked(String(name)) : "", Secrets.mask(of: isNamed ? value : String(pair)),
            Secrets.masked(String(text.dropFirst(pair.count)))
        )
    }

    /// Returns the parameters of a masked URL, as they are written there.
    private static func query(of url: String) -> [JSONValue] {
        let link = url.prefix { $0 != "#" }
        guard let mark = link.firstIndex(of: "?") else { return [] }
        return link[link.index(after: mark)...].split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return ["name": .string(String(name)), "value": .string(String(pair.dropFirst(name.count + 1)))]
        }
    }

    private static func text(_ milliseconds: Double) -> String {
        Timestamp.string(Int64(milliseconds.rounded()))
    }

    private static func number(_ milliseconds: Double) -> JSONNumber { JSONNumber((milliseconds * 1000).rounded() / 1000) }
}
