import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records

/// A row of the links or of the events, as a filter looks at it.
struct FilterSubject {
    var posted: Event?
    /// The names of the events: that of an event, or those that a link caused.
    var events: [String] = []
    /// The app that received the link or posted the event.
    var app: String?
    var linkNumber: Int?
    /// The record of the row, or of the link that an event of the device is about.
    var recordID: RecordID?
    /// How the link ended; nil for an event without an end, and for an event that arrived, whose end is in its record.
    var end: LinkEnd?
    var levels: Set<Filter.Level> = []
    /// Whether the row is a link, whose record tells whether it has notes.
    var isLink = false

    /// Returns whether each term of a filter fits.
    ///
    /// - Parameters:
    ///   - record: The record of the row; nil for an event that the device posted, and for a record that cannot be read.
    ///   - reading: Reads this record.
    func fits(_ filter: Filter, _ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        for term in filter.terms where fits(term, record, &reading) == term.isNegated { return false }
        return true
    }

    private func fits(_ term: Filter.Term, _ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        switch term.value {
        case .anywhere(let pattern): return fitsAnywhere(pattern, record)
        case .links(let numbers): return linkNumber.map(numbers.contains) ?? false
        case .since(let first): return recordID.map { $0.index >= first } ?? true
        case .ends(let ends): return (end ?? endOfEvent(in: record, &reading)).map(ends.contains) ?? false
        case .levels(let chosen):
            if !levels.isDisjoint(with: chosen) || chosen.contains(.note) && hasNote(record, &reading) { return true }
            return !chosen.isDisjoint(with: [.error, .problem]) && endOfEvent(in: record, &reading) == .failed
        case .text(.app, let pattern): return app.map(pattern.fits) ?? false
        case .text(.event, let pattern) where !events.isEmpty:
            return events.contains { pattern.fits($0) || ($0.hasPrefix("al_") && pattern.fits(String($0.dropFirst(3)))) }
        case .text(.to, let pattern) where posted == nil && app.map(pattern.fits) == true: return true
        case .text(let field, let pattern):
            let test = FieldTest(field: field, pattern: pattern)
            if let posted { return posted.arguments.contains { test.fits(name: $0.name, value: $0.value) } }
            guard let record else { return false }
            return test.fits(record, &reading)
        }
    }

    private func hasNote(_ record: Span<UInt8>?, _ reading: inout FilterReading) -> Bool {
        guard isLink, let record, case .link(let inspection) = reading.content(of: record) else { return false }
        return inspection.findings.contains { $0.severity == .note }
    }

    private static let success = FilterPattern("success")

    /// Returns how the link of an event ended, if the event is one that arrived and tells an end; nil for other rows.
    private func endOfEvent(in record: Span<UInt8>?, _ reading: inout FilterReading) -> LinkEnd? {
        // All other rows have names of events or the number of a link.
        guard events.isEmpty, linkNumber == nil, let record, Self.success.fits(record) || record.contains("\\") else { return nil }
        var (success, type): (String?, String?)
        _ = reading.forEachEventPart(of: record) { view, part, key, value in
            guard part == .argument else { return }
            view.withText(of: key) { name in
                if name.equals("success") { view.withText(of: value) { success = $0.string } }
                if name.equals("type") { view.withText(of: value) { type = $0.string } }
            }
        }
        return LinkEnd(success: success, type: type)
    }

    /// Returns whether a pattern fits a part of the record as it is or decoded once, a value of the posted event, or a name.
    private func fitsAnywhere(_ pattern: FilterPattern, _ record: Span<UInt8>?) -> Bool {
        if let app, pattern.fits(app) { return true }
        if events.contains(where: pattern.fits) { return true }
        if let posted { return posted.arguments.contains { pattern.fits($0.value) } }
        guard let record else { return false }
        return pattern.fits(record) || record.decodedSatisfies(pattern.fits)
    }
}

// MARK: Fields of a record

private struct FieldTest {
    let field: FilterField
    let pattern: FilterPattern

