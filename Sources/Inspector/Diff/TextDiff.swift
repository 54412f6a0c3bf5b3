/// The parts in which two texts differ. A part begins and ends at the border of a word.
enum TextDiff {
    /// A part of the left text, and the part of the right text in its place, in bytes. One of them may be empty.
    struct Part: Equatable {
        var left: Range<Int>
        var right: Range<Int>
    }

    /// The maximum number of words that are compared one by one. Longer texts differ in a single part.
    private static let mostWords = 400

    static func parts(_ left: String, _ right: String) -> [Part] {
        let (a, b) = (Words(left), Words(right))
        let start = zip(a.words, b.words).prefix { $0 == $1 }.count
        let end = zip(a.words.dropFirst(start).reversed(), b.words.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (changedA, changedB) = (start..<a.words.count - end, start..<b.words.count - end)
        if changedA.isEmpty, changedB.isEmpty { return [] }
        guard max(changedA.count, changedB.count) <= mostWords else {
            return [Part(left: a.bytes(of: changedA), right: b.bytes(of: changedB))]
        }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in b.words[changedB].difference(from: a.words[changedA]) {
            switch change {
            case .remove(let offset, _, _): removed.insert(start + offset)
            case .insert(let offset, _, _): inserted.insert(start + offset)
            }
        }
        var parts: [Part] = []
        var (i, j) = (start, start)
        while i < changedA.upperBound || j < changedB.upperBound {
            let (fromI, fromJ) = (i, j)
            while removed.contains(i) || inserted.contains(j) {
                if removed.contains(i) { i += 1 }
                if inserted.contains(j) { j += 1 }
            }
            if i > fromI || j > fromJ { parts.append(Part(left: a.bytes(of: fromI..<i), right: b.bytes(of: fromJ..<j))) }
            (i, j) = (i + 1, j + 1)
        }
        return parts
    }

    /// A text as words. Letters, digits and percent escapes next to each other are a word, and so are a number such as `12.5` and any other
    /// character.
    private struct Words {
        var words: [Substring] = []
        /// The byte at which each word begins, and the end of the text.
        private var starts = [0]

        init(_ text: String) {
            var rest = text[...]
            while let first = rest.first {
                let word = Self.isPart(first) ? rest.prefix(Self.length(ofWordBefore: rest)) : rest.prefix(1)
                words.append(word)
                starts.append(starts[starts.count - 1] + word.utf8.count)
                rest = rest[word.endIndex...]
            }
        }

        func bytes(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

        /// Returns the number of characters of the word with which a text begins.
        private static func length(ofWordBefore text: Substring) -> Int {
            let word = text.prefix(while: isPart)
            let fraction = text[word.endIndex...].dropFirst().prefix(while: \.isNumber)
            guard text[word.endIndex...].first == ".", word.allSatisfy(\.isNumber), !fraction.isEmpty else { return word.count }
            return word.count + 1 + fraction.count
        }

        private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "%" }
    }
}
