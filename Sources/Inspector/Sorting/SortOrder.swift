import Screen

/// An order in which the links are shown.
package struct SortOrder: Sendable, Hashable {
    package enum Key: String, Sendable, CaseIterable {
        case time, from, to, what, end

        /// Creates the key with a name: the name of its column, or another word for the column; nil if there is no such key.
        init?(named name: String) {
            guard let column = ListColumns.Link(named: name) else { return nil }
            self.init(rawValue: column.rawValue)
        }
    }

    package var key = Key.time
    package var isReversed = false

    /// The orders of the menu. The first one is that of arrival.
    static let all = Key.allCases.flatMap { [SortOrder(key: $0), SortOrder(key: $0, isReversed: true)] }

    package init(key: Key = .time, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// Creates the order with a name such as `from`, or `-from` for the opposite direction; nil if there is no such order.
    init?(_ name: String) {
        guard let key = Key(named: (name.hasPrefix("-") ? String(name.dropFirst()) : name).lowercased()) else { return nil }
        self.init(key: key, isReversed: name.hasPrefix("-"))
    }

    /// The order in the menu.
    var words: String {
        let direction =
            switch key {
            case .time: isReversed ? "the newest first" : "the oldest first, as they arrive"
            case .end: isReversed ? "failures last" : "failures first"
            case .what: isReversed ? "Z to A (first 32 characters)" : "A to Z (first 32 characters)"
            case .from, .to: isReversed ? "Z to A" : "A to Z"
            }
        return "\(key.rawValue.padded(to: 6))\(direction)"
    }

    /// Returns the order for the title of the pane, such as `sort:from ↑` for A to Z; empty for the order of arrival.
    func label(_ encoding: Sanitizer.Encoding) -> String {
        guard self != SortOrder() else { return "" }
        return "sort:\(key.rawValue) \(encoding == .utf8 ? (isReversed ? "↓" : "↑") : isReversed ? "v" : "^")"
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String { self + String(repeating: " ", count: max(count - self.count, 0)) }
}
