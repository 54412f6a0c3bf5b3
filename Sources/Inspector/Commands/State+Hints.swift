import LinkLayers

extension State {
    /// The keys that do something here and now, for the last row: made from the table of bindings, so that none of them lies.
    var hints: [(keys: String, word: String)] {
        switch overlay {
        case .help, .value: return [("j/k", "scroll"), ("Esc", "close")]
        case .writing: return [("Enter", "deliver"), ("Esc", "leave")]
        case .samples: return [("j/k", "move"), ("Enter", "deliver"), ("Esc", "close")]
        case .device: return [("j/k", "move"), ("Space", "on/off"), ("f", "to front"), ("Esc", "done")]
        case .returning: return [("Enter", "send"), ("Esc", "leave")]
        case nil: break
        }
        return Binding.footer.filter(isUseful).compactMap { command in
            let binding = Binding.of(command)
            guard let hint = binding.hint else { return nil }
            return (binding.keyText.prefix { $0 != " " }.description, command == .zoom && isZoomed ? "all panes" : hint)
        }
    }

    private func isUseful(_ command: Command) -> Bool {
        switch command {
        case .open: !links.isEmpty || focus == .events && !events.isEmpty
        case .goBack, .dismissBanner: bannerText != nil
        case .sample: links.isEmpty
        case .nextPane, .zoom: !links.isEmpty || !events.isEmpty
        case .follow: focus == .events ? !eventCursor.isFollowing && !events.isEmpty : !linkCursor.isFollowing && !links.isEmpty
        default: true
        }
    }
}
