import Bytes

/// The handlers in the value of an entry, `a.desktop;b.desktop;`.
enum HandlerList {
    static func handlers(in value: ArraySlice<UInt8>) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ";")).compactMap { part in
            let handler = Array(part)
            let range = handler.span.trimmed
            return range.isEmpty ? nil : Array(handler[range])
        }
    }

    /// Returns an entry in the form that GLib and `xdg-mime` read.
    ///
    /// The semicolon at the end is more than style: in a file with CRLF line ends, `xdg-mime` would take the carriage return for a part of
    /// the last handler.
    static func entry(_ key: [UInt8], _ handlers: [[UInt8]]) -> [UInt8] {
        key + [UInt8(ascii: "=")] + value(handlers)
    }

    static func value(_ handlers: [[UInt8]]) -> [UInt8] { handlers.flatMap { $0 + [UInt8(ascii: ";")] } }
}
