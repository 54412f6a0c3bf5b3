import Bytes

/// The keys that apps have by design: publishable keys of Stripe (`pk_test_…`, `pk_live_…`) and Google API keys (`AIza…`).
///
/// Everyone who has the app can read the key. A Google key is safe if it is restricted to the app and to what the app needs. The source does
/// not show this, so the key is worth a note but not a warning.
enum PublicKeys {
    private static let stripe: [StaticString] = ["pk_test_", "pk_live_"]
    /// The length of a Google API key, with its first letters.
    private static let googleLength = 39

    static let message = "The link contains a key that apps have by design. Restrict the key to the app and to what the app needs."

    static func has(_ secret: ArraySlice<UInt8>) -> Bool {
        let key = Array(secret)
        return stripe.contains { key.has($0, at: 0, before: key.count) }
            || key.count == googleLength && key.has("AIza", at: 0, before: key.count)
    }
}
