import AppLinks

/// Returns `shop://open` with `data`, completely escaped, as its `al_applink_data`.
func appLinkURL(_ data: String, base: String = "shop://open?keep=me&") throws -> LinkURL {
    try appLinkURL(bytes: Array(data.utf8), base: base)
}

func appLinkURL(bytes: [UInt8], base: String = "shop://open?keep=me&") throws -> LinkURL {
    let escaped = bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
    }
    guard let url = LinkURL(base + "al_applink_data=" + escaped.joined()) else { throw NotAnURL() }
    return url
}

struct NotAnURL: Error {}
