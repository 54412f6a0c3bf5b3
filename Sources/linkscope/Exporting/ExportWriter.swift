import AppLinks
import Bytes
import Inspector
import Intake
import LinkLayers
import Records
import Reports
import Secrets

/// Makes the bytes of a file that the user asked for, piece by piece. Secrets are masked in all of them.
nonisolated struct ExportWriter {
    /// Takes a piece and the number of rows that are done. Returns false to stop.
    typealias Take = (Span<UInt8>, Int) throws(SystemError) -> Bool

    let store: any RecordStore
    let reader: RecordReader

    /// The number of rows in a piece.
    private static let pieceRows = 256

    /// Writes all pieces. Returns false if it was stopped.
    mutating func write(_ export: Export, _ take: Take) throws(SystemError) -> Bool {
        switch (export.content, export.format) {
        case (.links(let rows, let line), .csv): return try table(Self.linkColumns, rows.count, take) { linkCells($0.compactMap(line)) }
        case (.links(let rows, let line), let format):
            var inspections = InspectionWriter(.json, showsSecrets: false)
            return try objects(rows.count, isArray: format == .json, take) { links($0.compactMap(line), &inspections) }
        case (.events(let rows, let line), .csv): return try table(Self.eventColumns, rows.count, take) { eventCells($0.compactMap(line)) }
        case (.events(let rows, let line), let format):
            return try objects(rows.count, isArray: format == .json, take) { range in
                store.json(of: range.compactMap(line), reader).map { JSONLine.safe(Secrets.masked($0)) }
            }
        case (.report(let story), _): return try take(Array(report(story).utf8).span, 1)
        case (.pages(let pages), _):
            var log = HARLog()
            for page in pages { log.append(page.hops, endedAt: page.time) }
            return try take(Array((log.json + "\n").utf8).span, pages.count)
        }
    }

    // MARK: JSON

    /// Writes objects, one on each line, or as an array.
    private func objects(
        _ count: Int, isArray: Bool, _ take: Take, _ make: (Range<Int>) -> [[UInt8]]
    ) throws(SystemError) -> Bool {
        var start = 0
        var isFirst = true
        if isArray, try !take(Array("[\n".utf8).span, 0) { return false }
        while start < count {
            let range = start..<min(start + Self.pieceRows, count)
            var bytes: [UInt8] = []
            for object in make(range) {
                if isArray, !isFirst { bytes += ",\n".utf8 }
                bytes += object
                if !isArray { bytes.append(UInt8(ascii: "\n")) }
                isFirst = false
            }
            guard try take(bytes.span, range.upperBound) else { return false }
            start = range.upperBound
        }
        return isArray ? try take(Array("\n]\n".utf8).span, count) : true
    }

    /// Returns the inspections of links, in the format of `linkscope inspect --json`.
    private func links(_ lines: [LinkLine], _ writer: inout InspectionWriter) -> [[UInt8]] {
        let stored = store.records(lines.map(\.record))
        return lines.compactMap { line in
            guard let record = stored[line.record] else { return nil }
            _ = writer.append(record.bytes.span, isCut: record.isCut, entry: .inbound(sourceApplication: nil))
            defer { writer.removeAll(keeping: 1 << 16) }
            return writer.withOutput { output in
                var bytes = Array(output.array)
                while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
                return bytes
            }
        }
    }

    // MARK: Tables

    private static let linkColumns = [
        "number", "time", "source", "link", "target", "referer", "referer_url", "received_by", "severity", "findings",
    ]
    private static let eventColumns = ["time", "event", "app", "link_number", "url", "arguments"]

    private func table(
        _ columns: [String], _ count: Int, _ take: Take, _ make: (Range<Int>) -> [[String]]
    ) throws(SystemError) -> Bool {
        var table = CSVTable()
        table.append(columns)
        var start = 0
        repeat {
            let range = start..<min(start + Self.pieceRows, count)
            for cells in make(range) { table.append(cells) }
            guard try take(table.bytes.span, range.upperBound) else { return false }
            table.removeAll()
            start = range.upperBound
        } while start < count
        return true
    }

    private func linkCells(_ lines: [LinkLine]) -> [[String]] {
        let stored = store.records(lines.map(\.record))
        return lines.compactMap { line in
            guard let record = stored[line.record] else { return nil }
            let content = reader.content(of: record.bytes, isCut: record.isCut)
            var inspection: LinkInspection?
            if case .link(let found) = content { inspection = found }
            let link = inspection?.link
            return [
                "\(line.number)", Self.time(record.arrivedAt), record.source.rawValue,
                Self.masked(inspection?.bytes ?? record.bytes), Secrets.masked(link?.targetURL.text ?? ""),
                Secrets.masked(link?.refererAppName ?? ""), Secrets.masked(link?.refererURL ?? ""), line.receiver ?? "",
                content.findings.map(\.severity).max()?.rawValue ?? "", content.findings.map(\.code.rawValue).joined(separator: " "),
            ]
        }
    }

    private func eventCells(_ lines: [EventLine]) -> [[String]] {
        let read = read(lines)
        return lines.compactMap { line in
            let record = line.read ?? line.record.flatMap { read[$0] }
            guard let event = line.content(record) else { return nil }
            return [
                Self.time(line.time(record)), Secrets.masked(event.name), event.app ?? "", line.linkNumber.map { "\($0)" } ?? "",
                Secrets.masked(event.url ?? ""), Self.text(of: event.arguments),
            ]
        }
    }

    /// Reads the records of events that were not read yet.
    private func read(_ lines: [EventLine]) -> [RecordID: ReadRecord] {
        store.records(Array(Set(lines.filter { $0.read == nil }.compactMap(\.record)))).mapValues(reader.read)
    }

    private static func text(of arguments: [ReceivedEvent.Argument]) -> String {
        arguments.map { argument in
            let isSecret = Secrets.isSecret(name: argument.name)
            return "\(Secrets.masked(argument.name))=\(isSecret ? Secrets.bullets(for: argument.value) : Secrets.masked(argument.value))"
        }.joined(separator: "; ")
    }

    private static func time(_ milliseconds: Int64) -> String { String(decoding: Timestamp.text(milliseconds), as: UTF8.self) }

    private static func masked(_ bytes: [UInt8]) -> String { PlainText.safe(Secrets.masked(bytes)) }

    // MARK: The report on a link

    private func report(_ story: LinkStory) -> String {
        guard let record = try? store.record(story.record) else { return "This record can no longer be read.\n" }
        let read = read(story.events)
        let events = story.events.compactMap { line -> LinkReport.Event? in
            let record = line.read ?? line.record.flatMap { read[$0] }
            guard let event = line.content(record) else { return nil }
            return LinkReport.Event(time: Self.time(line.time(record)), name: event.name, app: event.app, arguments: event.arguments)
        }
        var facts = [("Arrived", "\(Self.time(record.arrivedAt)), \(record.source.rawValue)"), ("Device", story.device)]
        if let reception = story.reception { facts.append(("Received", reception)) }
        return LinkReport(
            title: story.number.map { "Link #\($0)" } ?? "Record", facts: facts.map { (name: $0.0, value: $0.1) },
            content: reader.content(of: record.bytes, isCut: record.isCut), journey: story.journey, events: events
        ).markdown
    }
}
