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
  const late = new Promise<DatabaseState>((resolve) =>
    timeout.addEventListener('abort', () => resolve('unavailable')),
  );
  const states = await Promise.all(asked.map(({ sql }) => Promise.race([readState(sql), late])));
  const failing = states.filter((found) => found !== 'writable');
  const worst = failing.find((found) => found === 'unavailable') ?? failing[0];
  if (worst === undefined) return reply.send({ status: 'ready' });
  const away = asked.filter((_, index) => states[index] !== 'writable').map(({ name }) => name);
  return reply
    .code(503)
    .header('retry-after', '1')
    .send({
      status: `database ${worst}`,
      ...(options.databases.length > 1 ? { databases: away } : {}),
    });
}

type DatabaseState = 'writable' | 'read-only' | 'unavailable';

const asking = new WeakMap<Sql, Promise<DatabaseState>>();

/** Asks the database once for all simultaneous probes, because probes have no rate limit. */
function readState(sql: Sql): Promise<DatabaseState> {
  const underWay = asking.get(sql);
  if (underWay) return underWay;
  const answer = findState(sql)
    .catch((): DatabaseState => 'unavailable')
    .finally(() => asking.delete(sql));
  asking.set(sql, answer);
  return answer;
}

async function findState(sql: Sql): Promise<DatabaseState> {
  const [row] = await sql<{ standby: boolean; read_only: boolean }[]>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only
    from platform.environment`;
  if (!row || row.standby) return 'unavailable';
  return row.read_only ? 'read-only' : 'writable';
}

function presents(authorization: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(authorization ?? '');
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected);
}
