import AppLinks
import CCurl
import Pages

/// Translates libcurl's codes to problems of a fetch.
enum CurlProblem {
    static func problem(
        _ code: Int, url: LinkURL, host: String, reason: String, isProxied: Bool, seconds: Double, bytes: Int?
    ) -> FetchProblem {
        switch code {
        case Int(cc_code_bad_url): .badURL(url.absoluteString, reason: reason)
        case Int(cc_code_no_proxy_host): .proxy(reason)
        case Int(cc_code_no_host): .unknownHost(host)
        case Int(cc_code_no_connection): isProxied ? .proxy(reason) : .noConnection(host: host, reason: reason)
        case Int(cc_code_too_late): .tooSlow(seconds: seconds, bytes: bytes)
        case Int(cc_code_tls), Int(cc_code_tls_certificate_problem), Int(cc_code_tls_cipher),
            Int(cc_code_not_verified):
            .insecure(host: host, reason: reason)
        case Int(cc_code_bad_certificate_file): .badCertificates(reason)
        case Int(cc_code_bad_encoding): .badEncoding(reason)
        default: .brokenOff(host: host, reason: reason)
        }
    }
}
