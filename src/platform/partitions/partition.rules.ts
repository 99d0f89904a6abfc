/** Number of months created in advance. The job may fail for that long before it has consequences. */
const readyMonths = 2;

/** Returns the end of the months to create, in UTC like all bounds. */
export const monthsAhead = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + readyMonths + 1, 1));

/** Returns the tables that lack a partition for the whole next month. */
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

/** Formats a partition's range. The partitions before the first month and after the last one have only one bound. */
export const formatRange = (from: Date | null, to: Date | null): string =>
  from && to
    ? `${day(from)} to ${day(to)}`
    : from
      ? `from ${day(from)}`
      : to
        ? `before ${day(to)}`
        : 'everything';
