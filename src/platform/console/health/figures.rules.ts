/** One sample of `/metrics`. */
export interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const linePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

const unescape = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

/** Parses Prometheus text, of one process or of all processes on the port. */
export function parseFigures(text: string): Figure[] {
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value = ''] = linePattern.exec(line) ?? [];
    if (name === '' || line.startsWith('#')) return [];
    const pairs = [...labels.matchAll(labelPattern)].map(([, key = '', of = '']) => [key, unescape(of)]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });
}

/** Sums all samples of a metric. Returns undefined if there are none. */
export function sumOf(figures: readonly Figure[], name: string): number | undefined {
  const found = figures.filter((figure) => figure.name === name);
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

export interface RouteLoad {
  readonly route: string;
  readonly requests: number;
  readonly errors: number;
  readonly meanMs: number;
  /** Upper bound of the histogram bucket that contains it. Undefined above the largest bucket. */
  readonly p99Ms: number | undefined;
}

const duration = 'http_request_duration_seconds';

/** Returns the load by method and route, busiest first. */
export function loadOf(figures: readonly Figure[]): RouteLoad[] {
  const own = figures.filter(({ name }) => name.startsWith(duration));
  const byRoute = Map.groupBy(own, ({ labels }) => `${labels['method'] ?? ''} ${labels['route'] ?? ''}`);
  return [...byRoute]
    .map(([route, of]) => {
      const requests = sumOf(of, `${duration}_count`) ?? 0;
      const seconds = sumOf(of, `${duration}_sum`) ?? 0;
      const failed = of.filter(({ labels }) => labels['status'] === '5xx');
      return {
        route,
        requests,
        errors: sumOf(failed, `${duration}_count`) ?? 0,
        meanMs: requests === 0 ? 0 : (1000 * seconds) / requests,
        p99Ms: percentileOf(of, requests),
      };
    })
    .filter(({ requests }) => requests > 0)
    .toSorted((one, other) => other.requests - one.requests);
}

/** Buckets are cumulative: each counts the requests up to its `le`. Sums them over all statuses. */
function percentileOf(figures: readonly Figure[], requests: number): number | undefined {
  const buckets = new Map<number, number>();
  for (const { name, labels, value } of figures) {
    if (name !== `${duration}_bucket` || labels['le'] === '+Inf') continue;
    const end = Number(labels['le']);
    buckets.set(end, (buckets.get(end) ?? 0) + value);
  }
  const wanted = 0.99 * requests;
  const end = [...buckets]
    .toSorted(([one], [other]) => one - other)
    .find(([, count]) => count >= wanted)?.[0];
  return end === undefined ? undefined : end * 1000;
}
