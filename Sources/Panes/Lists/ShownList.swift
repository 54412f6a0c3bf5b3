import Bytes

/// A list as the user sees it: the rows that are shown, and the user's position in them.
///
/// A row has an index in the whole list and a place among the rows that are shown. The two are the same while all rows are shown. The list
/// itself is elsewhere: here are only numbers, so the links and the events are shown by the same rules.
package struct ShownList: Sendable {
    /// The selected row, and the row to which the user returns when the filter is cleared.
    package struct Selection: Sendable {
        fileprivate var row: Int?
        fileprivate var isFollowing: Bool
        fileprivate var anchor: Int?
        fileprivate var hasMoved: Bool
    }

    /// The number of rows of the whole list.
    private var total = 0
    /// The indices of the rows that a filter lets through, in order; nil if all rows are shown.
    private var found: [UInt32]?
    /// The order of these rows; nil if they are in the order of arrival.
    package private(set) var sorted: SortedRows?
    private var isReversed = false
    /// The position among the rows that are shown.
    package private(set) var cursor = ListCursor(follows: true)
    /// The row that the user selected last, while a filter is in effect. If it is not shown, the next row that is shown is selected.
    private var anchor: Int?
    /// The index of the selected row, if the filter hides it.
    package private(set) var hidden: Int?
    /// The row that the user added, until it is shown. It is then selected.
    private var awaited: Int?
    /// Whether the user selected a row since the filter took effect.
    private var hasMoved = false
    /// The number of rows of the whole list when the view followed last.
    private var seen = 0

    init() {}

    /// Creates a list that shows all of its rows, with the given position.
    init(total: Int, cursor: ListCursor) {
        self.total = total
        self.cursor = cursor
        seen = total
    }

    /// Whether a filter decides which rows are shown.
    var isFiltered: Bool { found != nil }

    /// The number of rows that the filter lets through. In a sorted list, new rows count before they are shown.
    var arrivedCount: Int { found?.count ?? total }

    /// Returns the index of a row, by its position in the order of arrival among those that the filter lets through.
    func arrived(at position: Int) -> Int { found.map { Int($0[position]) } ?? position }

    /// The index of the selected row; nil if no row is shown.
    var selected: Int? { hidden ?? index(at: cursor.selected) }

    /// The number of shown rows that arrived since the view stopped following.
    package var unseen: Int {
        guard !cursor.isFollowing else { return 0 }
        guard let found else { return total - seen }
        return found.count - found.endOfPrefix { $0 < seen }
    }

    package var places: RowCount { RowCount(count: cursor.count, total: total) }

    /// Returns the index of the row at a place; nil if there is no such place.
    package func index(at place: Int) -> Int? {
        guard (0..<cursor.count).contains(place) else { return nil }
        let place = isReversed ? cursor.count - 1 - place : place
        return arrived(at: sorted.map { Int($0.order[place]) } ?? place)
    }

    /// Returns the place of the row with this index; nil if it is not shown.
    package func place(of index: Int) -> Int? {
        let place = self.index(at: cursor.selected) == index ? cursor.selected : nextPlace(of: index)
        return self.index(at: place) == index ? place : nil
    }

    /// Returns the place of the row with this index, or of the next row that is shown.
    private func nextPlace(of index: Int) -> Int {
        var place = found?.endOfPrefix { $0 < index } ?? index
        if let sorted { place = sorted.order.firstIndex(of: UInt32(clamping: place)) ?? cursor.selected }
        return isReversed ? cursor.count - 1 - place : place
    }

    /// Returns the index of the row above a row, or below the first row. If the filter hides the row, its place is where it would be.
    /// Returns nil if no other row is shown.
    package func neighbor(of index: Int) -> Int? {
        let place = place(of: index)
        return self.index(at: (place ?? nextPlace(of: index)) - 1) ?? self.index(at: place == nil ? 0 : 1)
    }

    // MARK: Its rows

    /// Notes that the whole list has more rows.
    mutating func grow(to count: Int) {
        change { $0.total = count }
        noteSeen()
    }

    /// Shows all rows. The row that the user selected last is selected again. The view follows if it followed before the filter, and the
    /// user has not selected another row since.
    mutating func showAll() {
        let wasFollowing = cursor.isFollowing
        show(nil)
        (anchor, hidden, awaited) = (nil, nil, nil)
        if wasFollowing, !cursor.isFollowing, cursor.selected == cursor.count - 1 { cursor.move(to: cursor.selected) }
        noteSeen()
    }

    /// Shows no row until `add` adds those that a filter lets through.
    mutating func showNone() { show([]) }

    /// Shows more rows, which arrived after the rows that are shown already.
    mutating func add(found more: [Int]) {
        guard found != nil else { return }
        change { $0.found?.append(contentsOf: more.map { UInt32(clamping: $0) }) }
    }

    /// Shows only these rows of a list with `count` rows. The view follows as before.
    mutating func show(only rows: [Int], of count: Int) {
        let rows = rows.map { UInt32(clamping: $0) }
        guard found != rows || total != count else { return }
        change { ($0.found, $0.total) = (rows, count) }
        noteSeen()
    }

    /// Shows the rows in an order; nil stands for the order of arrival. The view follows only in this order.
    package mutating func show(_ newOrder: SortedRows?, isReversed newReversed: Bool) {
        let isByArrival = newOrder == nil && !newReversed
        if !isByArrival { cursor.follows = false }
        change { ($0.sorted, $0.isReversed) = (newOrder, newReversed) }
        if isByArrival { cursor.follows = true }
    }

    private mutating func show(_ rows: [UInt32]?) {
        // The last row that a filter shows need not be the newest row. So a user who selected it does not follow the newest rows.
        if found == nil { hasMoved = false } else if hasMoved { cursor.stopFollowing() }
        if anchor == nil, !cursor.isFollowing { anchor = selected }
        change { ($0.found, $0.sorted) = (rows, nil) }
    }

    /// Changes the rows. The selected row stays selected at the same height of the screen, unless the view follows.
    private mutating func change(_ change: (inout ShownList) -> Void) {
        let kept = awaited ?? anchor ?? (cursor.isFollowing ? nil : selected)
        change(&self)
        cursor.replace(count: sorted?.order.count ?? arrivedCount)
        if let awaited, select(awaited) { return }
        if let kept = anchor ?? kept { cursor.carry(to: nextPlace(of: kept)) }
        if hidden != nil, hidden == index(at: cursor.selected) { hidden = nil }
    }

    // MARK: The position

    /// Moves the cursor for the user, who has thereby chosen a row. So no earlier row is selected again later.
    package mutating func move(_ move: (inout ListCursor) -> Void) {
        move(&cursor)
        (anchor, hidden, awaited) = (nil, nil, nil)
        hasMoved = true
        noteSeen()
    }

    /// Selects the row with this index. Returns false if it is not shown.
    @discardableResult
    mutating func select(_ index: Int) -> Bool {
        guard let place = place(of: index) else { return false }
        move { $0.move(to: place) }
        return true
    }

    /// Selects the row with this index. One that the filter hides is selected beside the rows that are shown, until the user moves.
    package mutating func reveal(_ index: Int) {
        guard selected != index, !select(index) else { return }
        let place = nextPlace(of: index)
        move { cursor in
            cursor.place(at: place)
            cursor.stopFollowing()
        }
        (hidden, anchor) = (index, index)
    }

    package var selection: Selection { Selection(row: selected, isFollowing: cursor.isFollowing, anchor: anchor, hasMoved: hasMoved) }

    package mutating func restore(_ selection: Selection) {
        if selection.isFollowing {
            move { $0.move(to: .max) }
        } else if let row = selection.row {
            reveal(row)
        }
        if isFiltered { (anchor, hasMoved) = (hidden ?? selection.anchor, selection.hasMoved) }
    }

    /// Selects the row with this index as soon as it is shown, unless the user moves before.
    package mutating func selectWhenShown(_ index: Int) { if !select(index) { awaited = index } }

    /// Selects a row that is shown, if the filter hides the selected one.
    mutating func leaveHidden() { hidden = nil }

    /// Selects the row `step` rows further. After the last row, the first one follows. Returns whether the selection went around the end.
    package mutating func cycle(by step: Int) -> Bool {
        guard cursor.count > 0 else { return false }
        let place = cursor.selected + step
        let isAround = !(0..<cursor.count).contains(place)
        move { $0.move(to: isAround ? (step > 0 ? 0 : .max) : place) }
        return isAround
    }

    package mutating func settle(height: Int) { cursor.settle(height: height) }

    private mutating func noteSeen() { if cursor.isFollowing { seen = total } }
}

