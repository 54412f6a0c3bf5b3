/// How a wrapper carries the link inside. Each way is implemented once, in `LinkLayers`.
package enum Carrier: Sendable, Hashable {
    /// `parameter u`: the value of a parameter.
    case parameter(NamePattern)
    /// `bare-parameter urllink`: the value of a parameter, without a scheme.
    case bareParameter(NamePattern)
    /// `html-parameter u`: the value of a parameter, with `&amp;` for `&`.
    case htmlParameter(NamePattern)
    /// `parameters referrer`: the value of a parameter is a query itself.
    case parameters(NamePattern)
    /// `rest u`: everything after `u=`, as written.
    case rest(NamePattern)
    /// `query`: the whole query, as written.
    case query
    /// `path-tail https`: the text after the row's path, as written. The scheme is added if the text has none.
    case pathTail(scheme: String)
    /// `behind view-source:`: the text after these characters, as written.
    case behind(String)
    /// `between ___`: the text between the first and the last occurrence of these characters, as written.
    case between(String)
    /// `scheme https`: the whole link, with this scheme instead of its own.
    case scheme(String)
    /// `segment 2`: a segment of the path, counted from 1, or from the end: `segment -1`.
    case segment(Int)
    /// `bare-segment 2`: the same, without a scheme.
    case bareSegment(Int)
    /// `path-piece RU=`: the rest of the path's segment that begins with this text.
    case pathPiece(String)
    /// `base64 u a1`: the value of a parameter, in base64 after these characters.
    case base64(NamePattern, after: String)
    /// `base64-segment 3`: a segment of the path, in base64.
    case base64Segment(Int)
    /// `json-segment 3 href`: a member of the JSON that a segment of the path holds in base64.
    case jsonSegment(Int, member: String)
    /// `mandrill p`: the value of a parameter is JSON in base64. The member `p` of this JSON is JSON again, and its member `url` is the
    /// link.
    case mandrill(NamePattern)
    /// `signed url`: the value of a parameter, then a colon and a signature of 27 characters.
    case signed(NamePattern)
    /// `proofpoint-2 u`: the value of a parameter, with `-` for `%` and `_` for `/`.
    case proofpoint2(NamePattern)
    /// `proofpoint-3`: between `__` and `__;` in the path; each `*` stands for bytes that follow in base64.
    case proofpoint3
    /// `discord-picture`: scheme, host and path as segments, the query before them.
    case discordPicture
    /// `news-article`: a segment in base64, in which a length comes before the link.
    case newsArticle
    /// `dashed-host`: the whole link, with another host: in the first label of the wrapper's host, `-` stands for a period and `--` for `-`.
    case dashedHost
    /// `host domain`: a parameter names only the host of the link.
    case host(NamePattern)

    /// Reads a carrier as the tables write it. Returns nil if there is no such carrier.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let name = words.count > 1 ? NamePattern(words[1]) : nil
        let number = words.count > 1 ? Int(words[1]) : nil
        switch (words.first, name, number) {
        case ("parameter", let name?, _): self = .parameter(name)
        case ("bare-parameter", let name?, _): self = .bareParameter(name)
        case ("html-parameter", let name?, _): self = .htmlParameter(name)
        case ("parameters", let name?, _): self = .parameters(name)
        case ("rest", let name?, _): self = .rest(name)
        case ("query", nil, _): self = .query
        case ("path-tail", .some, _): self = .pathTail(scheme: words[1])
        case ("behind", .some, _): self = .behind(words[1])
        case ("between", .some, _): self = .between(words[1])
        case ("scheme", .some, _): self = .scheme(words[1])
        case ("segment", _, let number?): self = .segment(number)
        case ("bare-segment", _, let number?): self = .bareSegment(number)
        case ("path-piece", .some, _): self = .pathPiece(words[1])
        case ("base64", let name?, _): self = .base64(name, after: words.count > 2 ? words[2] : "")
        case ("base64-segment", _, let number?): self = .base64Segment(number)
        case ("json-segment", _, let number?) where words.count > 2: self = .jsonSegment(number, member: words[2])
        case ("mandrill", let name?, _): self = .mandrill(name)
        case ("signed", let name?, _): self = .signed(name)
        case ("proofpoint-2", let name?, _): self = .proofpoint2(name)
        case ("proofpoint-3", nil, _): self = .proofpoint3
        case ("discord-picture", nil, _): self = .discordPicture
        case ("news-article", nil, _): self = .newsArticle
        case ("dashed-host", nil, _): self = .dashedHost
        case ("host", let name?, _): self = .host(name)
        default: return nil
        }
    }

    /// Whether the link ends with the value of one parameter that holds all of it, so that delimiters outside that value belong to the
    /// wrapper.
    var isValue: Bool {
        switch self {
        case .parameter, .htmlParameter, .parameters, .base64, .mandrill, .signed, .proofpoint2, .host: true
        case .bareParameter, .rest, .query, .pathTail, .behind, .between, .scheme, .segment, .bareSegment, .pathPiece, .base64Segment,
            .jsonSegment, .proofpoint3, .discordPicture, .newsArticle, .dashedHost:
            false
        }
    }

    /// The parameter whose whole value is the link, so that it can be read like any other parameter.
    package var plainParameter: NamePattern? {
        if case .parameter(let name) = self { name } else { nil }
    }
}
