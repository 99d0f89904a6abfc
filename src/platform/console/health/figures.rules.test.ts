import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOf, parseFigures, sumOf } from './figures.rules.ts';

const text = `# HELP http_request_duration_seconds Time
# TYPE http_request_duration_seconds histogram
http_request_duration_seconds_bucket{le="0.01",method="GET",route="/a",status="2xx"} 98
http_request_duration_seconds_bucket{le="0.1",method="GET",route="/a",status="2xx"} 99
http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/a",status="2xx"} 99
http_request_duration_seconds_sum{method="GET",route="/a",status="2xx"} 0.9
http_request_duration_seconds_count{method="GET",route="/a",status="2xx"} 99
http_request_duration_seconds_sum{method="GET",route="/a",status="5xx"} 0.1
http_request_duration_seconds_count{method="GET",route="/a",status="5xx"} 1
http_request_duration_seconds_count{method="POST",route="/b \\"{x}\\"",status="2xx"} 200
http_request_duration_seconds_sum{method="POST",route="/b \\"{x}\\"",status="2xx"} 2000
process_resident_memory_bytes 1048576 1700000000
database_pool_size 4
database_pool_size 4

nonsense
`;

test('parses Prometheus text, including labels with quotes and braces', () => {
  const figures = parseFigures(text);
  assert.equal(sumOf(figures, 'process_resident_memory_bytes'), 1_048_576);
  assert.equal(sumOf(figures, 'database_pool_size'), 8);
  assert.equal(sumOf(figures, 'nothing'), undefined);
  assert.ok(figures.some(({ labels }) => labels['route'] === '/b "{x}"'));
});

test('the load of a route covers the answers of all statuses, busiest route first', () => {
  assert.deepEqual(loadOf(parseFigures(text)), [
    { route: 'POST /b "{x}"', requests: 200, errors: 0, meanMs: 10_000, p99Ms: undefined },
    { route: 'GET /a', requests: 100, errors: 1, meanMs: 10, p99Ms: 100 },
  ]);
});
