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
  // A committed row, so that the tests see that a rollback removes only the others.
  await sql`insert into things values (0)`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const ids = async (): Promise<unknown[]> =>
  (await sql<{ id: number }[]>`select id from things order by id`).map((row) => row.id);

const passOver = (statement: PromiseLike<unknown>) => statement.then(undefined, () => {});

test('a transaction whose caller ignores the error of a statement is rejected and rolled back', async () => {
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

test('a value that cannot be serialised rolls back the deferred statements before it and rejects those after it', async () => {
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

test('rejects statements after the end of the transaction', async () => {
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

test('rejects statements that parallel work sends after the rollback', async () => {
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

test('a lost connection fails the whole transaction, and the next one gets a new connection', async () => {
  const ended = sql.begin(async (tx) => {
    tx.defer(tx`insert into things values (1)`);
    tx.defer(tx`select pg_terminate_backend(pg_backend_pid())`);
    tx.defer(tx`insert into things values (2)`);
    await Promise.all([tx`insert into things values (3)`, tx`insert into things values (4)`]);
  });
  await assert.rejects(ended, isDatabaseUnavailable);
  assert.deepEqual(await ids(), [0]);
});

test('a failed statement that is not awaited still rolls back the transaction', async () => {
  const unheard: PromiseLike<unknown>[] = [];
  const done = sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    // One of two parallel branches fails. The caller catches that and continues while the other branch still runs.
    const fails = async () => {
      throw new Error('of our own');
    };
    const asked = (async () => tx`select 1 / 0`)();
    unheard.push(passOver(asked));
    await passOver(Promise.all([fails(), asked]));
    // Waits until the statement is sent, but not until it is answered.
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    return 'done';
  });
  await assert.rejects(done, /division by zero/);
  await Promise.all(unheard);
  assert.deepEqual(await ids(), [0]);
});

test('rejects statements after the commit has been sent', async () => {
  const stragglers: Promise<unknown>[] = [];
  await sql.begin(async (tx) => {
    await tx`insert into things values (1)`;
    const straggle = async (attempt: () => unknown) => {
      // Waits until the commit is sent.
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

test('the stack trace of an error leads to the failed statement and not to another one of its batch', async () => {
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

test('a deferred statement can replace its own error and no other', async () => {
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

test('readByKeptPlans rejects writes, does not count as a write, and leaves the session settings unchanged', async () => {
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
