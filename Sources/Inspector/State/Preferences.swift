/// What the user has set in `config.yaml`.
package struct Preferences: Sendable, Equatable {
    /// A filter with a name.
    package struct SavedFilter: Sendable, Equatable {
        package var name: String
        package var text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The path of the file, to be shown; nil if there is no home folder.
    package var path: String?

    package var keys = KeyMap()
    /// The filters that `/` and Up offer, in order.
    package var filters: [SavedFilter] = []

    /// The arguments that the list of events shows first; empty for the usual ones.
    package var eventArguments: [String] = []

    /// The columns of the lists.
    package var columns = ListColumns()

    package init() {}
}
