/**
 * How long the header `retry-after` asks to wait: seconds, or a date, which is of the world's time and not of the
 * service's. Undefined where there is none that can be read. Whoever waits sets the longest wait.
 */
export function parseRetryAfter(value: string | null | undefined, worldNowMs: number): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - worldNowMs);
}
