extension RuleTrial {
    mutating func matches(_ component: AASAComponent) -> Bool {
        let view = LinkSubject.View(isDecoded: !component.isPercentEncoded, isFolded: component.ignoresCase)
        var parts = 0
        var isMatch = true
        if let path = component.path { isMatch = check(path, .path, view) }
        if isMatch {
            parts = 1
            isMatch = checkQuery(component, view)
        }
        if isMatch, let fragment = component.fragment {
            parts = 2
            isMatch = check(fragment, .fragment, view)
        }
        if component.place.isLegacy, miss?.cause == .differentCase { miss?.cause = .differentCaseOfPath }
        // A path that every link has brings no rule closer.
        let asksForPath = component.path.map { !$0.isEverything && $0.text != "/*" } ?? false
        let asked = (parts > 0 && asksForPath ? 1 : 0) + (parts > 1 && component.query != nil ? 1 : 0)
        return note(
            isMatch, of: component.place.description, component.range, isExcluding: component.isExcluding, matched: asked,
            part: asked > 0 ? parts : 0, isImpossible: component.isImpossible)
    }

    private mutating func checkQuery(_ component: AASAComponent, _ view: LinkSubject.View) -> Bool {
        switch component.query {
        case nil: return true
        case .whole(let pattern): return check(pattern, .query, view)
        case .items(let items):
            let given = items.isEmpty ? [] : subject.items(view)
            for (name, pattern) in items where !pattern.isEverything {
                let values = given.values(of: name)
                for value in values where !check(pattern, value, .item(name.text)) { return false }
                // A missing parameter counts as empty.
                if values.isEmpty, !check(pattern, subject.endOfQuery, .item(name.text)) {
                    if miss?.cause == .different { miss?.cause = .missingItem }
                    return false
                }
            }
            return true
        }
    }
}
