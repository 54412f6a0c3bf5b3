package import AppLinks
package import Panes
package import Records

/// A file that the user asked for, with what is to be written.
package struct Export: Sendable {
    /// The formats. The raw value is the ending of the file's name.
    package enum Format: String, Sendable, CaseIterable {
        /// A JSON object for each link or event, one on each line.
        case ndjson
        /// An array of the same objects.
        case json
        case csv
        /// A report on the selected link, as Markdown.
        case markdown = "md"
        /// The fetched pages, as an HTTP archive.
        case har
        /// A suite for `linkscope test`.
        case yaml

        /// Creates the format that the ending of a path names; nil if it names none.
        init?(path: String) {
            let name = path.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
            let ending = name[name.index(after: dot)...].lowercased()
            self.init(rawValue: ending == "yml" ? Self.yaml.rawValue : ending)
        }
    }

    package indirect enum Content: Sendable {
        case links(RowCount, @Sendable (Int) -> LinkLine?)
        case events(RowCount, @Sendable (Int) -> EventLine?)
        /// The report on a record. Its sentences are made from the state when they are written.
        case report(RecordID, number: Int?, State)
        case pages([Dated<[RedirectHop]>])
        case suite(SuiteOrder)
    }

    /// The number of the export. Late news of an earlier export is ignored.
    package var number: Int
    package var path: String
    /// Whether an existing file is replaced.
    package var replaces: Bool
    package var format: Format
    package var content: Content

    package var count: Int {
        switch content {
        case .links(let rows, _), .events(let rows, _): rows.count
        case .report: 1
        case .pages(let pages): pages.count
        case .suite(let order): order.rows.count
        }
    }

    /// The rows in words, such as `3 links`.
    package var what: String {
        switch content {
        case .links(let rows, _): rows.words("link")
        case .events(let rows, _): rows.words("event")
        case .report(_, let number, _): number.map { "the report on link #\($0)" } ?? "the report"
        case .pages(let pages): pages.count == 1 ? "1 fetched page" : "\(pages.count) fetched pages"
        case .suite(let order): order.rows.words("link")
        }
    }
}

/// Progress of an export, and its end.
package enum ExportNews: Sendable {
    /// This many rows are written.
    case progress(Int)
    /// The file is complete and has this many bytes.
    case written(bytes: Int)
    case recorded(RecordedSuite)
    /// The user stopped the export. There is no file.
    case stopped
    /// Nothing was written. The text tells why, and what to do.
    case failed(HintedText)
}
