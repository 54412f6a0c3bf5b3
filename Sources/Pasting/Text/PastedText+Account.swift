import Records

extension PastedText {
    /// Sentences that tell the user what was found and where, what was left out, and why a link is shorter than it was written. Empty if
    /// every line was delivered unchanged.
    package var account: [String] {
        let found = records.filter { $0.wrapping != .none }
        let joined = records.count(where: \.isJoined)
        let isDecoded = isMailSource && records.contains { !$0.isVerbatim }
        guard !found.isEmpty || joined > 0 || linesWithoutLink > 0 || isDecoded else { return [] }
        var notes: [String] = []
        for note in found.flatMap(\.notes) where !notes.contains(note) && notes.count < 3 { notes.append(note) }
        var sentences = notes
        if !found.isEmpty {
            let wrappings = Set(found.map(\.wrapping))
            let place = wrappings.count == 1 ? found[0].wrapping.phrase : "in the text"
            sentences.append("\(Self.counts(found)) \(found.count == 1 ? "was" : "were") found \(place).")
        }
        if isDecoded {
            sentences.append("The text is the source of an email; linkscope decoded its line breaks and its escapes, such as =3D.")
        }
        if joined > 0 {
            sentences.append(
                (joined == 1 ? "1 link was" : "\(joined) links were")
                    + " split over several lines; linkscope joined \(joined == 1 ? "it" : "them").")
        }
        if linksLeftOut > 0 { sentences.append("\(linksLeftOut) more were skipped: one paste adds at most \(Self.mostLinks).") }
        if linesWithoutLink > 0 {
            sentences.append(
                "\(linesWithoutLink == 1 ? "1 line" : "\(linesWithoutLink) lines") without a link \(linesWithoutLink == 1 ? "was" : "were") skipped."
            )
        }
        return sentences
    }

    /// Returns `2 links and 1 event`. Only logs have events that were found in a text.
    private static func counts(_ found: [PastedRecord]) -> String {
        let events = found.count { $0.wrapping == .log && RecordKind(of: $0.bytes) == .event }
        let parts = [(found.count - events, "link"), (events, "event")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    }
}
