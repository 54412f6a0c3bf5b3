/// The system that the program runs on.
package enum HostSystem {
    #if os(macOS)
        package static let isMac = true
    #else
        package static let isMac = false
    #endif
}