/// How many rows of a list are shown, and how many the whole list has.
package struct RowCount: Sendable, Hashable {
    package var count: Int
    package var total: Int

    package init(count: Int, total: Int) {
        self.count = count
        self.total = total
    }

    /// Returns the numbers in words, such as `3 links` or `38 of 214 links`.
    package func words(_ one: String) -> String {
        (count == total ? "" : "\(count) of ") + total.counted(one)
    }
}

/// Positions in a list in the order of a sort, with the key of each position. A row takes 36 bytes, because there may be a million.
package struct SortedRows: Sendable {
    /// The beginning of the text by which a row is sorted, as numbers, which are compared quickly.
    struct Key: Sendable, Comparable {
        private var words: SIMD4<UInt64> = .zero

        /// The number of bytes that are compared.
        static let count = 32

        init(_ text: some Sequence<UInt8>) {
            for (index, byte) in text.prefix(Self.count).enumerated() {
                words[index / 8] |= UInt64(ByteClass.lowered(byte)) << UInt64(56 - index % 8 * 8)
            }
        }

        static func < (left: Key, right: Key) -> Bool {
            for index in 0..<4 where left.words[index] != right.words[index] { return left.words[index] < right.words[index] }
            return false
        }
    }

    /// The keys, by position. The last ones may not be sorted yet.
    var keys: [Key] = []
    /// The positions in their order. Positions with equal keys are in the order of arrival.
    private(set) var order: [UInt32] = []

    /// Sorts in the positions added since the last call.
    mutating func settle() {
        let added = (order.count..<keys.count).map { UInt32(clamping: $0) }.sorted(by: isBefore)
        guard !order.isEmpty else {
            order = added
            return
        }
        var merged: [UInt32] = []
        merged.reserveCapacity(keys.count)
        var next = 0
        for position in added {
            while next < order.count, !isBefore(position, order[next]) {
                merged.append(order[next])
                next += 1
            }
            merged.append(position)
        }
        order = merged + order[next...]
    }

    private func isBefore(_ left: UInt32, _ right: UInt32) -> Bool {
        let (leftKey, rightKey) = (keys[Int(left)], keys[Int(right)])
        return leftKey == rightKey ? left < right : leftKey < rightKey
    }
}
