import AppLinks
package import Associations
import LinkLayers
import Pages

// The files of a site as they are served.
extension SuiteFixtures {
    /// Adds the files that devices get from a site: on Apple devices Apple's copy or, without a copy, the site's own file; on Android the
    /// site's file with those that it includes.
    package mutating func add(_ verdict: Verdict) {
        let site = verdict.files.site
        var served = ServedSite()
        if let apple = verdict.apple {
            if let decider = apple.decider, let file = apple.file {
                let copy = verdict.files.all.last { $0.kind == decider }
                served.aasa = File(path: copy?.url ?? site.host, file)
            } else {
                served.absences[.ios] = Self.reason(verdict, .ios)
            }
        }
        if let android = verdict.android {
            if let file = android.file {
                let own = File(path: verdict.files.assetLinks?.url ?? site.host, file)
                let included = verdict.files.includes.compactMap { include in
                    include.content.map { File(path: include.url, AssetLinksFile($0)) }
                }
                served.assetLinks = [own] + included
            } else {
                served.absences[.android] = Self.reason(verdict, .android)
            }
        }
        self.served[site] = served
    }

    private static func reason(_ verdict: Verdict, _ platform: AppPlatform) -> String? {
        verdict.causes.first { $0.platform == platform && $0.severity == .error }?.message.withoutFinalPeriod
    }
}
