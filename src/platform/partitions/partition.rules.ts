/** How many months are ready before they begin: the job may fail for that long before anybody need look. */
const readyMonths = 2;

/** The first moment that no month is made for yet; of UTC, as all bounds. */
export const monthsAhead = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + readyMonths + 1, 1));

/** Those tables that have no month for the whole of the next one yet. */
export function withoutNextMonth<Table extends string>(
  partitions: readonly { readonly table: Table; readonly to: Date | null }[],
  now: Date,
): Table[] {
  const endMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1);
  const ready = new Set(
    partitions.filter(({ to }) => to !== null && to.getTime() >= endMs).map(({ table }) => table),
  );
  return [...new Set(partitions.map(({ table }) => table))].filter((table) => !ready.has(table));
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function formatBytes(bytes: bigint): string {
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** A partition's range in words: of what is before all months, or ahead of them, only one end is known. */
export const formatRange = (from: Date | null, to: Date | null): string =>
  from && to
    ? `${day(from)} to ${day(to)}`
    : from
      ? `from ${day(from)}`
      : to
        ? `before ${day(to)}`
        : 'everything';
