import AppLinks
import Pages
import Screen

/// The rows about the scripts of a page: the result of running them, or how to run them.
struct ScriptLines {
    let answer: PageAnswer
    let mask: SecretMask

    func lines() -> [DetailLine] {
        switch answer.scripts {
        case nil where answer.needsScripts:
            return [
                DetailLine("scripts", "not run; J runs them in Chromium and reads the page again", valueRole: .accent)
                    .overflowing(.words)
            ]
        case nil: return []
        case .failure: return [DetailLine("scripts", "not run (see below); J tries again", valueRole: .warning).overflowing(.words)]
        case .success(let run):
            var lines = [DetailLine("scripts", facts(of: run), valueRole: .ok).overflowing(.words)]
            if run.url != answer.final.text {
                lines.append(DetailLine("", "-> \(mask.beginning(of: run.url, columns: 400))", valueRole: .accent).overflowing(.rows(2)))
            }
            return lines
        }
    }

    private func facts(of run: ScriptRun) -> String {
        let requests = run.requests == 1 ? "1 request" : "\(run.requests) requests"
        return "run by \(mask.said(run.browser)): \(requests), \(run.bytes) bytes, \(HopLines.text(milliseconds: run.milliseconds))"
    }
}
