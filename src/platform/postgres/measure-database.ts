import type { PlatformDatabase } from '../platform.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { askReached } from './ask-reached.ts';

type Measured = Pick<PlatformDatabase, 'name' | 'sql'>;

/** Returns the labels for metrics: the name of the database if there are several, none for a single one. */
export const databaseLabels = (
  databases: readonly Pick<PlatformDatabase, 'name'>[],
): {
  readonly names: readonly string[];
  of(database: Pick<PlatformDatabase, 'name'>): { database?: string };
} =>
  databases.length === 1
    ? { names: [], of: () => ({}) }
    : { names: ['database'], of: ({ name }) => ({ database: name }) };

/** Registers gauges of the connections of this process and of the whole database. They are queried at each scrape. */
export function measureDatabases(metrics: Metrics, databases: readonly Measured[], poolSize: number): void {
  const label = databaseLabels(databases);
  metrics.count(
    'database_pool_size',
    'Connections this process may use for requests',
    (gauge) => databases.forEach((database) => gauge.set(label.of(database), poolSize)),
    label.names,
  );
  metrics.count(
    'database_pool_waiting',
    'Requests of this process that wait for a connection',
    (gauge) => databases.forEach((database) => gauge.set(label.of(database), database.sql.waiting())),
    label.names,
  );
  /** Last known values, shown while a database is unavailable. */
  const known = new Map<string, Awaited<ReturnType<typeof countConnections>>>();
  metrics.gauge(
    'database_pool_connections',
    'Connections of all Praça processes to this database, by state',
    async (gauge) => {
      for (const { database, rows } of await askReached(databases, countConnections))
        known.set(database.name, { database, rows });
      gauge.reset();
      for (const { database, rows } of known.values()) {
        for (const { count, ...row } of rows) gauge.set({ ...row, ...label.of(database) }, count);
      }
    },
    ['application', 'state', ...label.names],
  );
}

async function countConnections(database: Measured) {
  const rows = await database.sql<{ application: string; state: string; count: number }[]>`
    select application_name as application, coalesce(state, 'unknown') as state, count(*)::int as count
    from pg_stat_activity where datname = current_database() and application_name like 'praca%'
    group by 1, 2`;
  return { database, rows };
}
