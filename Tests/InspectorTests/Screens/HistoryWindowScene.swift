import Records

/// What the window with the history shows in its golden screens.
enum HistoryWindowScene {
    static func entries(before now: Int64) -> [HistoryEntry] {
        [
            HistoryEntry(
                id: 4, session: "2025-11-21T01-00-07.123Z-4711", sessionName: "checkout", record: 41, time: now - 86_400_000,
                kind: .link,
                source: "send", text: "shop://sale/42?utm_campaign=summer&access_token=••••••••", isMasked: true),
            HistoryEntry(
                id: 3, session: "2025-11-20T09-00-07.123Z-815", sessionName: nil, record: nil, time: now - 172_800_000,
                kind: .navigation,
                source: "act", text: "opened shop://sale/1", isMasked: false),
            HistoryEntry(
                id: 2, session: "2025-11-20T09-00-07.123Z-815", sessionName: nil, record: 0, time: now - 172_900_000, kind: .event,
                source: "http", text: #"{"event_name":"al_nav_in","event_args":{"targetURL":"shop://sale/1"}}"#, isMasked: false),
        ]
    }
}
