import Bytes

/// An entry of `com.apple.developer.associated-domains`: `applinks:shop.example.com?mode=developer`.
struct AssociatedDomain {
    private(set) var service = ""
    private(set) var host = ""
    /// What keeps the entry from working, without a final period.
    private(set) var problem: String?

    private static let services: Set = ["applinks", "webcredentials", "activitycontinuation", "appclips"]
    private static let modes: Set = ["developer", "managed", "developer+managed"]

    init(_ text: [UInt8]) {
        let entry = String(decoding: text, as: UTF8.self)
        guard !text.contains(where: ByteClass.isBlank) else {
            problem = "it contains a space or a line end"
            return
        }
        guard let colon = entry.firstIndex(of: ":") else {
            problem = "write service:host, such as applinks:\(entry.isEmpty ? "shop.example.com" : entry)"
            return
        }
        service = String(entry[..<colon])
        let rest = entry[entry.index(after: colon)...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        host = String(parts[0])
        problem = problem(query: parts.count > 1 ? String(parts[1]) : nil)
    }

    private func problem(query: String?) -> String? {
        if service == "http" || service == "https" {
            let name = host.drop { $0 == "/" }.prefix { $0 != "/" && $0 != ":" }
            return "write applinks:\(name.isEmpty ? "shop.example.com" : name)"
        }
        guard Self.services.contains(service) else {
            return "the service \(service) is unknown; it is one of \(Self.services.sorted().joined(separator: ", "))"
        }
        if host.isEmpty { return "the host is missing" }
        if host.contains("://") { return "the host has a scheme; write \(service): and the host alone" }
        if let slash = host.firstIndex(of: "/") {
            return "the host is followed by a path; write \(service):\(host[..<slash]), and put paths into apple-app-site-association"
        }
        if host.contains(":") { return "the host has a port; iOS fetches the file only from port 443" }
        if host.dropFirst(host.hasPrefix("*.") ? 2 : 0).contains("*") {
            return "a * can only be the first label of the host, as in *.example.com"
        }
        guard let query else { return nil }
        guard query.hasPrefix("mode="), Self.modes.contains(String(query.dropFirst(5))) else {
            return "after the host, only ?mode=developer, ?mode=managed or ?mode=developer+managed can follow"
        }
        return nil
    }
}
