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
                var handlers = HandlerList.handlers(in: value)
                switch group.name {
                case .defaults:
                    handlers.insert(handler, at: 0)
                    if group.isExact { isSeenByAll = true }
                case .removed where handlers.contains(handler): handlers.removeAll { $0 == handler }
                default: continue
                }
                let before = lines[index].content
                lines[index].content = HandlerList.entry(key, handlers) + lines[index].carriageReturn
                noted.append((index, ListChanges.Line(group: group.name, before: before, after: lines[index].content)))
            default: continue
            }
        }
        if !isSeenByAll {
            let header = firstHeader ?? appendGroup(noting: &changes)
            let line = HandlerList.entry(key, [handler]) + lines[header].carriageReturn
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
}
