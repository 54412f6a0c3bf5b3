package import Screen

/// A window over the panes. It receives the keys first.
package enum Overlay: Sendable, Equatable {
    case help(top: Int)
    case writing(TextLine)
    /// The form is in `Forms`, so that closing the window loses nothing.
    case building
    case device(ListCursor)
    case samples(ListCursor)
    /// The preview of what a return would send.
    case returning
    case lookup(LookupWindow)
    /// The copy menu; the cursor counts in `CopyChoice.allCases`.
    case copying(ListCursor)
    case qrCode(QRCode)
    /// A whole value. `tops` are the bytes at which the lines that were scrolled past and the first line in view begin.
    case value(title: String, text: [UInt8], tops: [Int])
}
