extension FetchSettings {
    /// Returns the IPv4 addresses that `resolve` gives for a host.
    package func fixedAddresses(of host: String) -> [[UInt8]] {
        resolve.compactMap { entry in
            let parts = entry.split(separator: ":", maxSplits: 2)
            guard parts.count == 3, parts[0].lowercased() == host.lowercased() else { return nil }
            let bytes = parts[2].split(separator: ".").compactMap { UInt8($0) }
            return bytes.count == 4 ? bytes : nil
        }
    }

    /// Returns the host and port to connect to, which `connectTo` may change.
    package func place(of host: String, port: Int) -> (host: String, port: Int) {
        for entry in connectTo {
            let parts = entry.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 4, parts[0].lowercased() == host.lowercased(), Int(parts[1]) == port else { continue }
            if let port = Int(parts[3]) { return (String(parts[2]), port) }
        }
        return (host, port)
    }
}
