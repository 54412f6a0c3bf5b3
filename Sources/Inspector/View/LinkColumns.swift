import Screen

/// The columns of the list of links. Their widths depend only on the width of the pane and on the number of links, never on the links in
/// view, so no column moves while the user scrolls.
///
///     W  43 12:04:12 Mail      → Café       menu/today  hidden characters    ok
///
/// In a narrow pane, the time is left out first, then the way, then the end.
struct LinkColumns: Equatable {
    /// The width of the numbers.
    var number: Int
    /// Whether the rows have the time of arrival.
    var hasTime: Bool
    /// The width of the sender, and of the receiver; 0 without room for both.
    var app: Int
    /// The width of the last column; 0 without room for it.
    var end: Int
    /// The width of the text between the way and the end.
    var place: Int

    /// - Parameters:
    ///   - columns: The width of a row without the mark of the selection.
    ///   - digits: The number of characters of the highest number in the list.
    init(columns: Int, digits: Int) {
        number = max(digits, 2)
        hasTime = columns >= 50
        app = columns >= 90 ? 14 : columns >= 56 ? 8 : columns >= 34 ? 7 : 0
        end = columns >= 34 ? 7 : 0
        // The letter of the problem, a space, the number, and the sign of a mark.
        let before = 2 + number + 1 + (hasTime ? 9 : 0) + (app > 0 ? app * 2 + 4 : 0)
        place = max(columns - before - (end > 0 ? end + 1 : 0), 1)
    }
}
