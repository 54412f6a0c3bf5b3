#pragma once

/// What the heap was asked for between two calls, by all threads.
typedef struct {
    long allocations; // calls that made a block
    long bytes;       // usable bytes of the blocks made, less those of blocks freed
    long blocks;      // blocks made, less those freed
} allocation_count;

/// Whether allocations can be counted on this system.
int allocation_counter_works(void);

void allocation_counter_start(void);
allocation_count allocation_counter_stop(void);
