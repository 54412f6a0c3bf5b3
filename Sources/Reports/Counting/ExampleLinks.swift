import Bytes
import Records

/// The links with the smallest hashes. The choice does not depend on the order of the links or on how they are divided.
struct ExampleLinks: Sendable, Equatable {
    private(set) var chosen: [Example] = []

    struct Example: Sendable, Equatable {
        var link: String
        var hash: UInt64
    }

    static let most = 3
    /// The maximum length of an example, in bytes. Only the beginning of a longer link is shown.
    static let longest = 400

    /// Returns the hash of a link if it belongs to the examples; nil if it does not.
    func place(for link: String) -> UInt64? {
        let hash = Self.hash(link)
        if let last = chosen.last, chosen.count == Self.most, hash >= last.hash { return nil }
        return chosen.contains { $0.hash == hash } ? nil : hash
    }

    /// - Parameter hash: The hash of the whole link; `link` may be masked or cut.
    mutating func add(_ link: String, hash: UInt64) {
        guard !chosen.contains(where: { $0.hash == hash }) else { return }
        chosen.append(Example(link: link, hash: hash))
        chosen.sort { $0.hash < $1.hash }
        if chosen.count > Self.most { chosen.removeLast() }
    }

    mutating func add(_ other: ExampleLinks) {
        for example in other.chosen { add(example.link, hash: example.hash) }
    }

    private static func hash(_ link: String) -> UInt64 { link.withBytes { ContentHash.of($0) } }
}
