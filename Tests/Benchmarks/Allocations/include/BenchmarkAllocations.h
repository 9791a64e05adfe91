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

/// Keeps freed blocks in the process, however large.
///
/// The C library hands blocks of some hundred kilobytes back to the system, which then has to clear their
/// pages for the next round: a second plan of a large graph would cost more than that of a small one,
/// whose blocks are kept.
void benchmark_keep_memory(void);

/// How many bytes of the heap the process has in use now; 0 where that is not known.
uint64_t benchmark_heap_bytes(void);

#endif
