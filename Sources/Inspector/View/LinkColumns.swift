import Screen

/// The columns of the list of links. Their widths depend only on the width of the pane and on the number of links, never on the links in
/// view, so no column moves while the user scrolls.
///
///     W  43 12:04:12 Mail      → Café       menu/today  hidden characters    ok
///
/// A narrow pane leaves out the time first, and then the sender, the receiver and the end together.
struct LinkColumns: Equatable {
    /// The columns that there is room for, in the user's order.
    var order: [ListColumns.Link]
    /// The width of the numbers.
    var number: Int
    /// The width of the sender, and of the receiver.
    var app: Int
    /// The width of the word for the end.
    var end = 7
    /// The width of the text that says where the link leads. It gets the room that the other columns leave.
    var place: Int

    /// - Parameters:
    ///   - chosen: The columns that the user wants, in order.
    ///   - columns: The width of a row without the mark of the selection.
    ///   - digits: The number of characters of the highest number in the list.
    init(_ chosen: [ListColumns.Link], columns: Int, digits: Int) {
        number = max(digits, 2)
        app = columns >= 90 ? 14 : columns >= 56 ? 8 : 7
        place = 0
        order = chosen.filter { column in
            switch column {
            case .time: columns >= 56
            case .from, .to, .end: columns >= 34
            case .what: true
            }
        }
        // The letter of the problem, a space, the number, and the sign of a mark.
        let before = 2 + number + 1
        let others = order.indices.reduce(before) { $0 + width(of: order[$1]) + gap(after: $1).columns }
        place = max(columns - others, 1)
    }

    func width(of column: ListColumns.Link) -> Int {
        switch column {
        case .time: 8
        case .from, .to: app
        case .what: place
        case .end: end
        }
    }

    /// The gap between a column and the next one: an arrow between sender and receiver, otherwise a space.
    enum Gap {
        case none, space, arrow

        var columns: Int {
            switch self {
            case .none: 0
            case .space: 1
            case .arrow: 3
            }
        }

        func text(_ encoding: Sanitizer.Encoding) -> SafeText {
            switch self {
            case .none: ""
            case .space: " "
            case .arrow: encoding == .utf8 ? " → " : " > "
            }
        }
    }

    func gap(after index: Int) -> Gap {
        guard index + 1 < order.count else { return .none }
        return order[index] == .from && order[index + 1] == .to ? .arrow : .space
    }
}
