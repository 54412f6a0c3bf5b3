extension RuleStep.Miss {
    /// Finds the place where a part of the link stops matching a pattern.
    init(of pattern: Pattern, on text: SubjectText, _ part: Part, _ answer: Pattern.Answer, _ effort: inout Pattern.Effort) {
        let place = pattern.miss(text.bytes.span.extracting(text.range), &effort) ?? Pattern.Miss(patternOffset: 0, textOffset: 0)
        let cause: Cause =
            if let undefined = pattern.undefinedVariable { .undefinedVariable(undefined.name) } else {
                answer == .tooMuch ? .tooMuch : .different
            }
        self.init(
            part: part, cause: cause, pattern: pattern.text, patternOffset: place.patternOffset,
            linkOffset: text.linkOffset(place.textOffset), linkEnd: text.linkOffset(text.range.count), matched: place.textOffset)
    }
}
