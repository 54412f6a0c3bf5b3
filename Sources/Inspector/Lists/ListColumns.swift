/// The columns of the two lists, in the order in which they are drawn. The raw values are the names in `columns:` of `config.yaml`.
///
/// The letter of a problem, the number of a link and its mark always come before the columns, and the arguments of an event after them. A
/// narrow pane leaves columns out.
package struct ListColumns: Sendable, Equatable {
    package enum Link: String, Sendable, CaseIterable, Named {
        case time, from, to, what, end

        package static let otherNames: [String: Link] = ["target": .what, "place": .what, "result": .end]
    }

    package enum Event: String, Sendable, CaseIterable, Named {
        case time, link, direction, event, app, result

        package static let otherNames: [String: Event] = ["end": .result]
    }

    /// A column that also has other names than its own.
    package protocol Named: RawRepresentable<String> {
        static var otherNames: [String: Self] { get }
    }

    package var links = Link.allCases
    package var events = Event.allCases

    package init() {}
}

extension ListColumns.Named {
    /// Creates the column with this name or alias; nil if no column has it.
    package init?(named name: String) {
        guard let column = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
        self = column
    }
}
