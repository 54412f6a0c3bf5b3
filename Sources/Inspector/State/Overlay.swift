package import Panes
package import Screen

/// A window over the panes. An open window receives keys before the panes do.
package enum Overlay: Sendable, Equatable {
    /// The help, or only the rows with a word, and the line while the word is typed.
    case help(top: Int, word: String = "", line: TextLine? = nil)
    case palette(CommandPalette)
    /// The last notices.
    case messages(top: Int)
    /// The line in which the filter is typed. The panes stay in view and change with each key.
    case filtering(TextLine)
    /// The line in which the text is typed that is looked for in the details or in the journey.
    case finding(TextLine)
    case writing(TextLine)
    /// The form itself is in `Forms`, so its texts are kept when the window is closed.
    case building
    /// The form of an app, which is in `Forms` too.
    case declaring
    case device(ListCursor)
    case samples(ListCursor)
    case sorting(ListCursor)
    case sessions(SessionList)
    /// The preview of what a return from a link would send.
    case returning(RefererReturn)
    /// The choice of the app from which a link is opened.
    case opening(OpeningChoice)
    /// The choice of a real device for a link.
    case realDevices(RealDeviceWindow)
    /// The sources of records, which can be started and stopped.
    case sources(SourcesWindow)
    /// The search in all sessions.
    case history(HistoryWindow)
    /// The choice of the links to record as a suite, and of the file.
    case recording(SuiteWindow)
    /// The copy menu. The cursor selects an index of `CopyChoice.allCases`.
    case copying(ListCursor)
    case qrCode(QRCode)
    /// A whole value. `tops` has the byte offset of every line from the second line of the value to the first line in view. It is empty if
    /// the view is at the beginning.
    case value(title: String, text: [UInt8], tops: [Int])

    /// Whether the window asks a question, which any key answers.
    var isQuestion: Bool { if case .sessions(let list) = self { list.step == .deleting } else { false } }
}
