import Bytes

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

    /// Returns the place that the pattern reaches in a text that it does not match. Returns nil if the pattern matches the text.
    func miss(_ text: borrowing Span<UInt8>, _ effort: inout Effort) -> Miss? {
        if let undefinedVariable { return Miss(patternOffset: undefinedVariable.range.lowerBound, textOffset: 0) }
        var result: Miss?
        let answer = answer(text, &effort) { form, best in
            let offset = Int(form.places[best.code])
            if result.map({ (offset, best.text) > ($0.patternOffset, $0.textOffset) }) ?? true {
                result = Miss(patternOffset: offset, textOffset: max(best.text, 0), literals: form.literals(before: best.code))
            }
        }
        return answer == .match ? nil : result ?? Miss(patternOffset: 0, textOffset: 0)
    }

    /// Returns whether the pattern matches a whole text. The text must be UTF-8, and folded if the pattern ignores case.
    ///
    /// - Parameter failed: Receives each form that does not match, with the furthest code and place that it reached. Without it, most forms
    ///   with sets need no closer look.
    func answer(
        _ text: borrowing Span<UInt8>, _ effort: inout Effort, failed: ((Form, (text: Int, code: Int)) -> Void)? = nil
    ) -> Answer {
        guard undefinedVariable == nil else { return .mismatch }
        for (index, form) in forms.enumerated() {
            var best = (text: -1, code: 0)
            let isMatch: Bool
            if let loose = form.loose {
                isMatch =
                    (failed != nil || Self.matches(loose.span, text, &best, &effort)) && reaches(index, text, &best, &effort)
            } else {
                isMatch = Self.matches(form.codes.span, text, &best, &effort)
            }
            if isMatch { return .match }
            if effort.isOver { return .tooMuch }
            failed?(form, best)
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

/// Simple case folding, which maps each character to one character: `ß` does not become `SS`, and the dotless `ı` does not become `i`.
enum CaseFolding {
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x80 { return Unicode.Scalar(ByteClass.lowered(UInt8(scalar.value))) }
        if scalar.value == 0x131 { return scalar }
        // Folding maps to the uppercase letter first, because both lowercase forms of sigma have the same uppercase letter, and so do ſ and
        // s.
        return single(single(scalar.properties.uppercaseMapping, scalar).properties.lowercaseMapping, scalar)
    }

    /// Returns the folded text. The folded text may have another length in bytes than the original text.
    static func folded(_ text: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        if text.allSatisfy({ $0 < 0x80 }) {
            for byte in text { output.append(ByteClass.lowered(byte)) }
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { output += UTF8.encode(folded(scalar)) ?? .init() }
        }
        return output
    }

    /// Returns every character that folds to a folded character.
    static func unfolded(_ folded: Unicode.Scalar) -> [Unicode.Scalar] {
        var found = [folded]
        let properties = folded.properties
        for mapping in [properties.uppercaseMapping, properties.titlecaseMapping, properties.lowercaseMapping] {
            found += mapping.unicodeScalars.count == 1 ? Array(mapping.unicodeScalars) : []
        }
        found += variants[folded] ?? []
        var seen: Set<Unicode.Scalar> = []
        return found.filter { Self.folded($0) == folded && seen.insert($0).inserted }
    }

    /// Characters whose folded form does not lead back to them.
    private static let variants: [Unicode.Scalar: [Unicode.Scalar]] = [
        "k": ["\u{212A}"], "s": ["\u{17F}"], "\u{DF}": ["\u{1E9E}"], "\u{E5}": ["\u{212B}"],
        "\u{3B2}": ["\u{3D0}"], "\u{3B5}": ["\u{3F5}"], "\u{3B8}": ["\u{3D1}", "\u{3F4}"], "\u{3B9}": ["\u{345}", "\u{1FBE}"],
        "\u{3BA}": ["\u{3F0}"], "\u{3BC}": ["\u{B5}"], "\u{3C0}": ["\u{3D6}"], "\u{3C1}": ["\u{3F1}"], "\u{3C3}": ["\u{3C2}"],
        "\u{3C6}": ["\u{3D5}"], "\u{3C9}": ["\u{2126}"], "\u{432}": ["\u{1C80}"], "\u{434}": ["\u{1C81}"], "\u{43E}": ["\u{1C82}"],
        "\u{441}": ["\u{1C83}"], "\u{442}": ["\u{1C84}", "\u{1C85}"], "\u{44A}": ["\u{1C86}"], "\u{463}": ["\u{1C87}"],
        "\u{1E61}": ["\u{1E9B}"], "\u{A64B}": ["\u{1C88}"],
    ]

    private static func single(_ mapping: String, _ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let scalars = mapping.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return scalar }
        return first
    }
}
