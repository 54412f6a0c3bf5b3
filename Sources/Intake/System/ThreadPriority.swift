/// Lets the other threads and programs of the machine run before the calling thread. This cannot be undone.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_BACKGROUND, 0)
    #else
        // On Linux, 0 is the calling thread and not the process.
        setpriority(.init(PRIO_PROCESS.rawValue), 0, 19)
    #endif
}
