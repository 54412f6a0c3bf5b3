extension Pattern {
    /// The effort spent on comparisons, and its limit. All patterns of a question share one effort, because a hostile file can have many
    /// patterns.
    package struct Effort: Sendable {
        /// The number of comparison steps spent.
        private var steps = 0
        private let limit: Int

        /// The effort for one link and one app. The limit is about a tenth of a second, far more than any real file needs.
        package init() {
            limit = 100_000_000
        }

        /// The effort for one link and all apps in a file.
        package init(ofMany: Void) {
            limit = 400_000_000
        }

        var isOver: Bool { steps > limit }

        mutating func spend(_ more: Int) { steps += more }
    }

    package enum Answer: Sendable, Hashable {
        case match, mismatch
        /// The limit of the effort was reached.
        case tooMuch
    }

    /// The place that a pattern reached in a text that it does not match.
    package struct Miss: Sendable, Hashable {
        /// The offset of the byte of the pattern that did not match. If the text continues after the end of the pattern, this is the
        /// pattern's length.
        package var patternOffset: Int
        /// The offset of the byte of the text that did not match. If the pattern continues after the end of the text, this is the text's
        /// length.
        package var textOffset: Int
        /// The number of codes before the one that did not match, other than wildcards. A `*` matches any text, so the length of the text
        /// that it matched does not show how close the whole text is.
        package var literals = 0
    }

    /// Returns whether the pattern matches a whole text. The text must be UTF-8, and folded if the pattern ignores case.
    func answer(_ text: borrowing Span<UInt8>, _ effort: inout Effort) -> Answer {
        var best = (text: 0, code: 0)
        return answer(text, &best, &effort) { _, _ in }
    }

    /// Returns the place that the pattern reaches in a text that it does not match. Returns nil if the pattern matches the text.
    func miss(_ text: borrowing Span<UInt8>, _ effort: inout Effort) -> Miss? {
        if let undefinedVariable { return Miss(patternOffset: undefinedVariable.range.lowerBound, textOffset: 0) }
        var result: Miss?
        var best = (text: -1, code: 0)
        let answer = answer(text, &best, &effort) { form, best in
            let offset = Int(form.places[best.code])
            if result.map({ (offset, best.text) > ($0.patternOffset, $0.textOffset) }) ?? true {
                result = Miss(patternOffset: offset, textOffset: max(best.text, 0), literals: form.literals(before: best.code))
            }
        }
        return answer == .match ? nil : result ?? Miss(patternOffset: 0, textOffset: 0)
    }

    private func answer(
        _ text: borrowing Span<UInt8>,
        _ best: inout (text: Int, code: Int),
        _ effort: inout Effort,
        failed: (Form, (text: Int, code: Int)) -> Void
    ) -> Answer {
        guard undefinedVariable == nil else { return .mismatch }
        for form in forms {
            best = (-1, 0)
            let isMatch =
                form.hasSets
                ? reaches(form.codes, text, &best, &effort)
                : Self.matches(form.codes.span, text, &best, &effort)
            if isMatch { return .match }
            if effort.isOver { return .tooMuch }
            failed(form, best)
        }
        return .mismatch
    }

    /// Returns whether the codes match the text, using two pointers. `best` receives the furthest code that was reached, and the furthest
    /// place in the text where that code failed.
    private static func matches(
        _ codes: Span<UInt16>,
        _ text: borrowing Span<UInt8>,
        _ best: inout (text: Int, code: Int),
        _ effort: inout Effort
    ) -> Bool {
        let (end, count) = (text.count, codes.count)
        var place = 0
        var code = 0
        var star = -1
        var starPlace = 0
        while place < end {
            if code < count {
                let wanted = codes[code]
                let byte = text[place]
                if wanted < 0x100 {
                    if wanted == UInt16(byte) {
                        place += 1
                        code += 1
                        continue
                    }
                } else if wanted == Code.star {
                    if code + 1 == count { return true }
                    star = code
                    starPlace = place
                    code += 1
                    continue
                } else if wanted == Code.any {
                    place += width(byte)
                    code += 1
                    continue
                } else if classes[Int(wanted - Code.firstClass)].contains(byte) {
                    place += 1
                    code += 1
                    continue
                }
            }
            if (code, place) >= (best.code, best.text) { best = (place, code) }
            guard star >= 0 else { return false }
            effort.spend(place - starPlace + 1)
            if effort.isOver { return false }
            starPlace += width(text[starPlace])
            place = starPlace
            code = star + 1
        }
        while code < count, codes[code] == Code.star { code += 1 }
        if code < count, (code, end) >= (best.code, best.text) { best = (end, code) }
        return code == count
    }

    /// Returns the length in bytes of the character that begins with a byte.
    @inline(__always)
    static func width(_ byte: UInt8) -> Int {
        byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
}
