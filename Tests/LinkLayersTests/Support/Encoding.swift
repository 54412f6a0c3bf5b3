import LinkLayers

extension LinkInspection {
    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// The codes of all findings, except the note that other apps can receive a secret.
    var codes: [FindingCode] { findings.map(\.code).filter { $0 != .claimableScheme } }

    func repairs(of code: FindingCode) -> [LinkRepair] { findings.filter { $0.code == code }.compactMap(\.repair) }

    /// The link after all repairs.
    var repairedText: String { String(decoding: repaired, as: UTF8.self) }

    /// Returns the input's text that a finding with this code points at. Returns nil if there is no such finding or it has no range.
    func place(of code: FindingCode) -> String? {
        guard let range = findings.first(where: { $0.code == code })?.range else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

extension LinkInspection {
    /// Inspects the link after a single repair.
    init(bytes: [UInt8], after repair: LinkRepair) {
        var bytes = bytes
        for edit in repair.edits.reversed() { bytes.replaceSubrange(edit.place, with: edit.utf8) }
        self.init(bytes)
    }
}
