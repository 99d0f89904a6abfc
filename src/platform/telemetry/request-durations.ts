/** In seconds; what took longer is counted under infinity. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Labels {
  readonly method: string;
  readonly route: string;
  /** Of answers whose status begins alike, such as `2xx`. */
  readonly status: string;
}

interface Series {
  readonly labels: Labels;
  /** By the first bound that they do not exceed, the rest last. */
  readonly counts: number[];
  sum: number;
}

interface Value {
  readonly metricName: string;
  readonly labels: Labels & { readonly le?: string | number };
  readonly value: number;
}

/**
 * A histogram as prom-client's registry asks for it. Its own makes texts of the labels and of the bound to find where to
 * count, 8 µs of every request, more than all else that a request's measurement takes: here a route knows where.
 */
export class RequestDurations {
  readonly name = 'http_request_duration_seconds';
  readonly #series = new Map<string, Series>();

  /** To be asked for once by each route. */
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
