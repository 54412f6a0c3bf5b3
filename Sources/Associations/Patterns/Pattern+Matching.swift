extension Pattern {
    /// What comparing may still cost before it is given up. One for all the patterns that a question is put to: a hostile file has many.
    package struct Effort: Sendable {
        /// Steps of comparisons that had to be gone back on.
        private var steps = 0
        private let limit: Int

        /// For one link and one app: far more than any file that was meant to work needs, about a tenth of a second.
        package init() {
            limit = 100_000_000
        }

        /// For one link and all apps of a file.
        package init(ofMany: Void) {
            limit = 400_000_000
        }

        var isOver: Bool { steps > limit }

        mutating func spend(_ more: Int) { steps += more }
    }

    package enum Answer: Sendable, Hashable {
        case match, mismatch
        /// The effort was over.
        case tooMuch
    }

    /// How far a pattern came with a text it does not match.
    package struct Miss: Sendable, Hashable {
        /// The byte of the pattern that could not be fulfilled; its length when the text goes on behind its end.
        package var patternOffset: Int
        /// The byte of the text at which that was; its length when the pattern goes on behind its end.
        package var textOffset: Int
    }

    /// Whether a part of a text matches as a whole. The text is UTF-8, and folded where the pattern ignores case.
    func answer(_ text: borrowing Span<UInt8>, _ effort: inout Effort) -> Answer {
        var best = (text: 0, code: 0)
        return answer(text, &best, &effort) { _, _ in }
    }

    /// The same for a pattern on its own.
    func answer(_ text: borrowing Span<UInt8>) -> Answer {
        var effort = Effort()
        return answer(text, &effort)
    }

    /// How far it comes with a text that it does not match. Nil when it does.
    func miss(_ text: borrowing Span<UInt8>, _ effort: inout Effort) -> Miss? {
        if let undefinedVariable { return Miss(patternOffset: undefinedVariable.range.lowerBound, textOffset: 0) }
        var result: Miss?
        var best = (text: -1, code: 0)
        let answer = answer(text, &best, &effort) { form, best in
            let offset = Int(form.places[best.code])
            if result.map({ (offset, best.text) > ($0.patternOffset, $0.textOffset) }) ?? true {
                result = Miss(patternOffset: offset, textOffset: max(best.text, 0))
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

    /// The two-pointer match. `best` becomes the furthest code that was reached, and the furthest place of the text at which it failed.
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

    @inline(__always)
    static func width(_ byte: UInt8) -> Int {
        byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }
}
