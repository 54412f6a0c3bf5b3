extension FetchSettings {
    /// Returns the IPv4 addresses that `resolve` gives for a host.
    func fixedAddresses(of host: String) -> [[UInt8]] {
        resolve.compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[0].lowercased() == host.lowercased() else { return nil }
            let bytes = parts[2].split(separator: ".").compactMap { UInt8($0) }
            return bytes.count == 4 ? bytes : nil
        }
    }
}
