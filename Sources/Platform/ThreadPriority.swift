/// Lets the other threads and programs of the machine run before the calling thread. This cannot be undone.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
        // On Linux, 0 is the calling thread and not the process. With a lower priority, a machine that is busy would stop the thread, and
        // others would wait for what it holds.
        setpriority(.init(PRIO_PROCESS.rawValue), 0, 5)
    #endif
}
