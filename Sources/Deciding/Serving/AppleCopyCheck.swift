import AppLinks
import JSONDocument
import LinkLayers

/// Compares the answer of Apple's CDN with the site's own file. Devices use only the CDN's copy, except for devices in developer mode.
struct AppleCopyCheck {
    let copy: ServedFile
    let origin: ServedFile?
    /// The problem of this machine that prevented a request to the CDN, if any.
    let trouble: MachineTrouble?

    /// The CDN's reason for having no file, such as `SWCERR00101 Bad HTTP Response: 404 Not Found`.
    private var reason: String? { copy.page?.field("Apple-Failure-Reason") }

    /// Whether the CDN reports that it has no file. Any other status without a reason is a problem of the CDN or of the connection to the
    /// CDN.
    private var hasNone: Bool { reason != nil || copy.page?.status == 404 || copy.page?.status == 410 }

    /// The cause if the CDN has no file for devices. Nil if the CDN has a file or gave no usable answer.
    var failure: VerdictCause? {
        guard let page = copy.page, hasNone else { return nil }
        let details = page.field("Apple-Failure-Details").map { " Apple's details: \($0)." } ?? ""
        let from = page.field("Apple-From").map { " Apple's CDN asked \($0)." } ?? ""
        let given = reason ?? "status \(page.status ?? 0), without a reason"
        let (code, meaning, advice) = explanation
        let contrast = origin?.content == nil ? "" : " Your server answered linkscope with 200."
        return VerdictCause(
            code, .error, .ios, "Apple's CDN has no file for devices: \(given)\(meaning).\(details)\(from)\(contrast)",
            advice + " The CDN asks again within about a day; until then, developers' devices read your file with ?mode=developer.")
    }

    private var explanation: (code: String, meaning: String, advice: String) {
        let reason = reason ?? ""
        if reason.contains("SWCERR00101") {
            return (
                "cdn-bad-status", " (your server answered the CDN with a status other than 200)",
                origin?.content == nil
                    ? "Correct your server's answer; Apple then gets the file too."
                    : "Do not block Apple with bot filters, country filters or logins."
            )
        }
        if reason.contains("SWCERR00202") {
            return (
                "cdn-private-address", " (the site's name has a private address, which the CDN does not contact)",
                "Give the name a public address."
            )
        }
        if reason.contains("SWCERR00301") {
            return ("cdn-timeout", " (your server did not answer the CDN in time)", "Make the server answer quickly, from everywhere.")
        }
        guard self.reason == nil else { return ("cdn-failure", "", "Correct the problem that Apple reports.") }
        let isThere = origin?.content != nil
        return ("cdn-no-file", "", isThere ? "If the file is new, wait." : "Put a valid file on your server, without redirects.")
    }

    /// The cause if the CDN could not be reached or gave no usable answer.
    var unreachable: VerdictCause? {
        guard let why = silence else { return nil }
        let consequence = origin?.content == nil ? "" : ", so the verdict uses your server's file"
        let what = copy.page == nil ? "could not be reached" : "gave no usable answer"
        return VerdictCause(
            "cdn-unreachable", .warning, .ios, "Apple's CDN \(what)\(consequence). \(why)",
            trouble?.advice ?? "Verify again when Apple's CDN answers: devices read its copy.")
    }

    /// The reason why nothing is known about the CDN's copy. Nil if something is known.
    private var silence: String? {
        if case .pageTooLarge? = copy.problem { return "Its file is larger than the 128 KB that devices read." }
        if let problem = copy.problem {
            // The CDN's name has no spelling to check.
            if case .unknownHost = problem { return problem.fact }
            return trouble?.words(of: problem) ?? problem.description
        }
        if hasNone { return nil }
        if copy.isWebPage { return "A web page answered instead, probably from a proxy or login page on the way." }
        return copy.content == nil ? "It answers with status \(copy.status ?? 0)." : nil
    }

    /// Returns the cause if the copy differs from the file that the site serves. `loses` is true if the site's file gives the link to an
    /// app, but the copy does not.
    func difference(_ copied: AASAFile?, _ served: AASAFile?, loses: Bool) -> VerdictCause? {
        guard let copied, let page = copy.page, copy.content != nil else { return nil }
        let age = CopyAge(page, cached: copy.hop?.age)
        let words = age.words.isEmpty ? "" : ": \(age.words)"
        guard let served else {
            guard let origin else { return nil }
            let message =
                origin.isDenied
                ? "Apple's CDN still has the file\(words), but your server did not return it to linkscope. If it does not return it to Apple either, devices lose the file at the CDN's next fetch, within about a day."
                : "Apple's CDN still has a file that your server no longer serves\(words). Devices lose it at the CDN's next fetch, within about a day."
            return VerdictCause("cdn-outlives", .warning, .ios, message, "Serve the file again.")
        }
        guard !isSame(copied, served) else { return nil }
        let consequence = loses ? " With Apple's copy no app gets the link; with your file one does." : ""
        return VerdictCause(
            "cdn-differs", loses ? .error : .warning, .ios,
            "Apple's CDN still has \(age.name)\(words). It differs from the file on your server\(apps(copied, served)).\(consequence)",
            "Wait: the CDN asks your server again within about a day, and devices ask the CDN about once a week. A new installation asks the CDN at once; a developer's device "
                + "reads your file with ?mode=developer.")
    }

    private func isSame(_ copied: AASAFile, _ served: AASAFile) -> Bool {
        if copied.source == served.source { return true }
        let (left, right) = (JSONDocument(copied.source), JSONDocument(served.source))
        guard left.isValid, right.isValid, let left = left.root, let right = right.root else { return false }
        return JSONValue(left) == JSONValue(right)
    }

    /// Describes the apps that only one of the two files names.
    private func apps(_ copied: AASAFile, _ served: AASAFile) -> String {
        let (old, new) = (Set(copied.appIDs), Set(served.appIDs))
        var parts: [String] = []
        if let app = served.appIDs.first(where: { !old.contains($0) }) { parts.append("the copy does not name \(app)") }
        if let app = copied.appIDs.first(where: { !new.contains($0) }) { parts.append("your file no longer names \(app)") }
        return parts.isEmpty ? "" : ": " + parts.joined(separator: ", and ")
    }
}

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
