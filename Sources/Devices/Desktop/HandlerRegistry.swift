import Platform

/// Makes linkscope the handler of schemes on a desktop that follows the specifications of freedesktop.org, and undoes that.
///
/// Three files take part. The desktop entry tells how linkscope is started and for which schemes. The user's `mimeapps.list` makes it the
/// default. The state, a file of linkscope, keeps what was there before. The state is written first and removed last, so that a crash
/// between two steps loses nothing. No cache has to be updated: programs read the default from the list alone.
package struct HandlerRegistry: Sendable {
    package let paths: HandlerPaths

    private var list: DesktopFile { DesktopFile(path: paths.list) }
    private var entry: DesktopFile { DesktopFile(path: paths.entry) }
    private var state: DesktopFile { DesktopFile(path: paths.state + "/desktop-handlers.json") }

    package init(environment: [String: String]) throws(HandlerError) {
        paths = try HandlerPaths(environment: environment)
    }

    // MARK: Asking

    /// Returns the schemes for which linkscope is registered, in alphabetical order.
    package func registered() throws(HandlerError) -> [HandlerStatus] {
        try Content(self).schemes.sorted().map { scheme throws(HandlerError) in try status(of: scheme, isRegistered: true) }
    }

    private func status(of scheme: String, isRegistered: Bool, former: String? = nil) throws(HandlerError) -> HandlerStatus {
        var status = HandlerStatus(scheme: scheme, isRegistered: isRegistered, former: former)
        let type = DesktopEntry.type(ofScheme: scheme)
        for path in paths.lists {
            // A list of the system that cannot be read names no default for the user.
            guard let bytes = try path == paths.list ? list.read() : (try? DesktopFile(path: path).read()) else { continue }
            guard let handler = MimeAppsList(bytes).defaults(of: type).first else { continue }
            (status.handler, status.list) = (handler, path)
            break
        }
        return status
    }

    // MARK: Registering

    /// Makes linkscope the default handler of schemes. Registering a scheme again only repeats what is missing.
    ///
    /// - Parameter program: The absolute path of linkscope.
    package func register(_ schemes: [HandledScheme], program: String) throws(HandlerError) -> [HandlerStatus] {
        try failing(as: HandlerError.init, Folders.makePrivate(paths.state))
        // No other process registers or unregisters until the lock is released.
        let lock = try DesktopFolder.lock(paths.state)
        defer { withExtendedLifetime(lock) {} }
        var content = try Content(self)
        var formers: [String?] = []
        for scheme in schemes {
            formers.append(try status(of: scheme.name, isRegistered: false).handler.flatMap { $0 == DesktopEntry.id ? nil : $0 })
            content.list.register(DesktopEntry.id, for: scheme.type, noting: &content.state.changes)
        }
        let names = content.schemes.union(schemes.map(\.name)).sorted()
        let text = Array(DesktopEntry(program: program, schemes: names).text.utf8)
        if content.listBytes == nil { content.state.isListNew = true }
        for folder in [paths.list, paths.entry].map({ String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }) {
            content.state.folders += try DesktopFolder.make(folder)
        }
        try state.replace(Array(content.state.text.utf8), mode: 0o600)
        if try entry.read() != text { try entry.replace(text) }
        if content.list.bytes != content.listBytes { try list.replace(content.list.bytes) }
        return try zip(schemes, formers).map { scheme, former throws(HandlerError) in
            try status(of: scheme.name, isRegistered: true, former: former)
        }
    }

    // MARK: Unregistering

    /// Undoes the registration of schemes. If no other program has changed the list since, it is as it was before, byte for byte. Returns
    /// nil for each scheme for which linkscope was not registered.
    package func unregister(_ schemes: [HandledScheme]) throws(HandlerError) -> [HandlerStatus?] {
        let lock = try? DesktopFolder.lock(paths.state)
        defer { withExtendedLifetime(lock) {} }
        var content = try Content(self)
        var known = content.schemes
        let isKnown = schemes.map { known.remove($0.name) != nil }
        guard isKnown.contains(true) else { return schemes.map { _ in nil } }
        for (scheme, isKnown) in zip(schemes, isKnown) where isKnown {
            content.list.unregister(DesktopEntry.id, for: scheme.type, noting: &content.state.changes)
        }
        if let bytes = content.listBytes, content.list.bytes != bytes {
            if content.list.bytes.isEmpty, content.state.isListNew { try list.remove() } else { try list.replace(content.list.bytes) }
        }
        if known.isEmpty {
            try entry.remove()
            // rmdir removes only empty folders, so the innermost comes first.
            for folder in content.state.folders.reversed() { unsafe rmdir(folder) }
            try state.remove()
        } else {
            if let text = try entry.read() { try entry.replace(DesktopEntry.text(text, withSchemes: known.sorted())) }
            try state.replace(Array(content.state.text.utf8), mode: 0o600)
        }
        return try zip(schemes, isKnown).map { scheme, isKnown throws(HandlerError) in
            isKnown ? try status(of: scheme.name, isRegistered: false) : nil
        }
    }

    // MARK: The files

    /// What the files contain.
    private struct Content {
        /// The bytes of the list; nil if the file does not exist.
        var listBytes: [UInt8]?
        var list: MimeAppsList
        var state: HandlerState
        /// The schemes for which linkscope is registered.
        var schemes: Set<String>

        init(_ registry: HandlerRegistry) throws(HandlerError) {
            listBytes = try registry.list.read()
            list = MimeAppsList(listBytes ?? [])
            state = HandlerState(list: registry.paths.list)
            if let noted = try registry.state.read().flatMap(HandlerState.init), noted.list == state.list { state = noted }
            let types = list.types(of: DesktopEntry.id) + state.changes.lines.keys
            schemes = Set(types.compactMap(DesktopEntry.scheme) + DesktopEntry.schemes(in: try registry.entry.read() ?? []))
        }
    }
}

/// Which program opens links with a scheme.
package struct HandlerStatus: Sendable, Hashable {
    package var scheme: String
    /// Whether linkscope is registered for the scheme.
    package var isRegistered: Bool
    /// The ID of the desktop entry of the default program; nil if no list names one. A program may still open the links, because its own
    /// desktop entry names the scheme.
    package var handler: String?
    /// The list that names the default program.
    package var list: String?
    /// The default program before linkscope was registered; nil if that is not known or not asked.
    package var former: String?

    /// Whether linkscope opens the links.
    package var isDefault: Bool { handler == DesktopEntry.id }
}

/// The reason why linkscope could not be made the handler of a scheme, or why that could not be undone.
package struct HandlerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file or folder; nil if the reason is not about one.
    package var path: String?
    package var reason: String
    /// What to do about it, as a sentence; empty if linkscope has no advice.
    package var advice: String

    package init(path: String?, reason: String, advice: String = "") {
        self.path = path
        self.reason = reason
        self.advice = advice
    }

    init(_ problem: Folders.Problem) { self.init(path: problem.path, reason: problem.reason) }

    package var description: String { (path.map { "\($0): " } ?? "") + reason }
}
