package import AppLinks
package import JSONDocument
import LinkLayers

/// A site or an app, as Digital Asset Links defines them.
package enum Asset: Sendable, Hashable {
    case web(WebSite)
    /// An app, identified by its package and the SHA-256 fingerprints of its certificates. In Google's terms, each fingerprint is a
    /// separate asset.
    case androidApp(package: String, fingerprints: [String])

    /// The reason why a value does not name an asset.
    package struct Problem: Error, Sendable, Hashable {
        package var message: String
        /// The range of the file's bytes that have the problem.
        package var range: Range<Int>
        /// Whether the asset has an unknown namespace, which other readers may know. Such an asset is not an error, but it has no effect
        /// here.
        package var isUnknownNamespace = false

        package init(message: String, range: Range<Int>, isUnknownNamespace: Bool = false) {
            self.message = message
            self.range = range
            self.isUnknownNamespace = isUnknownNamespace
        }
    }

    /// Parses an asset in one of three forms: the form of statements (`namespace`, `site`, `package_name` …), the form of Google's API
    /// (`web`, `androidApp`), or a site as a string. In the first two, an app can have a `certificate` in place of its fingerprints.
    package init(_ node: JSONDocument.Node) throws(Problem) {
        if let site = node.stringValue {
            self = .web(try WebSite.reading(site, node))
        } else if let web = node["web"] {
            self = .web(try Self.site(web))
        } else if let app = node["androidApp"] ?? node["android_app"], app.kind == .object {
            self = try Self.app(app)
        } else if node["namespace"]?.stringValue == "android_app" {
            self = try Self.app(node)
        } else {
            self = try Self(ofStatement: node)
        }
    }

    /// Parses an asset in the form that statements in a file use. The other forms are not valid in files.
    init(ofStatement node: JSONDocument.Node) throws(Problem) {
        guard node.kind == .object else {
            throw Problem(message: "An asset must be an object; this is \(node.kind.withArticle)", range: node.range)
        }
        guard let namespace = node["namespace"]?.stringValue else {
            throw Problem(message: "The asset has no \"namespace\"", range: node.range)
        }
        switch namespace {
        case "web": self = .web(try Self.site(node))
        case "android_app":
            for key in ["package_name", "sha256_cert_fingerprints"] where node[key] == nil {
                let near = node.members.first { Spelling.isNear($0.key.stringValue ?? "", key) }?.key
                let advice = near.map { "; write \"\(key)\" in place of \"\($0.stringValue?.prefix(80) ?? "")\"" } ?? ""
                let message = "An app asset needs \"package_name\" and \"sha256_cert_fingerprints\"\(advice)"
                throw Problem(message: message, range: node.range)
            }
            self = try Self.app(node)
        default:
            let range = node["namespace"]?.range ?? node.range
            throw Problem(
                message: "\"\(namespace.prefix(80))\" is not a namespace that Android knows", range: range, isUnknownNamespace: true)
        }
    }

    /// Says why Google's API refuses the asset. Nil if it accepts the asset.
    package var refusal: String? {
        if case .web(let site) = self, site.hasSlash { return "\(site)/ has a path: a site is only scheme, host and port" }
        guard case .androidApp(let package, let fingerprints) = self else { return nil }
        if let problem = PackageName.problem(package) { return problem }
        guard let wrong = fingerprints.first(where: { !Fingerprint.isCanonical($0) }) else { return nil }
        return "\"\(wrong.prefix(120))\" is not a SHA-256 fingerprint of 32 pairs of capital hexadecimal digits, separated by colons"
    }

    private static func site(_ node: JSONDocument.Node) throws(Problem) -> WebSite {
        guard let site = node["site"], let text = site.stringValue else {
            throw Problem(
                message: "A web asset needs a \"site\", such as https://www.example.com", range: node["site"]?.range ?? node.range)
        }
        return try WebSite.reading(text, site)
    }

    private static func app(_ node: JSONDocument.Node) throws(Problem) -> Asset {
        let name = node["package_name"] ?? node["packageName"]
        guard let package = name?.stringValue, !package.isEmpty else {
            throw Problem(message: "An app asset needs a \"package_name\"", range: name?.range ?? node.range)
        }
        var fingerprints: [JSONDocument.Node] = []
        if let list = node["sha256_cert_fingerprints"] ?? node["sha256CertFingerprints"] {
            guard list.kind == .array else {
                throw Problem(message: "\"sha256_cert_fingerprints\" must be an array of strings", range: list.range)
            }
            fingerprints = list.elements.map { $0 }
        } else if let certificate = node["certificate"] {
            let one = certificate["sha256Fingerprint"] ?? certificate["sha256_fingerprint"]
            fingerprints = [one ?? certificate]
        }
        guard !fingerprints.isEmpty else {
            throw Problem(message: "An app asset needs at least one entry in \"sha256_cert_fingerprints\"", range: node.range)
        }
        var texts: [String] = []
        for fingerprint in fingerprints {
            guard let text = fingerprint.stringValue else {
                throw Problem(message: "A fingerprint must be a string; this is \(fingerprint.kind.withArticle)", range: fingerprint.range)
            }
            texts.append(text)
        }
        guard texts.contains(where: Fingerprint.isWellFormed) else {
            let message = "None of the fingerprints is a SHA-256 fingerprint (32 pairs of hexadecimal digits, separated by colons)"
            throw Problem(message: message, range: fingerprints.count == 1 ? fingerprints[0].range : node.range)
        }
        return .androidApp(package: package, fingerprints: texts)
    }
}

