import Records

extension State {
    /// A key and what it does, in a word, for the last row.
    package struct Hint: Sendable, Equatable {
        /// What it stands for; nil for the keys of a window.
        package var command: Command?
        package var keys: String
        package var word: String
    }

    /// The keys that do something here and now, for the last row: made from the table of bindings, so that none of them lies.
    package var hints: [Hint] {
        guard overlay == nil else { return windowHints.map { Hint(command: nil, keys: $0.0, word: $0.1) } }
        return Binding.footer.filter(isUseful).compactMap { command in
            let binding = Binding.of(command)
            guard let hint = binding.hint else { return nil }
            let word =
                switch command {
                case .open: focus == .detail ? detailHint : hint
                case .zoom: isZoomed ? "all panes" : hint
                default: hint
                }
            return Hint(command: command, keys: String(binding.keyText.prefix { $0 != " " }), word: word)
        }
    }

    private var windowHints: [(String, String)] {
        switch overlay {
        case .help, .value: [("j/k", "scroll"), ("Esc", "close")]
        case .writing: [("Enter", "deliver"), ("Esc", "cancel")]
        case .building: buildingHints
        case .samples: [("j/k", "move"), ("Enter", "deliver"), ("Esc", "close")]
        case .device: [("j/k", "move"), ("Space", "on/off"), ("f", "to front"), ("Esc", "done")]
        case .copying: [("Enter", "copy"), ("Up/Down", "move"), ("Esc", "close")]
        case .qrCode: [("Esc", "close")]
        case .lookup(let window): hints(of: window)
        case .returning: [("Enter", "send"), ("Esc", "cancel")]
        case nil: []
        }
    }

    private func isUseful(_ command: Command) -> Bool {
        switch command {
        case .open: canOpen
        case .goBack, .dismissBanner: bannerText != nil
        case .copy: shown != nil
        case .sample: links.isEmpty
        case .repair: canRepair
        case .resolve, .runScripts, .verify: webLink != nil && !isCutLink
        case .nextPane: !links.isEmpty || !events.isEmpty
        case .zoom: (!links.isEmpty || !events.isEmpty) && layout.density != .list
        case .follow: focus == .events ? !eventCursor.isFollowing && !events.isEmpty : !linkCursor.isFollowing && !links.isEmpty
        default: true
        }
    }
}
