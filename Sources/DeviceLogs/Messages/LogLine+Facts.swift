import Bytes

extension LogLine {
    /// The most facts of one line.
    package static let mostFacts = 20

    /// The facts that the message tells.
    ///
    /// Nil if the message has no known form. The message may then still contain links, which the caller finds. Empty if the form is known
    /// and tells nothing, so that the message need not be searched.
    package var facts: [LogFact]? {
        guard !form.isWithoutMessage, !message.isEmpty else { return [] }
        let known =
            switch form.system {
            case .android: AndroidMessage(bytes, tag: tagRange, message).facts
            case .apple: AppleMessage(bytes, process: tagRange, message).facts
            }
        return (known ?? AppEvents(bytes, message).facts).map { Array($0.prefix(Self.mostFacts)) }
    }

    /// Returns whether the device hid the rest of a link that ends at `position`: `<private>` or `<mask.hash: …>` follows, perhaps after
    /// punctuation that the search for links did not take.
    package func isHidden(after position: Int) -> Bool {
        var position = position
        while position < bytes.count, ".,;:!?'".utf8.contains(bytes[position]) { position += 1 }
        return bytes.has("<private>", at: position, before: bytes.count) || bytes.has("<mask.", at: position, before: bytes.count)
    }
}
