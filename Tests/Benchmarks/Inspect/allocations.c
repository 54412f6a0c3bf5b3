// Counts a program's memory allocations and prints the count to standard error when the program ends. Loaded before the C library
// (LD_PRELOAD).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static unsigned long count;

static void one(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { one(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { one(); return __libc_calloc(number, size); }
void *realloc(void *memory, size_t size) { one(); return __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { one(); return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { one(); return __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
    one();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}

__attribute__((destructor)) static void tell(void) { fprintf(stderr, "%lu\n", count); }
