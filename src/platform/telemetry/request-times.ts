import type { Registry } from 'prom-client';

const name = 'http_request_duration_seconds';
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  labels: { method: string; route: string; status: string };
  /** One more than there are bounds: the last is for what took longer. */
  counts: number[];
  sum: number;
}

/**
 * The histogram of request durations. Prometheus' own client finds a series by its labels with every observation;
 * a route knows its five series from the start, so that counting is two additions.
 */
export class RequestTimes {
  readonly name = name;
  readonly help = 'Time from the first byte of a request to the end of its answer';
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #series: Series[] = [];

  observer(method: string, route: string): (status: number, seconds: number) => void {
    const own = ['1xx', '2xx', '3xx', '4xx', '5xx'].map((status): Series => ({
      labels: { method, route, status },
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    }));
    this.#series.push(...own);
    return (status, seconds) => {
      const series = own[Math.trunc(status / 100) - 1];
      if (!series) return;
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += seconds;
    };
  }

  async get(): Promise<object> {
    const used = this.#series.filter((series) => series.counts.some((count) => count > 0));
    const { help, type, aggregator } = this;
    return { name, help, type, aggregator, values: used.flatMap(valuesOf) };
  }

  reset(): void {
    for (const series of this.#series) {
      series.counts.fill(0);
      series.sum = 0;
    }
  }

  register(registry: Registry): void {
    registry.registerMetric(this as never);
  }
}

function valuesOf(series: Series): object[] {
  let total = 0;
  const buckets = series.counts.map((count, index) => {
    total += count;
    return {
      labels: { le: bounds[index] ?? '+Inf', ...series.labels },
      value: total,
      metricName: `${name}_bucket`,
    };
  });
  return [
    ...buckets,
    { labels: series.labels, value: series.sum, metricName: `${name}_sum` },
    { labels: series.labels, value: total, metricName: `${name}_count` },
  ];
}
