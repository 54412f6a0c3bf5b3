extension State {
    /// The rows of the window with the last notices.
    var noticeRows: [NoticeRow] { NoticeRow.all(notices.log, columns: windowPlace.columns, display: display) }
}
