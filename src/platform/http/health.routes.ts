import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Sql } from '../postgres/client/database.ts';
import { problem } from '../problem.ts';
import type { App } from './server.ts';

export type ServingState = 'starting' | 'ready' | 'stopping';

export interface HealthOptions {
  /** Databases, each with its own connection. `services` are the services of this process that use the database. */
  databases: readonly { readonly name: string; readonly services: readonly string[]; readonly sql: Sql }[];
  /** State for load balancers: a process is not ready while it starts, nor from the stop signal on. */
  state: () => ServingState;
  metrics: () => Promise<string>;
  metricsToken: string;
  metricsOpen: boolean;
}

const readyTimeoutMs = 2000;

export function healthRoutes(app: App, options: HealthOptions): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) =>
    answerReady(reply, options, options.databases),
  );

  // For load balancers that route each service separately: an unavailable database affects only its own services.
  app.get('/readyz/:service', { schema: { hide: true } }, async (request, reply) => {
    const { service } = request.params as { service: string };
    const asked = options.databases.filter(({ services }) => services.includes(service));
    if (asked.length === 0) throw problem('not_found');
    return answerReady(reply, options, asked);
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!options.metricsOpen && !presents(request.headers.authorization, options.metricsToken)) {
      throw problem('not_found');
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics());
  });
}

async function answerReady(
  reply: FastifyReply,
  options: HealthOptions,
  asked: HealthOptions['databases'],
): Promise<FastifyReply> {
  const state = options.state();
  if (state !== 'ready') return reply.code(503).header('retry-after', '1').send({ status: state });
  const timeout = AbortSignal.timeout(readyTimeoutMs);
  const late = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false)));
  const reached = await Promise.all(asked.map(({ sql }) => Promise.race([isPrimary(sql), late])));
  if (!reached.includes(false)) return reply.send({ status: 'ready' });
  const away = asked.filter((_, index) => reached[index] === false).map(({ name }) => name);
  return reply
    .code(503)
    .header('retry-after', '1')
    .send({
      status: 'database unavailable',
      ...(options.databases.length > 1 ? { databases: away } : {}),
    });
}

const asking = new WeakMap<Sql, Promise<boolean>>();

/** Asks the database once for all simultaneous probes, because probes have no rate limit. */
function isPrimary(sql: Sql): Promise<boolean> {
  const underWay = asking.get(sql);
  if (underWay) return underWay;
  const answer = sql`select 1 from platform.environment where not pg_is_in_recovery()`
    .then(
      (rows) => rows.length === 1,
      () => false,
    )
    .finally(() => asking.delete(sql));
  asking.set(sql, answer);
  return answer;
}

function presents(authorization: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(authorization ?? '');
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected);
}
