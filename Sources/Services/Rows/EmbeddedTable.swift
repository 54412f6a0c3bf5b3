import CResources
import JSONDocument

/// A table of `Resources/services` that is embedded in the program.
enum EmbeddedTable: String {
    // The order decides where rows for the same host differ only in their paths: the first one counts.
    case wrappers, endings, shorteners, attribution, tracking
    case schemes, secrets

    /// The tables of services.
    static let services = [wrappers, endings, shorteners, attribution, tracking]

    /// The rows. The tests compare their number with that of the file.
    var rows: [JSONDocument.Node] {
        let name = "services/\(rawValue).json"
        // The table of resources and the bytes it points to are constants of the program.
        let table = unsafe UnsafeBufferPointer(start: linkscope_resources(), count: linkscope_resource_count())
        let documents: [JSONDocument] = unsafe table.compactMap { entry in
            guard unsafe String(cString: entry.name) == name else { return nil }
            let length = unsafe entry.end - entry.start
            return unsafe JSONDocument(Array(UnsafeBufferPointer(start: entry.start, count: length)))
        }
        return documents.first?.root.map { Array($0.elements) } ?? []
    }
}
