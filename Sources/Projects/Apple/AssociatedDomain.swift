import Bytes
import Deciding

/// An entry of `com.apple.developer.associated-domains`: `applinks:shop.example.com?mode=developer`.
struct AssociatedDomain {
    /// What keeps an entry from working.
    struct Problem {
        var code: ProjectCode
        /// A part of a sentence, without its period.
        var text: String
        var repair: String?

        init(_ code: ProjectCode, _ text: String, repair: String? = nil) { (self.code, self.text, self.repair) = (code, text, repair) }
    }

    private(set) var service = ""
    private(set) var host = ""
    private(set) var mode: String?
    private(set) var problem: Problem?

    private static let services = AASAFile.services.sorted()
    private static let modes: Set = ["developer", "managed", "developer+managed"]

    init(_ entry: String) {
        let entries = entry.split { ",; \n\t".contains($0) }
        let isList = entry.contains { ",;\n".contains($0) } || entries.count { $0.contains(":") } > 1
        guard entries.count < 2 || !isList else {
            problem = Problem(.domainMalformed, "it holds several entries", repair: "Write a <string> for each entry.")
            return
        }
        guard !entry.utf8.contains(where: ByteClass.isBlank) else {
            problem = Problem(.domainMalformed, "it contains a space or a line end", repair: "Remove the space.")
            return
        }
        // In a whole URL, the scheme stands where the service belongs.
        let isURL = ["http", "https"].contains(entry.prefix { $0 != ":" }.lowercased())
        guard !isURL, let colon = entry.firstIndex(of: ":"), !entry[..<colon].contains(".") else {
            let host = Self.host(in: isURL ? String(entry.drop { $0 != ":" }.dropFirst()) : entry)
            problem = Problem(.domainNoService, "no service stands before the host", repair: "Write applinks:\(host), or another service.")
            return
        }
        service = String(entry[..<colon])
        let parts = entry[entry.index(after: colon)...].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        host = String(parts[0])
        if parts.count > 1, parts[1].hasPrefix("mode=") { mode = String(parts[1].dropFirst(5)) }
        problem = problem(query: parts.count > 1 ? String(parts[1]) : nil)
    }

    private func problem(query: String?) -> Problem? {
        if host.contains("//") {
            return Problem(
                .domainHasURL, "an entry is a service and a host, not a URL", repair: "Write \(service):\(Self.host(in: host))."
            )
        }
        guard Self.services.contains(service) else {
            let known = Self.services.joined(separator: ", ")
            let nearest = NearestWord.to(service, among: Self.services)
            return Problem(
                .domainMalformed, "the service \(service) is unknown; it is one of \(known)",
                repair: nearest.map { "Write \($0):\(host)." })
        }
        if host.isEmpty { return Problem(.domainMalformed, "the host is missing") }
        if let slash = host.firstIndex(of: "/") {
            return Problem(
                .domainHasPath, "a path follows the host",
                repair: "Write \(service):\(host[..<slash]), and put paths into apple-app-site-association.")
        }
        if host.utf8.allSatisfy({ ByteClass.isDigit($0) || $0 == UInt8(ascii: ".") }) || host.hasPrefix("[") {
            return Problem(.domainMalformed, "it has an IP address; associated domains need the name of a host")
        }
        if host.contains(":") {
            return Problem(.domainMalformed, "the host has a port; iOS fetches the file only from port 443", repair: "Remove the port.")
        }
        // For *.example.com, iOS reads the file of example.com, and com has none.
        let site = host.dropFirst(host.hasPrefix("*.") ? 2 : 0)
        if site.contains("*") {
            return Problem(.domainMalformed, "a * can only be the first label of the host, as in *.example.com")
        }
        // Developers report that iOS fetches no file for such a host, and iOS 16 none for its xn-- form (forum threads 807695, 814156).
        if let sign = host.first(where: { !$0.isASCII || "@#,;\"'()[]{}\\".contains($0) }) {
            return Problem(.domainMalformed, "a host cannot contain \(sign)")
        }
        if !site.contains(".") || site.hasPrefix(".") {
            return Problem(.domainMalformed, "the host is not a whole name, such as shop.example.com")
        }
        guard let query, mode.map(Self.modes.contains) != true else { return nil }
        return Problem(
            query.contains("/") ? .domainHasPath : .domainMalformed,
            "after the host, only ?mode=developer, ?mode=managed or ?mode=developer+managed can follow")
    }

    /// Returns the host of a text that may be a URL, with an example for none.
    private static func host(in text: String) -> String {
        let start = text.firstRange(of: "//")?.upperBound ?? text.startIndex
        let host = text[start...].drop { $0 == "/" }.prefix { !"/:?#".contains($0) }
        return host.isEmpty ? "shop.example.com" : String(host)
    }
}
