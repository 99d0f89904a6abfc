/** Bucket bounds in seconds. Longer durations count under infinity. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Labels {
  readonly method: string;
  readonly route: string;
  /** Status class, such as `2xx`. */
  readonly status: string;
}

interface Series {
  readonly labels: Labels;
  /** Number of durations per bucket: the first bound that they do not exceed; the last entry has the others. */
  readonly counts: number[];
  sum: number;
}

interface Value {
  readonly metricName: string;
  readonly labels: Labels & { readonly le?: string | number };
  readonly value: number;
}

/**
 * A histogram for prom-client's registry. The library's own builds strings of labels and bounds to find the bucket,
 * which takes 8 µs per request, more than all other measurement. Here each route keeps a reference to its own counts.
 */
export class RequestDurations {
  readonly name = 'http_request_duration_seconds';
  readonly #series = new Map<string, Series>();

  /** Returns the observer of a route. Call it once per route. */
  observer(method: string, route: string): (status: number, seconds: number) => void {
    const byClass: Series[] = [];
    return (status, seconds) => {
      const statusClass = Math.trunc(status / 100);
      const series = (byClass[statusClass] ??= this.#open({ method, route, status: `${statusClass}xx` }));
      const at = bounds.findIndex((bound) => seconds <= bound);
      const place = at === -1 ? bounds.length : at;
      series.counts[place] = (series.counts[place] ?? 0) + 1;
      series.sum += seconds;
    };
  }

  async get(): Promise<object> {
    const help = 'Time from the first byte of a request to the end of its answer';
    const values = [...this.#series.values()].flatMap((series) => this.#list(series));
    return { name: this.name, help, type: 'histogram', aggregator: 'sum', values };
  }

  #open(labels: Labels): Series {
    const key = JSON.stringify(Object.values(labels));
    let series = this.#series.get(key);
    if (!series) {
      series = { labels, counts: Array<number>(bounds.length + 1).fill(0), sum: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  #list({ labels, counts, sum }: Series): Value[] {
    let count = 0;
    const buckets = counts.map((more, at): Value => {
      count += more;
      return {
        metricName: `${this.name}_bucket`,
        labels: { le: bounds[at] ?? '+Inf', ...labels },
        value: count,
      };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
