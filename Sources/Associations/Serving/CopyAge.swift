import Pages

/// The age of a copy, from the header fields of the response that contained it.
///
///    Last-Modified: Fri, 20 Nov 2026 08:00:00 GMT
///    Age: 1200
///    Date: Sat, 21 Nov 2026 10:00:00 GMT
///
///    name  → yesterday's file
///    words → last modified Fri, 20 Nov 2026 08:00:00 GMT, 26 hours ago; last fetched 20 minutes ago
struct CopyAge {
    private let modified: (text: String, seconds: Int)?
    /// The number of seconds since the CDN fetched the copy.
    private let fetched: Int?
    /// The present time by the server's clock, in seconds since 1970.
    private let now: Int?

    private static let day = 86400

    /// - Parameter cached: The number of seconds that the answer has been in linkscope's cache. Nil if the answer is new.
    init(_ page: FetchedPage, cached: Int?) {
        let date = { (name: String) in page.field(name).flatMap { text in HTTPDate.seconds(text).map { (text, $0) } } }
        modified = date("Last-Modified")
        now = date("Date").map { $0.1 + (cached ?? 0) }
        let age = page.field("Age").flatMap { Int($0) }.flatMap { (0..<1 << 40).contains($0) ? $0 : nil }
        fetched = age.map { $0 + (cached ?? 0) }
    }

    /// A name for the copy, such as `yesterday's file`. The name is `another file` if the day of the copy is unknown or today.
    var name: String {
        guard let now, let made = modified?.seconds ?? fetched.map({ now - $0 }), made <= now else { return "another file" }
        switch now / Self.day - made / Self.day {
        case 0: return "another file"
        case 1: return "yesterday's file"
        case let days: return "a file from \(days) days ago"
        }
    }

    /// The times of modification and fetching in words, or "" if neither is known.
    var words: String {
        var words: [String] = []
        if let modified {
            let ago = now.flatMap { $0 >= modified.seconds ? ", \(Self.ago($0 - modified.seconds))" : nil } ?? ""
            words.append("last modified \(modified.text)\(ago)")
        }
        if let fetched { words.append("last fetched \(Self.ago(fetched))") }
        return words.joined(separator: "; ")
    }

    private static func ago(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s ago"
        case ..<7200: "\(seconds / 60) minutes ago"
        case ..<(2 * day): "\(seconds / 3600) hours ago"
        default: "\(seconds / day) days ago"
        }
    }
}
