import AppLinks
package import Associations
import LinkLayers
import Pages

// The files of a site as they are served.
extension SuiteFixtures {
    /// Adds the files that devices get from a host: on Apple devices Apple's copy or, without a copy, the site's own file; on Android the
    /// site's file with those that it includes.
    package mutating func add(_ verdict: Verdict, of host: String) {
        if let apple = verdict.apple {
            if let decider = apple.decider, let file = apple.file {
                let served = verdict.files.all.last { $0.kind == decider }
                aasa[host] = File(path: served?.url ?? host, file)
            } else {
                absences[.ios, default: [:]][host] = Self.reason(verdict, .ios)
            }
        }
        if let android = verdict.android {
            if let file = android.file {
                let own = File(path: verdict.files.assetLinks?.url ?? host, file)
                let included = verdict.files.includes.compactMap { served in
                    served.content.map { File(path: served.url, AssetLinksFile($0)) }
                }
                assetLinks[host] = [own] + included
            } else {
                absences[.android, default: [:]][host] = Self.reason(verdict, .android)
            }
        }
    }

    private static func reason(_ verdict: Verdict, _ platform: AppPlatform) -> String? {
        verdict.causes.first { $0.platform == platform && $0.severity == .error }?.message.withoutFinalPeriod
    }
}
