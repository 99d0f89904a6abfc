import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import { openDatabase, type Sql, type Tx } from './database.ts';
import { isDatabaseUnavailable } from './availability.ts';
import type { Tag } from './sql.ts';
import { isUniqueViolation, readByKeptPlans } from './transaction.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;

before(async () => {
  database = await createTestDatabase({ migrated: false });
  sql = openTestPool(database.connection);
  await sql`create table things (id int primary key)`;
  // What is not kept is missed beside something that is.
  await sql`insert into things values (0)`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const ids = async (): Promise<unknown[]> =>
  (await sql<{ id: number }[]>`select id from things order by id`).map((row) => row.id);

const passOver = (statement: PromiseLike<unknown>) => statement.then(undefined, () => {});

test('whoever passes over a failure hears of it at the end, and nothing is kept', async () => {
  const done = sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    await passOver(tx`insert into things values (1)`);
    return 'done';
  });
  await assert.rejects(done, (error) => isUniqueViolation(error));
  const scripted = sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    await passOver(tx.script('select * from nowhere'));
  });
  await assert.rejects(scripted, /"nowhere" does not exist/);
  assert.deepEqual(await ids(), [0]);
});

test('a value that cannot be sent takes the beginning and what was waiting with it, and so nothing may follow', async () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const done = sql.begin(async (tx) => {
    tx.defer(tx`insert into things values (1)`);
    await passOver(tx`select ${circular}::json`);
    await passOver(tx`insert into things values (2)`);
  });
  await assert.rejects(done, /circular/);
  assert.deepEqual(await ids(), [0]);
});

test('nothing can be said in a transaction that is over', async () => {
  let kept: Tx | undefined;
  await sql.begin(async (tx) => {
    kept = tx;
    await tx`insert into things values (1)`;
  });
  const tx = kept;
  assert.ok(tx);
  await assert.rejects(async () => tx`insert into things values (2)`, /is over/);
  await assert.rejects(async () => tx.script('insert into things values (2)'), /is over/);
  assert.throws(() => tx.defer(tx`insert into things values (2)`), /is over/);
  assert.deepEqual(await ids(), [0, 1]);
  await sql`delete from things where id > 0`;
});

test('what goes on beside a failure is not done after the rollback', async () => {
  let beside: Promise<unknown> = Promise.resolve();
  const failing = sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    const goOn = async () => {
      await tx`select 1`;
      await tx`insert into things values (2)`;
    };
    beside = assert.rejects(goOn(), /is over/);
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  await beside;
  assert.deepEqual(await ids(), [0]);
});

test('where the connection ends in the middle of a transaction all of it fails, and the next one has a new connection', async () => {
  const ended = sql.begin(async (tx) => {
    tx.defer(tx`insert into things values (1)`);
    tx.defer(tx`select pg_terminate_backend(pg_backend_pid())`);
    tx.defer(tx`insert into things values (2)`);
    await Promise.all([tx`insert into things values (3)`, tx`insert into things values (4)`]);
  });
  await assert.rejects(ended, isDatabaseUnavailable);
  assert.deepEqual(await ids(), [0]);
});

test('a failure that nobody waited for is the end of the transaction all the same', async () => {
  const unheard: PromiseLike<unknown>[] = [];
  const done = sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    // One of two branches fails by itself, and whoever caught that goes on while the other is still under way.
    const fails = async () => {
      throw new Error('of our own');
    };
    const asked = (async () => tx`select 1 / 0`)();
    unheard.push(passOver(asked));
    await passOver(Promise.all([fails(), asked]));
    // Until it is on its way, and not until it is answered.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return 'done';
  });
  await assert.rejects(done, /division by zero/);
  await Promise.all(unheard);
  assert.deepEqual(await ids(), [0]);
});

test('nothing can be said once the commit is asked for', async () => {
  const stragglers: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    const straggle = async (attempt: () => unknown) => {
      // Until the commit is on its way.
      await new Promise((resolve) => setImmediate(resolve));
      await attempt();
    };
    stragglers.push(
      assert.rejects(
        straggle(() => tx`insert into things values (2)`),
        /is over/,
      ),
      assert.rejects(
        straggle(() => tx.defer(tx`insert into things values (3)`)),
        /is over/,
      ),
    );
  });
  await Promise.all(stragglers);
  assert.deepEqual(await ids(), [0, 1]);
  await sql`delete from things where id > 0`;
});

test('the trace of an error leads to the statement that failed, and not to one that travelled with it', async () => {
  const failing = sql.begin(async (tx) => {
    const askedWell = async () => {
      await tx`select 1`;
    };
    const askedBadly = async () => {
      await tx`select 1 / 0`;
    };
    await Promise.all([askedWell(), askedBadly(), askedWell()]);
  });
  await assert.rejects(failing, (error: Error) => {
    assert.match(error.stack ?? '', /askedBadly/);
    return /division by zero/.test(error.message);
  });
});

test('what is wrong with a statement for later can be put into other words, and that of another cannot', async () => {
  const explain = (error: Error): Error =>
    isUniqueViolation(error) ? new Error('there is one already') : error;
  const twice = (id: number) =>
    sql.begin((tx) => {
      tx.defer(tx`insert into things values (1)`);
      tx.defer(tx`insert into things values (${id})`, explain);
    });
  await assert.rejects(twice(1), /^Error: there is one already$/);
  await twice(2);
  await assert.rejects(twice(3), (error) => isUniqueViolation(error, 'things_pkey'));
  assert.deepEqual(await ids(), [0, 1, 2]);
  await sql`delete from things where id > 0`;
});

test('who reads by kept plans cannot write, is not taken for a writer, and leaves no setting behind', async () => {
  let notes = 0;
  const noted = openDatabase({
    connection: database.connection,
    poolSize: 1,
    applicationName: 'test',
    replicas: {
      noteOfWrite: () => ((notes += 1), undefined),
      read: (_, onPrimary) => onPrimary(),
    },
  });
  try {
    const settings = (tag: Tag) =>
      tag<Record<string, string>[]>`
        select current_setting('plan_cache_mode') as plans, current_setting('enable_seqscan') as seqscan`.then(
        ([row]) => row,
      );
    const within = await readByKeptPlans(noted, settings);
    assert.deepEqual(within, { plans: 'force_generic_plan', seqscan: 'off' });
    assert.deepEqual(await settings(noted), { plans: 'auto', seqscan: 'on' });
    await assert.rejects(
      readByKeptPlans(noted, (tx) => tx`insert into things values (7)`),
      /read-only transaction/,
    );
    assert.equal(notes, 0);
    await noted.begin((tx) => tx`select 1`);
    assert.equal(notes, 1, 'another transaction is noted');
  } finally {
    await noted.end();
  }
});
