import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  requestObserver(method: string, route: string): (status: number, seconds: number) => void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(
    name: string,
    help: string,
    collect: (gauge: Gauge) => void | Promise<void>,
    labels?: readonly string[],
  ): Gauge;
  histogram(name: string, help: string, buckets: number[], labels?: readonly string[]): Histogram;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    requestObserver: (method, route) => (status, seconds) =>
      durations.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, seconds),
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, collect, labels = []) =>
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        // Most gauges tell of the whole database, which every process on the port sees alike.
        aggregator: 'max',
        collect() {
          return collect(this);
        },
      }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets, labelNames: [...labels], registers: [registry] }),
  };
}
