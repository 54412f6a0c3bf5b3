#pragma once

/// The allocations of all threads between two calls.
typedef struct {
    long allocations; // calls that allocated a block
    long bytes;       // usable bytes of the blocks allocated minus those of the blocks freed
    long blocks;      // blocks allocated minus blocks freed
} allocation_count;

/// Whether allocations can be counted on this system.
int allocation_counter_works(void);

void allocation_counter_start(void);
allocation_count allocation_counter_stop(void);

/// Does nothing. The caller's optimizer does not know that.
void may_keep(const void *object);
