import type { Metrics } from '../telemetry/metrics.ts';
import type { Sql } from './client/database.ts';

/** What this process and the whole database hold, asked of PostgreSQL when somebody looks. */
export function measureDatabase(metrics: Metrics, sql: Sql, poolSize: number): void {
  metrics.count('database_pool_size', 'Connections this process may use for requests', (gauge) =>
    gauge.set(poolSize),
  );
  metrics.count('database_pool_waiting', 'Requests of this process that wait for a connection', (gauge) =>
    gauge.set(sql.waiting()),
  );
  metrics.gauge(
    'database_pool_connections',
    'Connections of all Praça processes to this database, by state',
    async (gauge) => {
      const rows = await sql<{ application: string; state: string; count: number }[]>`
        select application_name as application, coalesce(state, 'unknown') as state, count(*)::int as count
        from pg_stat_activity where datname = current_database() and application_name like 'praca%'
        group by 1, 2`;
      gauge.reset();
      for (const row of rows) gauge.set({ application: row.application, state: row.state }, row.count);
    },
    ['application', 'state'],
  );
}
