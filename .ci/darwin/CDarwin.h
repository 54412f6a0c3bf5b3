// The part of macOS's C library that Sources/Platform uses, so that its macOS side can be checked on Linux. Written from memory of the SDK:
// the compiler finds mistakes in our code by it, but it proves nothing about the real headers.
#pragma once
#define _GNU_SOURCE

// Linux calls these members and types otherwise.
#define st_mtim st_mtimespec
#include <sys/stat.h>
#undef st_mtim
#include <signal.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Files
#define O_EVTONLY 0x00008000
#define F_GETPATH 50
#define F_SETNOSIGPIPE 73
#define F_BARRIERFSYNC 85

// Sockets
typedef uint32_t socklen_t;
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_NOSIGPIPE 0x1022
int setsockopt(int, int, int, const void *_Nullable, socklen_t);

// kqueue
struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *_Nullable udata;
};
#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_LINK 0x00000010
#define NOTE_RENAME 0x00000020
int kqueue(void);
int kevent(int, const struct kevent *_Nullable, int, struct kevent *_Nullable, int, const struct timespec *_Nullable);

// Threads
typedef struct _opaque_pthread_t *darwin_pthread_t;
#define pthread_t darwin_pthread_t
typedef unsigned long darwin_pthread_key_t;
#define pthread_key_t darwin_pthread_key_t
struct _opaque_pthread_t {
    long __sig;
};
typedef struct {
    long __sig;
} darwin_pthread_attr_t;
typedef unsigned int qos_class_t;
#define QOS_CLASS_UTILITY ((qos_class_t)0x11)
int pthread_set_qos_class_self_np(qos_class_t, int);
int pthread_main_np(void);
int pthread_setname_np(const char *_Nonnull);
int pthread_create(
    darwin_pthread_t _Nullable *_Nonnull, const darwin_pthread_attr_t *_Nullable, void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_detach(darwin_pthread_t _Nonnull);
darwin_pthread_t _Nonnull pthread_self(void);
int pthread_key_create(darwin_pthread_key_t *_Nonnull, void (*_Nullable)(void *_Nonnull));
void *_Nullable pthread_getspecific(darwin_pthread_key_t);
int pthread_setspecific(darwin_pthread_key_t, const void *_Nullable);
int sched_yield(void);

// Processes
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
