import LinkLayers

/// A link with this JSON as its data, everything but letters and digits percent-encoded.
func appLink(_ json: String) -> String {
    "shop://open?al_applink_data=" + percentEncoded(json)
}

func percentEncoded(_ text: String) -> String {
    percentEncoded(Array(text.utf8))
}

func percentEncoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF")
    return bytes.map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(Unicode.Scalar(byte))
        default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
    }.joined()
}

/// A text as a string of JSON, quotes included.
func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
}

extension LinkInspection {
    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// What was found, but for the note that every link of an app's own scheme has.
    var codes: [FindingCode] { findings.map(\.code).filter { $0 != .claimableScheme } }

    /// The link after all repairs.
    var repairedText: String { String(decoding: repaired, as: UTF8.self) }

    /// The input's text that a finding of this code points at; nil without a finding or a range.
    func place(of code: FindingCode) -> String? {
        guard let range = findings.first(where: { $0.code == code })?.range else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}
