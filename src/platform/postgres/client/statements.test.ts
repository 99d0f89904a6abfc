import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import type { Sql } from './database.ts';
import type { Tag } from './sql.ts';
import { isUniqueViolation, transaction } from './transaction.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
/** Number of ReadyForQuery messages, which is the number of round trips. */
let roundTrips = 0;

before(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openTestPool(database.connection);
  sql.pool.on('connect', (client) => {
    // The driver's published types lack `connection`.
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.on('readyForQuery', () => (roundTrips += 1));
  });
  await sql`create table things (id int primary key, name text)`;
  // A committed row, so that the tests see that a rollback removes only the others.
  await sql`insert into things values (0, 'kept')`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const names = async (): Promise<unknown[]> =>
  (await sql<{ name: string }[]>`select name from things order by id`).map((row) => row.name);
const pid = async (): Promise<unknown> => (await sql`select pg_backend_pid() as pid`)[0]?.['pid'];

async function tripsOf(run: () => Promise<unknown>): Promise<number> {
  const before = roundTrips;
  await run();
  return roundTrips - before;
}

test('reads every type of value as the driver does, and amounts as bigint', async () => {
  const expressions = [
    `'2026-11-15 10:00:00+00'::timestamptz`,
    `'2026-11-15 10:00:00.5+00'::timestamptz`,
    `'2026-11-15 10:00:00.123456+00'::timestamptz`,
    `'2026-11-15 10:00:00.999999+00'::timestamptz`,
    `'0001-01-01 00:00:00+00'::timestamptz`,
    `'0044-03-15 00:00:00+00 BC'::timestamptz`,
    `'12026-01-01 00:00:00+00'::timestamptz`,
    `'infinity'::timestamptz`,
    `'-infinity'::timestamptz`,
    `null::timestamptz`,
    `'{}'::text[]`,
    `array['a', 'b, "c"', null, '']`,
    `array[1, 2]`,
    `'{"a": [1, "é 🪙"]}'::json`,
    `'{"a": 1}'::jsonb`,
    `true`,
    `1`,
    `1.5::float8`,
    `'\\x00ff'::bytea`,
    `'é 🪙'::text`,
    `''::text`,
    `'2026-11-15'::date`,
  ];
  const text = `select ${expressions.map((expression, index) => `${expression} as c${index}`).join(', ')}`;
  const plain = new pg.Client({ ...database.connection, options: '-c timezone=UTC' });
  await plain.connect();
  const expected = await plain.query<Record<string, unknown>>(text);
  await plain.end();
  const strings = Object.assign([text], { raw: [text] });
  // The second run reads the rows without asking for the columns again.
  for (let turn = 0; turn < 2; turn++) assert.deepEqual([...(await sql(strings))], expected.rows);
  const amounts =
    await sql`select 9007199254740993::int8 as a, 12345678901234567890::numeric as b, null::int8 as c`;
  assert.deepEqual({ ...amounts[0] }, { a: 9_007_199_254_740_993n, b: 12_345_678_901_234_567_890n, c: null });
});

test('every type of value comes back as it was written', async () => {
  const moment = new Date('2026-11-15T10:00:00.123Z');
  const bytes = Buffer.from([0, 255, 92]);
  for (let turn = 0; turn < 2; turn++) {
    const [row] = await sql`
      select ${'é 🪙'}::text as text, ${moment}::timestamptz as moment, ${bytes}::bytea as bytes, ${null}::text as nothing,
        ${undefined}::text as missing, ${['a', 'b,"', null]}::text[] as list, ${7n}::numeric as amount, ${true}::bool as yes,
        ${sql.json({ a: [1] })}::json as json, ${1.5}::float8 as number`;
    assert.deepEqual(
      { ...row },
      {
        text: 'é 🪙',
        moment,
        bytes,
        nothing: null,
        missing: null,
        list: ['a', 'b,"', null],
        amount: 7n,
        yes: true,
        json: { a: [1] },
        number: 1.5,
      },
    );
  }
});

test('a transaction begins with its first statement, and deferred statements are sent with the next one or with the commit', async () => {
  const write = () =>
    sql.begin(async (tx) => {
      tx.defer(tx`delete from things where id > 0`);
      tx.defer(tx`insert into things values (1, ${'one'})`);
      const seen = await tx<{ id: number }[]>`select id from things order by id`;
      assert.deepEqual([...seen], [{ id: 0 }, { id: 1 }]);
      tx.defer(tx`insert into things values (2, ${'two'})`);
      tx.defer(tx`update things set name = name || '!' where id = 2`);
      return 'done';
    });
  assert.equal(await write(), 'done');
  assert.equal(await tripsOf(write), 2);
  assert.deepEqual(await names(), ['kept', 'one', 'two!']);
  assert.equal(await tripsOf(() => sql.begin(async () => 'nothing was said')), 0);
});

test('statements started at the same time share a round trip, and each gets its own result', async () => {
  await sql`delete from things where id > 0`;
  const write = () =>
    sql.begin(async (tx) => {
      const add = async (id: number) => {
        tx.defer(tx`insert into things values (${id}, 'new')`);
        return tx<{ id: number }[]>`update things set name = 'seen' where id = ${id} returning id`;
      };
      const [one, none, two] = await Promise.all([add(1), tx`select id from things where id = 9`, add(2)]);
      assert.deepEqual([[...one], [...none], [...two]], [[{ id: 1 }], [], [{ id: 2 }]]);
      await tx`delete from things where id > 0`;
    });
  await write();
  assert.equal(await tripsOf(write), 3);
  const failing = sql.begin(async (tx) => {
    const asked = [tx`insert into things values (1, 'one')`, tx`select 1 / 0`, tx`select 1`];
    const outcomes = await Promise.allSettled(asked);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
  });
  await assert.rejects(failing, /division by zero/);
  assert.deepEqual(await names(), ['kept']);
});

test('an error of a deferred statement rolls everything back and rejects the transaction', async () => {
  await sql`delete from things where id > 0`;
  const collide = sql.begin(async (tx) => {
    await tx`insert into things values (1, 'one')`;
    tx.defer(tx`insert into things values (1, 'again')`);
    tx.defer(tx`insert into things values (2, 'two')`);
  });
  await assert.rejects(collide, (error) => isUniqueViolation(error, 'things_pkey'));
  const thrown = sql.begin(async (tx) => {
    await tx`insert into things values (3, 'three')`;
    tx.defer(tx`insert into things values (4, 'four')`);
    throw new Error('no');
  });
  await assert.rejects(thrown, /^Error: no$/);
  assert.deepEqual(await names(), ['kept']);
});

test('a value that cannot be serialised fails only its own statement or transaction', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  await assert.rejects(async () => sql`select ${circular}::json`, /circular/);
  await assert.rejects(
    sql.begin(async (tx) => {
      tx.defer(tx`insert into things values (${circular}, 'x')`);
    }),
    /circular/,
  );
  assert.deepEqual(await names(), ['kept']);
});

