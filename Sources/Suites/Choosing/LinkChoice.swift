/// Chooses links of suites by words, as `--filter` gives them.
///
///     item -slow        links with "item" in their name, link or tags, but not "slow"
///     tag:smoke         links with exactly this tag
package struct LinkChoice: Sendable {
    private enum Word {
        case text(String)
        case tag(String)
    }

    private let words: [(word: Word, isExcluded: Bool)]

    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { part in
            let isExcluded = part.count > 1 && part.hasPrefix("-")
            let word = (isExcluded ? part.dropFirst() : part).lowercased()
            return (word.hasPrefix("tag:") ? .tag(String(word.dropFirst(4))) : .text(word), isExcluded)
        }
    }

    /// Whether all links are chosen.
    package var isEmpty: Bool { words.isEmpty }

    /// Returns whether a link has all words, and none of those after a hyphen. The case of letters does not matter.
    package func includes(_ link: Suite.Link) -> Bool {
        words.allSatisfy { word, isExcluded in
            let isFound =
                switch word {
                case .tag(let tag): link.tags.contains { $0.lowercased() == tag }
                case .text(let text):
                    ([link.link] + [link.name].compactMap(\.self) + link.tags).contains { $0.lowercased().contains(text) }
                }
            return isFound != isExcluded
        }
    }
}
