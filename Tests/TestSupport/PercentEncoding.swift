/// Returns a link with this JSON as its App Link data. Everything except letters and digits is percent-encoded.
package func appLink(_ json: String) -> String {
    "shop://open?al_applink_data=" + percentEncoded(json)
}

package func percentEncoded(_ text: String) -> String {
    percentEncoded(Array(text.utf8))
}

package func percentEncoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(Unicode.Scalar(byte))
        default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }.joined()
}

/// Returns the text as a JSON string with quotes.
package func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
}
