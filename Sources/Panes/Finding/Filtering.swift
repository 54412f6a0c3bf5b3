import Records

/// The filter of the lists and what it found so far.
package struct Filtering: Sendable {
    /// Where the text comes from.
    package enum Origin: Sendable {
        case typed
        /// One of the offered filters, by its index.
        case offer(Int)
        case completion(FilterCompletion)
    }

    package private(set) var text = ""
    /// Why the text is not a filter; nil if it is one. While the text is not a filter, the last filter stays in effect.
    package private(set) var problem: Filter.Problem?
    /// The filter in effect; nil if all rows are shown.
    package private(set) var filter: Filter?
    /// The text of the last filter that was cleared. Up recalls it in an empty line.
    package private(set) var lastText = ""
    private var origin = Origin.typed
    /// The number of the search. Each change of the filter, and each restart of its search, gets a new number.
    package private(set) var number = 0
    private(set) var linksSearched = 0
    private(set) var eventsSearched = 0
    package private(set) var isRunning = false
    /// The last known number of changes to the journey. A filter may depend on how links ended.
    private var openings = 0

    package init() {}

    /// Changes the text. Returns whether the filter changed.
    package mutating func change(to newText: String, from newOrigin: Origin = .typed) -> Bool {
        origin = newOrigin
        guard newText != text else { return false }
        text = newText
        problem = nil
        do throws(Filter.Problem) {
            let changed = try Filter(newText)
            guard filter.map({ $0 != changed }) ?? !changed.isEmpty else { return false }
            filter = changed.isEmpty ? nil : changed
        } catch {
            problem = error
            return false
        }
        restart()
        return true
    }

    private mutating func restart() {
        number += 1
        (linksSearched, eventsSearched, isRunning) = (0, 0, false)
    }

    /// Restarts the search if the journey has changed and the filter depends on how links ended. Returns whether the search was restarted.
    package mutating func note(openings newOpenings: Int) -> Bool {
        defer { openings = newOpenings }
        guard newOpenings != openings, filter?.dependsOnOpenings == true else { return false }
        restart()
        return true
    }

    /// The index, among the offered filters, of the filter in the line; nil if the text is none of them.
    package var offer: Int? { if case .offer(let index) = origin { index } else { nil } }

    /// The completion that Tab chooses; nil if there is nothing to complete.
    package var nextCompletion: FilterCompletion? {
        if case .completion(let completion) = origin, let next = completion.next { return next }
        return FilterCompletion(of: text)
    }

    package mutating func clear() {
        if !text.isEmpty { lastText = text }
        _ = change(to: "")
    }

    /// Returns the search for the rows that were not searched yet; nil if there are none, or a search is running.
    package mutating func nextScan(_ lists: Lists, _ appNames: AppNames, _ journey: Journey) -> FilterScan? {
        guard let filter, !isRunning, linksSearched < lists.links.count || eventsSearched < lists.events.count else { return nil }
        isRunning = true
        return FilterScan(
            number: number, filter: filter, lists: lists, appNames: appNames, journey: journey, firstLink: linksSearched,
            firstEvent: eventsSearched)
    }

    /// Returns whether all rows were searched.
    package func isComplete(_ lists: Lists) -> Bool {
        filter == nil || !isRunning && linksSearched >= lists.links.count && eventsSearched >= lists.events.count
    }

    /// Returns the text for a list in which the filter shows no row, or none yet.
    package func words(forNo row: String) -> String {
        if isRunning { return "Searching..." }
        if let term = filter?.termForEnd { return "No \(row) matches. To find results, use \(term)." }
        return "No \(row) matches the filter. Esc clears it, / edits it."
    }

    /// Notes how far the search came. Returns false for the news of an earlier filter.
    package mutating func note(_ found: FilterScan.Found) -> Bool {
        guard found.number == number, filter != nil else { return false }
        (linksSearched, eventsSearched) = (found.linksSearched, found.eventsSearched)
        if found.isLast { isRunning = false }
        return true
    }
}

/// One of the completions of what the user typed into the line of the filter. Each Tab chooses the next one, around the end.
package struct FilterCompletion: Sendable {
    private let choices: [String]
    private var index = 0

    /// Creates the first completion of a text; nil if there is nothing to complete.
    init?(of text: String) {
        choices = FilterField.completions(of: text)
        if choices.isEmpty { return nil }
    }

    package var text: String { choices[index] }

    /// The next completion; nil if there is no other one. Tab then completes what follows the only completion.
    var next: FilterCompletion? {
        guard choices.count > 1 else { return nil }
        var next = self
        next.index = (index + 1) % choices.count
        return next
    }
}
