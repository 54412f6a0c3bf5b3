/// The lists of the links and of the events, with all that their rows tell.
package struct ListsView {
    let lists: Lists
    let sorting: Sorting
    let filtering: Filtering
    let device: Device
    let journey: Journey
    let lookups: Lookups
    let memory: RecordCache
    /// The columns that the user wants to see, in order.
    let chosen: ListColumns
    /// The arguments of events that the user wants to see in the rows.
    let arguments: [String]

    package init(
        lists: Lists, sorting: Sorting, filtering: Filtering, device: Device, journey: Journey, lookups: Lookups, memory: RecordCache,
        chosen: ListColumns, arguments: [String]
    ) {
        self.lists = lists
        self.sorting = sorting
        self.filtering = filtering
        self.device = device
        self.journey = journey
        self.lookups = lookups
        self.memory = memory
        self.chosen = chosen
        self.arguments = arguments
    }
}
