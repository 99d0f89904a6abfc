import type pg from 'pg';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { problem } from '../../src/platform/problem.ts';
import { openBarePool } from '../harness/bare-sql.ts';
import { bareFastify, pracaWith } from '../harness/servers.ts';
import { comparison, type HttpRequest } from '../scenario.ts';
import { Type } from '../../src/platform/http/type.ts';

interface Item {
  id: string;
  name: string;
  amount: number;
}

const rows = 100_000;
const itemSchema = Type.Object({ id: Type.String(), name: Type.String(), amount: Type.Integer() });

interface Prepared {
  readonly ids: readonly string[];
}

const requests = ({ ids }: Prepared): HttpRequest[] => ids.map((id) => ({ path: `/bench/items/${id}` }));

const bareStatement = (id: string): pg.QueryConfig => ({
  name: 'find_item',
  text: 'select id, name, amount from bench.items where id = $1',
  values: [id],
});

export const indexedSelect = comparison<Prepared>({
  name: 'indexed select',
  what: 'one row of 100 000 by its primary key through a route of Praça, against a bare Fastify route with the bare driver',
  budget: 0.6,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    const ids = Array.from({ length: rows }, () => newId());
    await sql`create schema if not exists bench`;
    await sql`drop table if exists bench.items`;
    await sql`create table bench.items (id uuid primary key, name text not null, amount integer not null)`;
    await sql`
      insert into bench.items (id, name, amount)
      select id, 'item ' || position, position from unnest(${ids}::uuid[]) with ordinality as given (id, position)`;
    await sql`vacuum analyze bench.items`;
    await sql.end();
    return { ids: ids.filter((_id, index) => index % 1000 === 0) };
  },
  ours: {
    kind: 'server',
    serve: pracaWith((app, { sql }) => {
      const schema = {
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 200: itemSchema },
      };
      const find = async (id: string): Promise<Item> => {
        const [found] = await sql<Item[]>`select id, name, amount from bench.items where id = ${id}`;
        if (!found) throw problem('not_found');
        return found;
      };
      app.get('/bench/items/:id', { schema }, (request) => find(request.params.id));
    }),
    requests,
  },
  limit: {
    kind: 'server',
    serve: bareFastify((app, surroundings) => {
      const pool = openBarePool(surroundings);
      const schema = { response: { 200: itemSchema } };
      app.get<{ Params: { id: string } }>('/bench/items/:id', { schema }, async (request) => {
        const { rows: found } = await pool.query<Item>(bareStatement(request.params.id));
        return found[0];
      });
    }),
    requests,
  },
  peerName: 'the same statement without HTTP',
  peer: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      const { ids } = surroundings.prepared;
      let turn = 0;
      return () => pool.query(bareStatement(ids[turn++ % ids.length] ?? ''));
    },
  },
});
