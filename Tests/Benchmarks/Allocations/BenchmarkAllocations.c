// Counts allocations, without LD_PRELOAD and without a hook in the runtime.
//
// The dynamic linker looks for a symbol in the program before it looks in the libraries, so a `malloc`
// that the program defines serves the Swift runtime and every library too. Each function counts while
// counting is on, which it is not while times are taken, and passes on to glibc's own entry points.

#include "BenchmarkAllocations.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define BENCHMARK_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) || defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(BENCHMARK_SANITIZED)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool is_counting;
static _Atomic uint64_t allocation_count;

static void count_allocation(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&allocation_count, 1, memory_order_relaxed);
  }
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  count_allocation();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  count_allocation();
  return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
  count_allocation();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count_allocation();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  count_allocation();
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

bool benchmark_counts_allocations(void) { return true; }

void benchmark_begin_counting(void) {
  atomic_store(&allocation_count, 0);
  atomic_store(&is_counting, true);
}

uint64_t benchmark_end_counting(void) {
  atomic_store(&is_counting, false);
  return atomic_load(&allocation_count);
}

uint64_t benchmark_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void benchmark_keep_memory(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 64 << 20);
}

#else

bool benchmark_counts_allocations(void) { return false; }

void benchmark_begin_counting(void) {}

uint64_t benchmark_end_counting(void) { return 0; }

uint64_t benchmark_heap_bytes(void) { return 0; }

void benchmark_keep_memory(void) {}

#endif
