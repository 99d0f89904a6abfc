import { timingSafeEqual } from 'node:crypto';
import type { Sql } from '../postgres/client/database.ts';
import { problem } from '../problem.ts';
import type { App } from './server.ts';

export type ServingState = 'starting' | 'ready' | 'stopping';

export interface HealthOptions {
  sql: Sql;
  /** A load balancer looks elsewhere before all is prepared, and from the moment the process is told to stop. */
  state: () => ServingState;
  metrics: () => Promise<string>;
  metricsToken: string;
  metricsOpen: boolean;
}

const readyTimeoutMs = 2000;

export function healthRoutes(app: App, options: HealthOptions): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const state = options.state();
    if (state !== 'ready') return reply.code(503).header('retry-after', '1').send({ status: state });
    const timeout = AbortSignal.timeout(readyTimeoutMs);
    const reached = await Promise.race([
      options.sql`select 1 from platform.environment where not pg_is_in_recovery()`.then(
        (rows) => rows.length === 1,
        () => false,
      ),
      new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false))),
    ]);
    return reached
      ? { status: 'ready' }
      : reply.code(503).header('retry-after', '1').send({ status: 'database unavailable' });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!options.metricsOpen && !presents(request.headers.authorization, options.metricsToken)) {
      throw problem('not_found');
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics());
  });
}

function presents(authorization: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(authorization ?? '');
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected);
}
