extension Array<UInt8> {
    /// Returns whether `text` is at `position`.
    @inlinable package func has(_ text: StaticString, at position: Int, before end: Int) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe self[position + index] != expected[index] { return false }
            return true
        }
    }

    /// Returns whether a JSON escape is at `position`. `escape` has lowercase hex digits. In the text, the hex digits may be in either
    /// case, but the `u` must be lowercase.
    package func hasEscape(_ escape: StaticString, at position: Int, before end: Int) -> Bool {
        has("\\u", at: position, before: end) && hasLetters(escape, at: position, before: end)
    }

    /// Returns whether `text` is at `position`, ignoring the case of ASCII letters. `text` must be lowercase.
    @inlinable package func hasLetters(_ text: StaticString, at position: Int, before end: Int = .max) -> Bool {
        span.hasLetters(text, at: position, before: end)
    }

    /// Returns whether the bytes in `range` are `word`, ignoring the case of ASCII letters. `word` must be lowercase.
    @inlinable package func isWord(_ word: StaticString, in range: Range<Int>) -> Bool { span.isWord(word, in: range) }

    /// Returns where `text` first occurs within `range`.
    package func place(of text: StaticString, in range: Range<Int>) -> Int? {
        guard let first = text.withUTF8Buffer({ unsafe $0.first }) else { return nil }
        var position = range.lowerBound
        while position < range.upperBound {
            position = span.place(of: first, from: position, end: range.upperBound)
            guard position + text.utf8CodeUnitCount <= range.upperBound else { return nil }
            if has(text, at: position, before: range.upperBound) { return position }
            position += 1
        }
        return nil
    }

    /// Returns where `text` last occurs within `range`.
    package func lastPlace(of text: StaticString, in range: Range<Int>) -> Int? {
        var position = range.upperBound - text.utf8CodeUnitCount
        while position >= range.lowerBound {
            if has(text, at: position, before: range.upperBound) { return position }
            position -= 1
        }
        return nil
    }

    /// Returns whether the bytes in `range` are exactly `text`.
    package func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        range.count == text.utf8CodeUnitCount && has(text, at: range.lowerBound, before: range.upperBound)
    }
}

extension Span<UInt8> {
    /// Returns whether `text` is at `position`, ignoring the case of ASCII letters. `text` must be lowercase.
    @inlinable package func hasLetters(_ text: StaticString, at position: Int, before end: Int = .max) -> Bool {
        guard position >= 0, position + text.utf8CodeUnitCount <= Swift.min(end, count) else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where unsafe ByteClass.lowered(self[position + index]) != expected[index] { return false }
            return true
        }
    }

    /// Returns whether the bytes in `range` are `word`, ignoring the case of ASCII letters. `word` must be lowercase.
    @inlinable package func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount && hasLetters(word, at: range.lowerBound, before: range.upperBound)
    }
}

extension [StaticString] {
    /// Returns whether the bytes in `range` are one of these words, ignoring the case of ASCII letters. The words must be lowercase.
    package func contain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ ByteClass.lowered(bytes[$0]) }) else { return false }
        // The first letter and the length rule out nearly every word. The pointer is valid, because the words are stored as UTF-8.
        for word in self where word.utf8CodeUnitCount == range.count {
            if unsafe word.utf8Start.pointee == first, bytes.isWord(word, in: range) { return true }
        }
        return false
    }
}

/// Finds the word that a mistyped word was meant to be.
package enum NearestWord {
    /// Returns the known word that `word` most likely stands for: the shortest known word that begins with `word`, or else the known word
    /// that differs by the fewest typing mistakes. Returns nil if no known word is near. `word` is compared in lowercase, so an uppercase
    /// letter in a known word counts as a mistake.
    package static func to(_ word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        guard 2...30 ~= word.count else { return nil }
        if let longer = known.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) { return longer }
        let nearest = known.map { (word: $0, mistakes: mistakes(in: Array(word), for: Array($0))) }.min { $0.mistakes < $1.mistakes }
        guard let nearest, nearest.mistakes <= max(1, nearest.word.count / 3) else { return nil }
        return nearest.word
    }

    /// Returns the number of letters that were added, left out, replaced, or swapped with the next one.
    ///
    /// - Parameter knowsSwaps: Whether two letters that were swapped are one mistake. Otherwise they are two.
    @inlinable package static func mistakes<Letter: Equatable>(in typed: [Letter], for meant: [Letter], knowsSwaps: Bool = true) -> Int {
        // `rows[i][j]` is the number of mistakes in the first `i` typed characters, for the first `j` characters of the word.
        var rows = [Array(0...meant.count)]
        for i in typed.indices {
            var row = [i + 1]
            for j in meant.indices {
                var fewest = min(rows[i][j] + (typed[i] == meant[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                let isSwap = knowsSwaps && i > 0 && j > 0 && typed[i] == meant[j - 1] && typed[i - 1] == meant[j]
                if isSwap { fewest = min(fewest, rows[i - 1][j - 1] + 1) }
                row.append(fewest)
            }
            rows.append(row)
        }
        return rows[typed.count][meant.count]
    }
}

extension StringProtocol {
    /// The text with its first letter in uppercase, as at the beginning of a sentence.
    package var atSentenceStart: String { prefix(1).uppercased() + dropFirst() }
}

extension Int {
    /// The number with a comma between groups of three digits, such as `1,284`.
    package var grouped: String {
        var digits = Array(String(self))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits)
    }

    /// Returns the number with its noun: `1 link`, `412 links`.
    package func counted(_ one: String, _ several: String? = nil, isGrouped: Bool = false) -> String {
        "\(isGrouped ? grouped : String(self)) \(self == 1 ? one : several ?? one + "s")"
    }
}

/// Returns a number in uppercase hexadecimal with at least `digits` digits.
package func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

extension [String] {
    /// Returns the first texts, and how many more there are: `a, b and 4 more`.
    package func listed(most: Int) -> String {
        prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
    }

    /// Returns the texts in a row, with a word before the last one: `a, b or c`.
    package func listed(_ word: String) -> String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
    }
}

/// Searches a text for words without reading most of its bytes.
package struct WordSearch: Sendable {
    private let words: [[UInt8]]
    /// The length of the shortest word. Longer words are found by their beginnings.
    private let length: Int
    /// How far to go on, by the byte at the end of the part that is compared; nothing for the last byte of a beginning.
    private var steps: [Int]
    private var ends: [Bool]

    /// - Parameter words: The words to find, in ASCII. No word may be empty.
    package init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        length = self.words.map(\.count).min() ?? 1
        steps = [Int](repeating: length, count: 256)
        ends = [Bool](repeating: false, count: 256)
        for word in self.words {
            for place in 0..<length - 1 { steps[Int(word[place])] = min(steps[Int(word[place])], length - 1 - place) }
            ends[Int(word[length - 1])] = true
        }
    }

    /// Returns the place of the first word at or after a position.
    package func first(in bytes: [UInt8], from start: Int = 0) -> Int? {
        var end = start + length - 1
        while end < bytes.count {
            let byte = Int(bytes[end])
            let place = end - length + 1
            if ends[byte], words.contains(where: { bytes[place...].starts(with: $0) }) { return place }
            end += steps[byte]
        }
        return nil
    }
}
