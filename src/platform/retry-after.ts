/**
 * Returns the wait that the header `retry-after` requests: seconds, or a date, which is in real time and not in the
 * time of the services. Returns undefined if it is missing or invalid. The caller must limit the wait.
 */
export function parseRetryAfter(value: string | null | undefined, worldNowMs: number): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - worldNowMs);
}
