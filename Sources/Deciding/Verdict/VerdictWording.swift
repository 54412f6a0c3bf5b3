import AppLinks
import LinkLayers

// The wording of a verdict, which all reports and screens share.

extension Verdict {
    package var sentence: String {
        if isUnknown { return "unknown: no file could be fetched" }
        let platforms = [(apple?.opensWithHTTPS, AppPlatform.ios), (android?.opensWithHTTPS, .android)]
        if question.link == nil {
            let count = causes.count { $0.severity == .error }
            return count == 0 ? "yes: no file has an error" : "no: \(count == 1 ? "1 error" : "\(count) errors") to correct"
        }
        let opening = platforms.filter { $0.0 == true }.map(\.1.name).joined(separator: " and on ")
        let others = platforms.filter { $0.0 == false }.map(\.1.name).joined(separator: " or ")
        let link = question.otherScheme.map { "the link uses \($0); with https, it" } ?? "the link"
        if opening.isEmpty { return "no: \(link) does not open in the app on \(others)" }
        let but = others.isEmpty ? "" : ", but not on \(others)"
        return "\(opensInApp == true ? "yes" : "no"): \(link) opens in the app on \(opening)\(but)\(onDevice)"
    }

    /// The end of the sentence, which is about the device. Empty unless a device was asked and the files give the link to an app.
    private var onDevice: String {
        guard let device, android?.opens == true, let opens = device.opens else { return "" }
        return opens ? "; on \(device.name), an app gets it" : " by the files; on \(device.name), no app gets it"
    }

    /// The cases in which a link stays in the browser on a platform where the files give it to an app. Empty if there is no such platform.
    package var exceptions: [String] {
        var exceptions: [String] = []
        if apple?.opens == true, !isUnknown, causes.contains(where: { $0.code == "cdn-not-asked" }) {
            exceptions.append("on iOS, the app is from the App Store or has no ?mode=developer in its entitlement")
        }
        if apple?.opens == true, !isUnknown {
            exceptions.append(
                "on iOS, you tap it on a page of the same host in Safari, type it in the address bar, or open it in an app's built-in browser"
            )
        }
        if android?.opens == true, !isUnknown, device?.opens == true {
            exceptions.append("on Android, the manifest of the app names only other paths of the host")
        } else if android?.opens == true, !isUnknown, device?.opens == nil {
            exceptions += [
                "on Android, the app's manifest does not name the host",
                "on Android, the device has not verified the host yet (about 20 s after installation; adb shell pm get-app-links PACKAGE shows it)",
                "on Android 11 and earlier, verification fails for another host in the manifest",
            ]
        }
        return exceptions
    }
}
