import AppLinks
import LinkLayers
import Services

/// What a link in a source tree is for, which decides which findings are reported.
enum LinkKind {
    /// A link that opens an app: with a scheme that apps claim, an intent for Android, or with App Link data.
    case app
    /// Any other web link. Most of them are documentation, licenses, namespaces and servers.
    case web
    /// A link that no app opens: of a database, a file, a socket.
    case other

    init(_ inspection: borrowing LinkInspection) {
        guard let reading = inspection.reading, let scheme = reading.components.scheme, !scheme.isEmpty else {
            self = .other
            return
        }
        let bytes = inspection.bytes
        if scheme.count == 1 {
            // The drive of a path on Windows.
            self = .other
        } else if reading.isAppLink || SchemeName.isIntent(bytes, scheme) {
            self = .app
        } else if SchemeName.isWeb(bytes, scheme) {
            self = .web
        } else if let facts = KnownSchemes.embedded.facts(bytes.span, scheme) {
            self = facts.owner.isClaimable ? .app : .other
        } else {
            self = Self.infrastructure.contains(String(decoding: bytes[scheme], as: UTF8.self).lowercased()) ? .other : .app
        }
    }

    /// Schemes that programs use among themselves, which no app on a phone claims.
    private static let infrastructure: Set<String> = [
        "adl", "afp", "amqp", "amqps", "app", "asset", "assets", "bzr", "bzr+ssh", "classpath", "cvs", "dict", "dns", "docker", "gcs",
        "git",
        "git+https", "git+ssh", "gopher", "grpc", "gs", "hdfs", "hg", "http+unix", "imap", "imaps", "jar", "jdbc", "kafka", "ldap",
        "ldapi", "ldaps", "local", "memcached", "memory", "mongodb", "mongodb+srv", "mqtt", "mqtts", "mysql", "nats", "nfs", "npipe",
        "oracle", "pkg", "pop", "pop3", "postgres", "postgresql", "pulsar", "redis", "rediss", "res", "resource", "rmi", "rsync", "rtmp",
        "rtsp", "s3", "s3a", "scp", "smb", "smtp", "smtps", "snmp", "socks", "socks4", "socks4a", "socks5", "socks5h", "sqlite", "srt",
        "svn", "svn+ssh", "tcp", "telnet", "tftp", "tls", "udp", "unix", "vnc", "webpack", "webpack-internal", "zip", "zookeeper",
    ]
}
