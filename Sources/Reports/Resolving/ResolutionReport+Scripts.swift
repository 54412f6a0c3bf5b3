import AppLinks
import LinkLayers
import Pages

extension ResolutionReport {
    /// Appends the members of `scripts` in `resolve --json`.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>, to json: inout JSONOutput) {
        let run = try? scripts.get()
        json.field("ran", run != nil)
        json.field("browser", run?.browser)
        json.field("sandboxed", run?.isSandboxed)
        json.field("settled", run?.isSettled)
        json.field("url", masked: run?.url)
        json.field("requests", run?.requests)
        json.field("bytes", run?.bytes)
        json.field("milliseconds", raw: run.map { Self.tenths($0.milliseconds) })
        json.objects("refused", run?.refusals ?? []) { json, refusal in
            json.field("host", masked: refusal.host)
            json.field("address", refusal.address)
            json.field("kind", refusal.kind.rawValue)
        }
        json.strings("openings", masked: run?.openings ?? [])
    }

    /// Appends the result of running the page's scripts as one or two lines of text.
    func append(_ scripts: Result<ScriptRun, ScriptProblem>?, to text: inout TextOutput) {
        switch scripts {
        case nil: break
        case .failure: text.field("scripts", "not run")
        case .success(let run):
            let requests = run.requests == 1 ? "1 request" : "\(run.requests) requests"
            text.field("scripts", "run by \(run.browser)  \(requests), \(run.bytes) bytes  \(Self.tenths(run.milliseconds)) ms")
            guard case .success(let resolution) = outcome, run.url != resolution.page.url.absoluteString else { return }
            text.arrow(to: run.url)
        }
    }

    /// Whether the page's scripts should have run but could not.
    package var lacksScripts: Bool {
        guard case .success(let resolution) = outcome, case .failure? = resolution.scripts else { return false }
        return true
    }
}
