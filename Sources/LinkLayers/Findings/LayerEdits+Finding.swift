extension LayerEdits {
    /// Returns a finding about the text of the layer as a finding about the link.
    func finding(_ inner: Finding) -> Finding {
        var finding = inner
        finding.range = inner.range.map(place)
        finding.repair = inner.repair.flatMap { repair($0.summary, $0.edits) }
        return finding
    }
}
