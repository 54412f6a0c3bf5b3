package import Screen

/// What lies over the panes and takes the keys first.
package enum Overlay: Sendable, Equatable {
    case help(top: Int)
    case writing(TextLine)
    /// The form that is kept in the state, so that closing the window loses nothing.
    case building
    case device(ListCursor)
    case samples(ListCursor)
    /// What a return would send, before it is sent.
    case returning([PreviewLine])
    /// What the network was asked about a link; its rows are in `State.lookupRows`.
    case lookup(LookupWindow)
    /// What can be copied; the cursor counts in `CopyChoice.allCases`.
    case copying(ListCursor)
    case qrCode(QRCode)
    /// A whole value; `tops` are the bytes at which the lines scrolled past and the first line in view begin.
    case value(title: String, text: [UInt8], tops: [Int])

    package struct PreviewLine: Sendable, Equatable {
        package var label: String
        package var value: String
    }
}