/// The SHA-256 fingerprint of a certificate: `AB:CD:…`, 32 pairs.
package enum Fingerprint {
    package static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 95 else { return false }
        return bytes.indices.allSatisfy { index in
            index % 3 == 2 ? bytes[index] == UInt8(ascii: ":") : CharacterClass.xdigit.contains(bytes[index])
        }
    }

    /// Returns whether a device can have a certificate with this fingerprint. Devices write fingerprints in uppercase and compare them as
    /// texts.
    package static func isCanonical(_ text: String) -> Bool {
        isWellFormed(text) && !text.utf8.contains(where: CharacterClass.lower.contains)
    }
}

/// A web asset, which consists of the scheme, host and port of an address.
package struct WebSite: Sendable, Hashable, CustomStringConvertible {
    package let scheme: String
    /// The host in lowercase, without the trailing dot of a fully qualified name.
    package let host: String
    package let port: Int
    /// Whether the text has a slash after the host, which devices ignore and Google's API does not.
    private(set) var hasSlash = false

    /// Creates a site from its address. Returns nil if the text is not an http or https address, or if the address has a path other than
    /// `/`, a query, a fragment or a user.
    package init?(_ text: String) {
        guard let url = LinkURL(text), let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = Self.host(of: url), url.userInfo == nil, url.query == nil, url.fragment == nil,
            url.path.isEmpty || url.path == "/"
        else { return nil }
        guard !host.isEmpty, !host.hasPrefix("."), !host.contains("..") else { return nil }
        self.scheme = scheme
        self.host = host
        let port = url.port ?? (scheme == "https" ? 443 : 80)
        guard port <= UInt16.max else { return nil }
        self.port = port
        hasSlash = url.path == "/"
    }

    package static func == (one: Self, other: Self) -> Bool { (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port) }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }

    static func reading(_ text: String, _ node: JSONDocument.Node) throws(Asset.Problem) -> WebSite {
        guard let site = WebSite(text) else {
            let message = "\"\(text.prefix(80))\" is not a site: write only scheme, host and port, such as https://www.example.com"
            throw Asset.Problem(message: message, range: node.range)
        }
        return site
    }

    package var isSecure: Bool { scheme == "https" }

    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }

    /// The address of the site's statements.
    package var wellKnownURL: String { "\(description)/.well-known/assetlinks.json" }

    /// Creates the site whose files decide about a link. Returns nil if the link is not a web link.
    ///
    /// The files are always requested over https. The link's port is used only if the link is https too.
    package init?(of link: LinkURL) {
        guard let host = link.host, let scheme = link.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return nil }
        let port = scheme == "https" ? link.port.map { ":\($0)" } ?? "" : ""
        self.init("https://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)\(port)")
    }

    /// Returns the host of the site that serves a URL, in lowercase and without the trailing dot of a fully qualified name. To devices, a
    /// link with this dot has another host, so ``HostNames`` compares the dot too.
    package static func host(of url: LinkURL) -> String? {
        guard let host = url.host?.lowercased() else { return nil }
        return host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
    }

    /// Whether Apple's CDN can have a copy. The CDN supports only host names on the default port.
    package var mayHaveAppleCopy: Bool {
        guard port == 443, isSecure, host.contains("."), !host.contains(":") else { return false }
        return !(host.split(separator: ".").last?.allSatisfy(\.isNumber) ?? true)
    }
}
