/// The slashes at the two ends of a path that was read so far. Apple ignores all leading slashes but one, and all trailing slashes.
enum PathSlashes: Hashable {
    /// Nothing was read.
    case empty
    /// Only the leading slash was read.
    case first
    /// The last character was no slash.
    case within
    /// The last character was a slash, but not the leading one.
    case last

    /// Whether the path ends here without a slash that Apple ignores.
    var canEnd: Bool { self == .empty || self == .within }

    /// Returns the state after the next byte. Returns nil if no path without the slashes that Apple ignores continues with this byte.
    func next(_ byte: UInt8) -> PathSlashes? {
        switch (self, byte == UInt8(ascii: "/")) {
        case (.empty, true): .first
        case (.empty, false), (.first, true): nil
        case (.within, true), (.last, true): .last
        case (_, false): .within
        }
    }
}
