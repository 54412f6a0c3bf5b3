/// Lets the other threads and programs of the machine run before the calling thread. This cannot be undone.
package func lowerThreadPriority() {
    #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #else
        // On Linux, 0 stands for the calling thread, not for the process. With a lower priority, a busy machine could keep the thread from
        // running while other threads wait for its locks.
        setpriority(.init(PRIO_PROCESS.rawValue), 0, 5)
    #endif
}
