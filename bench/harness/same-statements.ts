import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { systemClock } from '../../src/platform/clock.ts';
import { firstIdAt, isId, newId } from '../../src/platform/ids.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { createTag } from '../../src/platform/postgres/client/sql.ts';
import type { ViewerContext } from '../../src/social/social.context.ts';
import type { HttpRequest, LoopTarget, ServerTarget, Surroundings } from '../scenario.ts';
import { openBarePool } from './bare-sql.ts';
import { readingBy } from './reading-by.ts';
import { bareFastify } from './servers.ts';

interface Recording {
  statements: pg.QueryConfig[];
  /** What Praça answers, so that both sides send the same. */
  answer: unknown;
}

interface Measured<Prepared> {
  requests(prepared: Prepared): HttpRequest[];
  /** The operation behind each of the requests. */
  operation(context: ViewerContext, prepared: Prepared, index: number): Promise<unknown>;
}

/**
 * What a request of social costs at the least: a bare Fastify route that sends PostgreSQL the very statements of ours.
 * They are taken down while the operation itself runs once for each request.
 */
export function sameStatements<Prepared>(measured: Measured<Prepared>): {
  limit: ServerTarget<Prepared>;
  peer: LoopTarget<Prepared>;
  peerName: string;
} {
  return {
    limit: {
      kind: 'server',
      serve: bareFastify<Prepared>(async (app, surroundings) => {
        const recordings = await record(measured, surroundings);
        const pool = openBarePool(surroundings);
        addRoute(app, async (index) => {
          const recording = recordings[index];
          if (!recording) throw new Error('there is no such request');
          await run(pool, recording);
          return recording.answer;
        });
      }),
      requests: (prepared) =>
        measured.requests(prepared).map((request, index) => ({ ...request, path: `/replay/${index}` })),
    },
    peerName: 'the same statements without HTTP',
    peer: {
      kind: 'loop',
      async open(surroundings) {
        const recordings = await record(measured, surroundings);
        const pool = openBarePool(surroundings);
        let turn = 0;
        return async () => {
          const recording = recordings[turn++ % recordings.length];
          if (recording) await run(pool, recording);
        };
      },
    },
  };
}

function addRoute(app: FastifyInstance, answer: (index: number) => Promise<unknown>): void {
  app.route<{ Params: { index: string } }>({
    method: ['GET', 'POST'],
    url: '/replay/:index',
    handler: (request) => answer(Number(request.params.index)),
  });
}

async function record<Prepared>(
  { requests, operation }: Measured<Prepared>,
  { connection, pracaUrl, prepared }: Surroundings<Prepared>,
): Promise<Recording[]> {
  const sql = openDatabase({ connection, poolSize: 1, applicationName: 'praca bench' });
  const startedMs = Date.now();
  const recordings: Recording[] = [];
  for (const [index, request] of requests(prepared).entries()) {
    const statements: pg.QueryConfig[] = [];
    const taken = createTag((statement) => {
      statements.push(statement);
      return sql.pool.query(statement);
    });
    // All of `Sql` that the measured operations use.
    const recorder = Object.assign(taken, {
      pool: sql.pool,
      reading: taken,
      ...readingBy(taken),
    }) as unknown as Sql;
    await operation(contextOf(recorder), prepared, index);
    recordings.push({
      statements: statements.map((statement) => renewing(statement, startedMs)),
      answer: await ask(pracaUrl, request),
    });
  }
  await sql.end();
  return recordings;
}

/** An id that the operation generated is generated anew each time: a second message must not be the first one again. */
function renewing(statement: pg.QueryConfig, startedMs: number): pg.QueryConfig {
  const values: unknown[] = statement.values ?? [];
  const [from, until] = [firstIdAt(startedMs), firstIdAt(Date.now() + 60_000)];
  const generated = values.map(
    (value) => typeof value === 'string' && isId(value) && value >= from && value < until,
  );
  if (!generated.includes(true)) return statement;
  const make = (): unknown[] => values.map((value, index) => (generated[index] ? newId() : value));
  return Object.defineProperty({ ...statement }, 'values', { get: make, enumerable: true });
}

async function run(pool: pg.Pool, { statements }: Recording): Promise<void> {
  for (const { name, text, values } of statements)
    await pool.query({ text, ...(name === undefined ? {} : { name }), ...(values ? { values } : {}) });
}

/** As much of a context as the measured operations ask for. */
const contextOf = (sql: Sql): ViewerContext =>
  ({
    sql,
    clock: systemClock,
    signals: { publish: () => {} },
    settings: { LIKES_PER_DAY: 1_000_000, MESSAGES_PER_MINUTE: 1_000_000 },
    publicUrl: '',
    baseUrl: '/social',
    photoAccess: { queryFor: () => '', viewerOf: () => undefined, showsLinks: true },
  }) as unknown as ViewerContext;

async function ask(url: string, { path, method = 'GET', headers = {}, body }: HttpRequest): Promise<unknown> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url + path, {
    method,
    headers: { ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}
