import AppLinks
import Pages

extension ResolutionReport {
    /// Appends the result of running the page's scripts as an object of `resolve --json`. Appends null if the scripts were not run.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>?, to json: inout JSONOutput, _ masking: inout Masking) {
        guard let scripts else { return json.raw("null") }
        let run = try? scripts.get()
        json.beginObject()
        json.key("ran")
        json.bool(run != nil)
        json.key("browser")
        json.string(run?.browser)
        json.key("sandboxed")
        if let run { json.bool(run.isSandboxed) } else { json.raw("null") }
        json.key("settled")
        if let run { json.bool(run.isSettled) } else { json.raw("null") }
        json.key("url")
        json.string((run?.url).map { masking.text($0, at: "scripts.url") })
        json.key("requests")
        if let run { json.number(run.requests) } else { json.raw("null") }
        json.key("bytes")
        if let run { json.number(run.bytes) } else { json.raw("null") }
        json.key("milliseconds")
        json.raw(run.map { Self.tenths($0.milliseconds) } ?? "null")
        json.key("refused")
        json.beginArray()
        for (index, refusal) in (run?.refusals ?? []).enumerated() {
            json.beginObject()
            json.key("host")
            json.string(masking.text(refusal.host, at: "scripts.refused[\(index)].host"))
            json.key("address")
            json.string(refusal.address)
            json.key("kind")
            json.string(refusal.kind.rawValue)
            json.endObject()
        }
        json.endArray()
        json.key("openings")
        json.beginArray()
        for (index, opening) in (run?.openings ?? []).enumerated() {
            json.string(masking.text(opening, at: "scripts.openings[\(index)]"))
        }
        json.endArray()
        json.endObject()
    }

    /// Appends the result of running the page's scripts as one or two lines of text.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>?, to text: inout TextOutput, _ masking: inout Masking) {
        switch scripts {
        case nil: break
        case .failure: text.field("scripts", "not run")
        case .success(let run):
            let requests = run.requests == 1 ? "1 request" : "\(run.requests) requests"
            text.begin("scripts")
            text.outside("run by \(run.browser)  \(requests), \(run.bytes) bytes  \(Self.tenths(run.milliseconds)) ms")
            text.endLine()
            guard case .success(let resolution) = outcome, run.url != resolution.page.url.absoluteString else { return }
            text.beginInner()
            text.own("-> ")
            text.outside(masking.text(run.url, at: ""))
            text.endLine()
        }
    }

    /// Whether the page's scripts should have run but could not.
    package var lacksScripts: Bool {
        guard case .success(let resolution) = outcome, case .failure? = resolution.scripts else { return false }
        return true
    }
}
