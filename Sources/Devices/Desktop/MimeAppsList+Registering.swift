extension MimeAppsList {
    /// Makes a handler the default of a type. The former handlers stay behind it, as the next ones to try.
    ///
    /// - Parameter changes: The changes of this file so far. The new ones are added.
    package mutating func register(_ handler: String, for type: String, noting changes: inout ListChanges) {
        // The changes that were noted before are undone first, so that a single change of each line is enough to undo all of them.
        unregister(handler, for: type, noting: &changes)
        let (handler, key) = (Array(handler.utf8), Array(type.utf8))
        var noted: [(index: Int, change: ListChanges.Line)] = []
        var group = (name: MimeAppsGroup.unknown, isExact: false)
        var firstHeader: Int?
        var isSeenByAll = false
        for index in lines.indices {
            switch lines[index].meaning {
            case .group(let name, let isExact):
                group = (name, isExact)
                if name == .defaults, isExact, firstHeader == nil { firstHeader = index }
            case .entry(let found, let value) where found.elementsEqual(key):
                var handlers = MimeAppsHandlers.handlers(in: value)
                switch group.name {
                case .defaults:
                    handlers.insert(handler, at: 0)
                    if group.isExact { isSeenByAll = true }
                case .removed where handlers.contains(handler): handlers.removeAll { $0 == handler }
                default: continue
                }
                let before = lines[index].content
                lines[index].content = MimeAppsHandlers.entry(key, handlers) + lines[index].carriageReturn
                noted.append((index, ListChanges.Line(group: group.name, before: before, after: lines[index].content)))
            default: continue
            }
        }
        if !isSeenByAll {
            let header = firstHeader ?? appendGroup(noting: &changes)
            let line = MimeAppsHandlers.entry(key, [handler]) + lines[header].carriageReturn
            insert(line, after: header)
            let place = noted.firstIndex { $0.index > header } ?? noted.endIndex
            noted.insert((header + 1, ListChanges.Line(group: .defaults, before: nil, after: line)), at: place)
        }
        changes.lines[type] = noted.map(\.change)
    }

    /// Appends the group of the default handlers. Returns the index of its first line.
    private mutating func appendGroup(noting changes: inout ListChanges) -> Int {
        let carriageReturn = lines.first?.carriageReturn ?? []
        let header = Array("[\(MimeAppsGroup.defaults.rawValue)]".utf8) + carriageReturn
        guard let last = lines.last else {
            lines = [MimeAppsLine(content: header, isTerminated: true)]
            changes.group = .plain
            return 0
        }
        changes.group = last.isEmpty && last.isTerminated ? .plain : .separated
        if changes.group == .separated { insert(carriageReturn, after: lines.count - 1) }
        insert(header, after: lines.count - 1)
        return lines.count - 1
    }

    /// Inserts a line. If the file does not end in a newline, it does not end in one afterwards either.
    private mutating func insert(_ content: [UInt8], after index: Int) {
        lines.insert(MimeAppsLine(content: content, isTerminated: lines[index].isTerminated), at: index + 1)
        lines[index].isTerminated = true
    }

    /// Removes a handler from a type. A line that is as `register` left it becomes what it was before; from any other line, only the handler
    /// is removed. So the former default applies again.
    ///
    /// - Parameter changes: The changes of this file so far. Those of the type are removed.
    package mutating func unregister(_ handler: String, for type: String, noting changes: inout ListChanges) {
        let (handler, key) = (Array(handler.utf8), Array(type.utf8))
        // Different lines may have become equal. They are told apart by their order, and the last one of an array is taken first.
        var noted: [MimeAppsGroup: [[UInt8]: [ListChanges.Line]]] = [:]
        for change in (changes.lines.removeValue(forKey: type) ?? []).reversed() {
            noted[change.group, default: [:]][change.after, default: []].append(change)
        }
        var group = MimeAppsGroup.unknown
        var removed: Set<Int> = []
        for index in lines.indices {
            switch lines[index].meaning {
            case .group(let name, _): group = name
            case .entry(let found, _) where found.elementsEqual(key):
                var isKept = true
                if let change = noted[group]?[lines[index].content]?.popLast() {
                    if let before = change.before { lines[index].content = before } else { isKept = false }
                }
                if group == .defaults || group == .added, isKept { isKept = removeHandler(handler, fromLine: index) }
                if !isKept { removed.insert(index) }
            default: continue
            }
        }
        remove(removed)
        if let group = changes.group, changes.lines.isEmpty {
            removeGroup(group)
            changes.group = nil
        }
    }

    /// Removes a handler from an entry. Returns `false` if no other handler is left.
    private mutating func removeHandler(_ handler: [UInt8], fromLine index: Int) -> Bool {
        guard case .entry(_, let value) = lines[index].meaning else { return true }
        let handlers = MimeAppsHandlers.handlers(in: value)
        let rest = handlers.filter { $0 != handler }
        guard rest.count < handlers.count else { return true }
        if rest.isEmpty { return false }
        let content = lines[index].content
        lines[index].content = Array(content[..<value.startIndex]) + MimeAppsHandlers.value(rest) + content[value.endIndex...]
        return true
    }

    /// Removes the group of the default handlers that `register` added, if it is empty.
    private mutating func removeGroup(_ added: ListChanges.AddedGroup) {
        let header = lines.firstIndex { line in
            if case .group(.defaults, isExact: true) = line.meaning { true } else { false }
        }
        guard let header else { return }
        let next = lines[(header + 1)...].first { !$0.isEmpty }
        switch next?.meaning {
        case nil, .group: break
        case .entry, .other: return
        }
        remove(added == .separated && header > 0 && lines[header - 1].isEmpty ? [header - 1, header] : [header])
    }

    /// Removes lines. If the file does not end in a newline, it does not end in one afterwards either.
    private mutating func remove(_ indices: Set<Int>) {
        guard !indices.isEmpty else { return }
        let isTerminated = lines.last?.isTerminated ?? true
        lines = lines.indices.filter { !indices.contains($0) }.map { lines[$0] }
        if !lines.isEmpty { lines[lines.count - 1].isTerminated = isTerminated }
    }
}
