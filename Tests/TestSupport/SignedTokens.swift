/// Returns a signed token (JWT) with these claims, which are a JSON object. Its signature is made up.
package func signedToken(_ claims: String) -> String {
    [#"{"alg":"ES256"}"#, claims, "signature"].map { unpadded(Array($0.utf8)) }.joined(separator: ".")
}
