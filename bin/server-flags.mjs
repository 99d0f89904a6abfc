/**
 * Skips the search for symbolic links in the paths of 2 500 modules, an eighth of the start time. The launcher has
 * already resolved its own path.
 */
export const loadingFlags = [
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  '--import',
  new URL('resolve-relative.mjs', import.meta.url).href,
];

/**
 * Memory settings of V8. By default a third of an idle process's memory is reserved for young objects and never filled.
 * Half of that costs no measurable time, and allocating it at the start avoids the first collections.
 * `src/platform/images/return-memory.ts` collects garbage when the process is idle. Old objects are collected when the
 * heap has grown by half. V8's default for such a small heap is a few megabytes, which feed pages fill within a second,
 * and each collection delays some requests by 20 ms.
 */
export const serverFlags = [
  ...loadingFlags,
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--expose-gc',
];

/**
 * Sets glibc's trim threshold to its initial value and so keeps it fixed. Otherwise each large freed block raises the
 * threshold, and after a few large pictures no memory is returned to the system.
 */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: String(128 * 1024) };
