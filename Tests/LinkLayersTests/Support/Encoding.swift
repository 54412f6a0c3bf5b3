import LinkLayers

extension LinkInspection {
    init(_ text: String) {
        self.init(Array(text.utf8))
    }

    /// What was found, but for the note that every link of an app's own scheme has.
    var codes: [FindingCode] { findings.map(\.code).filter { $0 != .claimableScheme } }

    func repairs(of code: FindingCode) -> [Repair] { findings.filter { $0.code == code }.compactMap(\.repair) }

    /// The link after all repairs.
    var repairedText: String { String(decoding: repaired, as: UTF8.self) }

    /// The input's text that a finding of this code points at; nil without a finding or a range.
    func place(of code: FindingCode) -> String? {
        guard let range = findings.first(where: { $0.code == code })?.range else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

extension LinkInspection {
    /// The link after one repair alone.
    init(bytes: [UInt8], after repair: Repair) {
        var bytes = bytes
        for edit in repair.edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.replacement) }
        self.init(bytes)
    }
}
