#ifndef BENCHMARK_ALLOCATIONS_H
#define BENCHMARK_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this system.
bool benchmark_counts_allocations(void);

/// Begins to count the blocks that all threads allocate, from zero.
void benchmark_begin_counting(void);

/// Ends counting.
///
/// @return How many blocks were allocated meanwhile.
uint64_t benchmark_end_counting(void);

/// How many bytes of the heap the process has in use now; 0 where that is not known.
uint64_t benchmark_heap_bytes(void);

#endif
