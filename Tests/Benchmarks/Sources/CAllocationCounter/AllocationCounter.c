// Replaces the heap's functions and passes each call on. The linker prefers a program's own definitions to those of the C library, also
// for the Swift runtime. While counting is off, this costs a load and a branch, the same for every contestant.

#include "AllocationCounter.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static int counting;
static _Atomic long allocations, bytes, blocks;

static void *made(void *block) {
    if (__builtin_expect(counting, 0) && block) {
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
    return block;
}

static void leaving(void *block) {
    if (__builtin_expect(counting, 0) && block) {
        atomic_fetch_sub_explicit(&blocks, 1, memory_order_relaxed);
        atomic_fetch_sub_explicit(&bytes, (long)malloc_usable_size(block), memory_order_relaxed);
    }
}

void *malloc(size_t size) { return made(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return made(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return made(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return made(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = made(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void *realloc(void *block, size_t size) {
    leaving(block);
    return made(__libc_realloc(block, size));
}

void free(void *block) {
    leaving(block);
    __libc_free(block);
}

int allocation_counter_works(void) { return 1; }

void allocation_counter_start(void) {
    allocations = bytes = blocks = 0;
    counting = 1;
}

allocation_count allocation_counter_stop(void) {
    counting = 0;
    return (allocation_count){allocations, bytes, blocks};
}
#else
int allocation_counter_works(void) { return 0; }
void allocation_counter_start(void) {}
allocation_count allocation_counter_stop(void) { return (allocation_count){0, 0, 0}; }
#endif

void may_keep(const void *object) {
    (void)object;
}