    /// Returns whether a value of the field in a record fits.
    func fits(_ record: Span<UInt8>, _ reading: inout FilterReading) -> Bool {
        guard canBeIn(record) else { return false }
        var (nameFits, argumentFits) = (false, false)
        let isEvent = reading.forEachEventPart(of: record) { view, part, key, value in
            switch part {
            case .name where field == .event: view.withText(of: value) { nameFits = pattern.fits($0) }
            case .url where !argumentFits:
                view.withText(of: value) { url in "inputURL".withBytes { argumentFits = fits(name: $0) ?? fits(value: url) } }
            case .argument where !argumentFits:
                var answer: Bool?
                view.withText(of: key) { answer = fits(name: $0) }
                if let answer { argumentFits = answer } else { view.withText(of: value) { argumentFits = fits(value: $0) } }
            default: break
            }
        }
        if isEvent { return field == .event ? nameFits : argumentFits }
        guard field != .event, case .link(let inspection) = reading.content(of: record) else { return false }
        return values(of: inspection).contains { pattern.fits($0) }
    }

    /// Returns whether a value in a record may fit. Most records are ruled out without parsing.
    private func canBeIn(_ record: Span<UInt8>) -> Bool {
        // These need not be in the record as text.
        if field == .finding { return true }
        if field == .has, ["data", "referer", "secret", "extras", "inputURL"].contains(where: pattern.fits) { return true }
        // A value may also be escaped in JSON, or escaped twice. Only parsing finds such a value.
        return pattern.mayFitPart(of: record) || record.contains("\\")
            || record.decodedSatisfies { pattern.mayFitPart(of: $0) || $0.contains("%") || $0.contains("\\") }
    }

    private func values(of inspection: LinkInspection) -> [String] {
        if field == .finding { return inspection.findings.map(\.code.rawValue) }
        guard let link = inspection.link else { return [] }
        switch field {
        case .from, .referer:
            return [link.refererAppName, link.refererURL].compactMap(\.self)
        case .to: return [link.inputURL.text, link.targetURL.text].map { String(decoding: Array($0.utf8), as: UTF8.self) }
        case .scheme: return [link.inputURL.scheme, link.targetURL.scheme].compactMap(\.self)
        case .host: return [link.inputURL.host, link.targetURL.host].compactMap(\.self)
        case .has:
            var names: [String] = []
            if link.isAppLink { names.append("data") }
            if link.refererURL != nil || link.refererAppName != nil { names.append("referer") }
            if !inspection.secrets.isEmpty { names.append("secret") }
            if case .object(let extras)? = link.extras, !extras.isEmpty {
                names.append("extras")
                names += extras.keys
            }
            return names
        default: return []
        }
    }

    // MARK: Arguments of events

    func fits(name: String, value: String) -> Bool { name.withBytes(fits(name:)) ?? value.withBytes(fits(value:)) }

    /// Returns whether an argument of an event matches by its name alone; nil if its value must be read.
    private func fits(name: Span<UInt8>) -> Bool? {
        switch field {
        case .from, .referer:
            name.equals("refererAppName") || name.equals("refererURL") || name.equals("sourceApplication") ? nil : false
        case .to: name.equals("outputURL") || name.equals("targetURL") ? nil : false
        case .scheme: name.equals("inputURLScheme") || name.equals("outputURLScheme") || name.equals("sourceScheme") ? nil : false
        case .host: name.equals("inputURL") || name.equals("outputURL") || name.equals("targetURL") ? nil : false
        case .has: pattern.fits(name) || (ByteView.with(name) { $0.hasPrefix("referer", at: 0) } && pattern.fits("referer"))
        default: false
        }
    }

    private func fits(value: Span<UInt8>) -> Bool {
        field == .host ? LinkURL(value.string)?.host.map(pattern.fits) ?? false : pattern.fits(value)
    }
}

extension Span<UInt8> {
    fileprivate func contains(_ character: Unicode.Scalar) -> Bool { place(of: UInt8(ascii: character), from: 0, end: count) < count }

    fileprivate func equals(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && ByteView.with(self) { $0.hasPrefix(word, at: 0) }
    }

    /// Returns whether the bytes without percent escapes satisfy a condition; false if there is no `%`.
    fileprivate func decodedSatisfies(_ condition: (Span<UInt8>) -> Bool) -> Bool {
        contains("%") && PercentCoding.withDecoded(self, 0..<count, condition)
    }
}
