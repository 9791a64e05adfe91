#ifndef BENCHMARK_ALLOCATIONS_H
#define BENCHMARK_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this system.
bool benchmark_counts_allocations(void);

/// How many blocks the calling thread has allocated so far.
uint64_t benchmark_allocation_count(void);

/// How many bytes of the heap the process has in use now; 0 where that is not known.
uint64_t benchmark_heap_bytes(void);

#endif
