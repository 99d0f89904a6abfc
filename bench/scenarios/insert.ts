import type pg from 'pg';
import { idempotent } from '../../src/platform/http/idempotency.ts';
import { newId } from '../../src/platform/ids.ts';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { openBarePool, runBareTransaction } from '../harness/bare-sql.ts';
import { bareFastify, pracaWith } from '../harness/servers.ts';
import { comparison, type Comparison, type HttpRequest } from '../scenario.ts';
import { Type } from '../../src/platform/http/type.ts';

const note = 'a table near the window';
const post: HttpRequest = { path: '/bench/notes', method: 'POST', body: JSON.stringify({ note }) };

const schema = {
  body: Type.Object({ note: Type.String({ minLength: 1, maxLength: 200 }) }),
  response: { 200: Type.Object({ id: Type.String() }) },
};

const addBareNote = (pool: pg.Pool, id: string, text: string): Promise<void> =>
  runBareTransaction(pool, (client) =>
    client.query({
      name: 'add_note',
      text: 'insert into bench.notes (id, note, created_at) values ($1, $2, $3)',
      values: [id, text, new Date().toISOString()],
    }),
  );

const shared = {
  budget: 0.5,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await sql`create schema if not exists bench`;
    await sql`drop table if exists bench.notes`;
    await sql`create table bench.notes (id uuid primary key, note text not null, created_at timestamptz not null)`;
    await sql.end();
  },
  limit: {
    kind: 'server',
    serve: bareFastify<void>((app, surroundings) => {
      const pool = openBarePool(surroundings);
      app.post<{ Body: { note: string } }>('/bench/notes', { schema }, async (request) => {
        const id = newId();
        await addBareNote(pool, id, request.body.note);
        return { id };
      });
    }),
    requests: () => [post],
  },
  peerName: 'the same transaction without HTTP',
  peer: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      return () => addBareNote(pool, newId(), note);
    },
  },
} satisfies Partial<Comparison<void>>;

const serve = pracaWith<void>((app, { sql, clock, sealer }) => {
  app.post('/bench/notes', { schema }, (request, reply) =>
    idempotent({ sql, clock, sealer }, request, reply, 'bench', async (tx) => {
      const id = newId(clock.nowMs());
      await tx`
        insert into bench.notes (id, note, created_at) values (${id}, ${request.body.note}, ${clock.now()})`;
      return { id };
    }),
  );
});

export const insert = comparison({
  ...shared,
  name: 'insert',
  what: 'one insert in a transaction through a route of Praça, against a bare Fastify route with the bare driver',
  ours: { kind: 'server', serve, requests: () => [post] },
});

/** The lock, the lookup and the row that any idempotency store needs. Answers are stored unencrypted. */
const addBareNoteOnce = (pool: pg.Pool, key: string, id: string, text: string): Promise<void> =>
  runBareTransaction(pool, async (client) => {
    await client.query({
      name: 'lock_key',
      text: `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked, k.status, k.sealed_body
             from (values (1)) as one left join platform.idempotency_keys k on k.owner = 'bare' and k.key = $1`,
      values: [key],
    });
    await client.query({
      name: 'add_note',
      text: 'insert into bench.notes (id, note, created_at) values ($1, $2, $3)',
      values: [id, text, new Date().toISOString()],
    });
    await client.query({
      name: 'keep_answer',
      text: `insert into platform.idempotency_keys (owner, key, fingerprint, status, sealed_body, created_at)
             values ('bare', $1, $2, 200, $2, $3)
             on conflict (owner, key) do update set created_at = excluded.created_at`,
      values: [key, Buffer.from(JSON.stringify({ id })), new Date().toISOString()],
    });
  });

const withKey: HttpRequest = { ...post, headers: { 'idempotency-key': '[<id>]' }, fresh: true };

export const insertWithKey = comparison({
  ...shared,
  name: 'insert with key',
  what: 'the same with a new Idempotency-Key each time, against a bare route with the same lock, lookup and insert',
  ours: { kind: 'server', serve, requests: () => [withKey] },
  limit: {
    kind: 'server',
    serve: bareFastify<void>((app, surroundings) => {
      const pool = openBarePool(surroundings);
      app.post<{ Body: { note: string } }>('/bench/notes', { schema }, async (request) => {
        const id = newId();
        await addBareNoteOnce(pool, String(request.headers['idempotency-key']), id, request.body.note);
        return { id };
      });
    }),
    requests: () => [withKey],
  },
  peer: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      return () => addBareNoteOnce(pool, newId(), newId(), note);
    },
  },
});
