/// The columns of the two lists, in the order in which they are drawn. The raw values are the names in `columns:` of `config.yaml`.
///
/// The letter of a problem, the number of a link and its mark always come before the columns, and the arguments of an event after them. A
/// narrow pane leaves columns out.
package struct ListColumns: Sendable, Equatable {
    package enum Link: String, Sendable, CaseIterable {
        case time, from, to, what, end
    }

    package enum Event: String, Sendable, CaseIterable {
        case time, link, direction, event, app, result
    }

    package var links = Link.allCases
    package var events = Event.allCases

    package init() {}
}
