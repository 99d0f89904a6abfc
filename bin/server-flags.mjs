/**
 * Modules are taken where they were found. Node would otherwise ask the file system for each of two and a half thousand
 * whether a directory above it is a link, an eighth of a start; the launcher's own path has no links any more.
 */
export const loadingFlags = [
  '--preserve-symlinks',
  '--preserve-symlinks-main',
  '--import',
  new URL('resolve-relative.mjs', import.meta.url).href,
];

/**
 * A third of an idle process's memory would be room for young objects that it never fills; half that room costs no
 * measurable time, and all of it from the beginning saves a start its first collections.
 * `src/platform/images/return-memory.ts` collects garbage when it is quiet.
 * Old objects are looked through when there are half as many again as the last time. The engine's own choice for so small
 * a heap is a few megabytes, which pages of people fill within a second; each time a few requests take 20 ms longer.
 * Types are stripped from the app's modules by Node itself, which warns of the function and not of doing it at a start.
 */
export const serverFlags = [
  ...loadingFlags,
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--expose-gc',
  '--disable-warning=ExperimentalWarning',
];

/**
 * glibc alone reads it, and it is what glibc begins with: set, it stays. Otherwise each large block that is freed raises
 * the size from which memory is given back, and after a few large pictures none is, for as long as the process runs.
 */
export const serverEnvironment = { MALLOC_TRIM_THRESHOLD_: String(128 * 1024) };
