// Loads libcurl, and keeps threads out of libcurl when the program exits.
//
// When the program exits, OpenSSL frees state that all connections share, whatever other threads are doing. A transfer that another thread
// frees at that moment would crash the program. So this file registers an exit handler after OpenSSL's handler, because the handler that is
// registered last runs first. Our handler waits until no thread is inside libcurl, and lets no other thread in.

#include "internal.h"

#include <dlfcn.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct cc_functions cc_lib;
static void *library;

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256] = "";

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static unsigned inside;
static bool is_ending;

void cc_enter(void) {
    pthread_mutex_lock(&mutex);
    if (is_ending) {
        pthread_mutex_unlock(&mutex);
        while (true) pause();
    }
    inside++;
    pthread_mutex_unlock(&mutex);
}

void cc_leave(void) {
    pthread_mutex_lock(&mutex);
    if (--inside == 0 && is_ending) pthread_cond_signal(&left);
    pthread_mutex_unlock(&mutex);
}

static void on_exit_of_program(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    // Threads inside do not block, so the wait is short. The limit is for a thread that calls exit inside libcurl.
    until.tv_sec += 1;
    pthread_mutex_lock(&mutex);
    is_ending = true;
    while (inside > 0 && pthread_cond_timedwait(&left, &mutex, &until) == 0) {}
    pthread_mutex_unlock(&mutex);
}

/// Stops the allocator from returning memory too often. Every transfer and every page allocates tens of kilobytes and frees them. By
/// default the GNU allocator then returns the end of each thread's heap to the system and requests it again for the next page. The values
/// set here are those that the allocator would choose itself after a page of the largest size was read and freed.
static void keep_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 2 << 20);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

static void load(void) {
    library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define FIND(name)                                                                        \
    if ((*(void **)&cc_lib.name = dlsym(library, #name)) == NULL) {                       \
        snprintf(problem, sizeof problem, "%s is too old: it has no %s", LIBRARY, #name); \
        return;                                                                           \
    }
    FUNCTIONS(FIND)
    if (cc_lib.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) snprintf(problem, sizeof problem, "%s did not start", LIBRARY);
    atexit(on_exit_of_program);
    keep_memory();
}

void *cc_find(const char *name) { return dlsym(library, name); }

const char *cc_load(void) {
    pthread_once(&once, load);
    return problem[0] == 0 ? NULL : problem;
}
