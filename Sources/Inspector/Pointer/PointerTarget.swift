/// What a click acts on.
package enum PointerTarget: Sendable, Hashable {
    /// A pane, where it shows nothing else that can be clicked.
    case pane(Pane)
    /// A row of a pane, by its place in the pane's list.
    case row(Pane, Int)
    case tab(DetailTab)
    /// The banner, or a key in the footer.
    case command(Command)
    /// A border between panes, which can be dragged.
    case divider(Divider)
    /// A row of the list in the open window.
    case windowRow(Int)
}
