import type { Metrics } from '../../telemetry/metrics.ts';
import type { Replicas } from './open-replicas.ts';

export function measureReplicas(metrics: Metrics, every: readonly Replicas[]): void {
  const list = every.flatMap((replicas) => replicas.list);
  metrics.gauge(
    'database_replica_lag_seconds',
    'For how long something has been missing on a replica, as far as this process knows',
    (gauge) => {
      for (const { where, lagMs } of list) gauge.set({ replica: where }, lagMs / 1000);
    },
    ['replica'],
  );
  metrics.gauge(
    'database_replica_used',
    'Whether a replica is read from (1) or left out (0)',
    (gauge) => {
      for (const { where, fault } of list) gauge.set({ replica: where }, fault === undefined ? 1 : 0);
    },
    ['replica'],
  );
  const reads = metrics.counter(
    'database_reads_total',
    'Reads that a replica may answer, by where they were answered',
    ['place'],
  );
  for (const replicas of every) replicas.onRead((place) => reads.inc({ place }));
}
