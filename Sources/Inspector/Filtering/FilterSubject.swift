import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Records

/// A row of the links or of the events, as a filter looks at it. The content of its record is parsed only if a term needs it.
struct FilterSubject {
    /// The record of the row; nil for an event that the device posted, and for a record that cannot be read.
    var record: StoredRecord?
    /// The event that the device posted.
    var posted: MeasurementEvent?
    /// The names of the events: that of an event, or those that a link caused.
    var events: [String] = []
    /// The app that received the link or posted the event.
    var app: String?
    var linkNumber: Int?
    var hasError = false
    var hasWarning = false

    /// Returns whether each term of a filter fits.
    func fits(_ filter: Filter, _ reader: RecordReader) -> Bool {
        var reading = Reading()
        for term in filter.terms where fits(term, reader, &reading) == term.isNegated { return false }
        return true
    }

    /// What was made of the record so far.
    private struct Reading {
        var decoded: [UInt8]?
        var content: RecordContent?
    }

    private func fits(_ term: Filter.Term, _ reader: RecordReader, _ reading: inout Reading) -> Bool {
        let pattern = term.pattern
        switch term.field {
        case nil: return fitsAnywhere(pattern, &reading)
        case .event:
            if events.contains(where: { pattern.fits($0) || ($0.hasPrefix("al_") && pattern.fits(String($0.dropFirst(3)))) }) {
                return true
            }
            guard events.isEmpty, canContain(pattern, &reading) else { return false }
            guard case .event(let event, _, _)? = content(reader, &reading) else { return false }
            return pattern.fits(event.name)
        case .app: return app.map(pattern.fits) ?? false
        case .link: return linkNumber.map { pattern.fits(String($0)) } ?? false
        case .level:
            if pattern.fits("problem") { return hasError || hasWarning }
            return pattern.fits("error") ? hasError : hasWarning
        case .to where posted == nil && app.map(pattern.fits) == true: return true
        case .from, .to, .scheme, .host, .referer, .has:
            if let posted { return values(term.field, of: posted.arguments.pairs.map { ($0.key, $0.value) }).contains { pattern.fits($0) } }
            // `has` names something that need not be in the record as text.
            guard term.field == .has || canContain(pattern, &reading), let content = content(reader, &reading) else { return false }
            return values(term.field, of: content).contains { pattern.fits($0) }
        }
    }

    /// Returns whether a pattern fits a part of the record as it is or decoded once, a value of the posted event, or a name.
    private func fitsAnywhere(_ pattern: FilterPattern, _ reading: inout Reading) -> Bool {
        if let app, pattern.fits(app) { return true }
        if events.contains(where: pattern.fits) { return true }
        if let posted { return posted.arguments.pairs.contains { pattern.fits($0.value) } }
        guard let record else { return false }
        return pattern.fits(record.bytes) || decoded(&reading).map(pattern.fits) == true
    }

    /// Returns whether a value in the record may fit the pattern. Most records are ruled out without parsing.
    private func canContain(_ pattern: FilterPattern, _ reading: inout Reading) -> Bool {
        guard let record else { return false }
        let piece = pattern.longestPiece
        // A value may also be escaped in JSON, or twice. Only parsing tells.
        if FilterPattern.contains(record.bytes, piece) || record.bytes.contains(UInt8(ascii: "\\")) { return true }
        guard let decoded = decoded(&reading) else { return false }
        return FilterPattern.contains(decoded, piece) || decoded.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }
    }

    /// The bytes of the record without percent escapes; nil if it has none.
    private func decoded(_ reading: inout Reading) -> [UInt8]? {
        if let known = reading.decoded { return known.isEmpty ? nil : known }
        let bytes = record?.bytes ?? []
        let decoded = bytes.contains(UInt8(ascii: "%")) ? PercentCoding.decoded(bytes.span, bytes.indices) : []
        reading.decoded = decoded
        return decoded.isEmpty ? nil : decoded
    }

    private func content(_ reader: RecordReader, _ reading: inout Reading) -> RecordContent? {
        if let known = reading.content { return known }
        guard let record else { return nil }
        let content = reader.content(of: record.bytes, isCut: record.isCut)
        reading.content = content
        return content
    }

    // MARK: Values of fields

    private func values(_ field: Filter.Field?, of content: RecordContent) -> [String] {
        switch content {
        case .link(let inspection): return values(field, of: inspection)
        case .event(let event, _, _):
            var arguments = event.arguments.map { ($0.name, $0.value) }
            if let url = event.url { arguments.append(("inputURL", url)) }
            return values(field, of: arguments)
        case .object: return []
        }
    }

    private func values(_ field: Filter.Field?, of inspection: LinkInspection) -> [String] {
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

    private func values(_ field: Filter.Field?, of arguments: [(name: String, value: String)]) -> [String] {
        func all(_ names: String...) -> [String] { arguments.filter { names.contains($0.name) }.map(\.value) }
        switch field {
        case .from, .referer: return all("refererAppName", "refererURL", "sourceApplication")
        case .to: return all("outputURL", "targetURL")
        case .scheme: return all("inputURLScheme", "outputURLScheme", "sourceScheme")
        case .host: return all("inputURL", "outputURL", "targetURL").compactMap { LinkURL($0)?.host }
        case .has: return arguments.map(\.name) + (arguments.contains { $0.name.hasPrefix("referer") } ? ["referer"] : [])
        default: return []
        }
    }
}
