/// The system calls that differ between Linux and macOS. Each has one name here, and does the same on both systems.
package enum SystemCall {}