test('a statement that failed the first time works again on the same connection', async () => {
  const before = await pid();
  await sql`insert into things values (1, 'one')`;
  const insert = (id: number) => sql`insert into things (id, name) values (${id}, 'again')`;
  await assert.rejects(async () => insert(1), isUniqueViolation);
  await assert.rejects(async () => insert(1), isUniqueViolation);
  assert.equal((await insert(2)).count, 1);
  const select = () => sql`select * from nowhere`;
  await assert.rejects(async () => select(), /"nowhere" does not exist/);
  await sql`create table nowhere (id int)`;
  assert.equal((await select()).count, 0);
  assert.equal(await pid(), before);
});

test('prepares a statement again after a migration changes its columns', async () => {
  await sql`create table growing (id int)`;
  await sql`insert into growing values (1)`;
  const ask = (tag: Tag) => tag`select * from growing order by id`;
  const select = () => ask(sql);
  assert.deepEqual([...(await select())], [{ id: 1 }]);
  await sql`alter table growing add column name text default 'new'`;
  assert.deepEqual([...(await select())], [{ id: 1, name: 'new' }]);
  await sql`deallocate all`;
  assert.deepEqual([...(await select())], [{ id: 1, name: 'new' }]);
  await sql`alter table growing drop column name`;
  const seen = await transaction(sql, async (tx) => {
    await tx`insert into growing values (2)`;
    return ask(tx);
  });
  assert.deepEqual([...seen], [{ id: 1 }, { id: 2 }]);
});

test('a migration costs one retry, even if several connections have prepared the statement', async () => {
  const pool = openTestPool(database.connection, 2);
  try {
    await pool`create table migrated (id int)`;
    const ask = (tag: Tag) => tag`select * from migrated`;
    const [one, other] = [await pool.reserve(), await pool.reserve()];
    await ask(one);
    await ask(other);
    one.release();
    await pool`alter table migrated add column name text`;
    // The first attempt fails on this connection, which then goes to the other caller. The retry runs on the other
    // connection.
    const asked = ask(pool).then((rows) => rows.count);
    const another = await pool.reserve();
    other.release();
    await assert.doesNotReject(asked.finally(() => another.release()));
  } finally {
    await pool.end();
  }
});

test('the last of two columns with the same name wins, as in the driver', async () => {
  const [row] = await sql`select 1 as a, null::int as a, 2 as "__proto__"`;
  assert.deepEqual(Object.entries(row ?? {}), [
    ['a', null],
    ['__proto__', 2],
  ]);
});

test('rejects COPY without blocking the connection', async () => {
  const refused = /cannot copy/;
  await assert.rejects(async () => sql`copy things from stdin`, refused);
  await assert.rejects(async () => sql`copy (select 1) to stdout`, refused);
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`copy things from stdin`;
    }),
    refused,
  );
  await pid();
});

test('the stack trace of an error leads to the caller of the statement', async () => {
  const ask = async () => {
    await sql`select * from missing`;
  };
  await assert.rejects(ask, (error: Error) => /statements\.test/.test(error.stack ?? ''));
});

test('replaces a connection that ends', async () => {
  const before = await pid();
  await assert.rejects(async () => sql`select pg_terminate_backend(pg_backend_pid())`);
  assert.notEqual(await pid(), before);
});
