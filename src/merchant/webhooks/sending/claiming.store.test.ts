import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import {
  claimDeliveries,
  recordOutcomes,
  releaseClaims,
  type ClaimRequest,
  type Outcome,
} from './claim.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [one, two, deleted, disabled, failing] = ['1', '2', '3', '4', '5'].map(
  (digit) => `00000000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string, string];
const [me, other] = [newId(), newId()];

before(async () => {
  await sql`insert into merchant.psps (id, name, created_at) values (1, 'one', now())`;
});
beforeEach(async () => {
  await sql`delete from merchant.webhook_deliveries`;
  await sql`delete from merchant.webhook_endpoints`;
  await sql`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at, deleted_at, disabled_at, failures)
    values (${one}, 1, 'one', '1', ${now}, null, null, 0), (${two}, 1, 'two', '2', ${now}, null, null, 0),
      (${deleted}, 1, 'deleted', '', ${now}, ${now}, null, 0), (${disabled}, 1, 'disabled', '', ${now}, null, ${now}, 0),
      (${failing}, 1, 'failing', '5', ${now}, null, null, 1)`;
});

interface Delivery {
  endpoint?: string;
  order?: string;
  sequence?: number;
  status?: string;
  due?: number;
  tried?: boolean;
  claimedBy?: string;
  /** Lease in seconds of PostgreSQL's clock, from now. */
  claimedFor?: number;
  pspId?: number;
  id?: string;
}

async function queue(deliveries: Record<string, Delivery>): Promise<void> {
  for (const [name, given] of Object.entries(deliveries)) {
    await sql`
      insert into merchant.webhook_deliveries
        (psp_id, id, endpoint_id, order_id, event_type, event_sequence, occurred_at, event, status, due_at, attempts,
          claimed_by, claimed_until)
      values (${given.pspId ?? 1}, ${given.id ?? newId()}, ${given.endpoint ?? one}, ${given.order ?? null}, ${name},
        ${given.sequence ?? 1}, ${now}, '{}', ${given.status ?? 'PENDING'}, ${at(given.due ?? 0)},
        ${sql.json(given.tried ? [{ at: 'then' }] : [])}, ${given.claimedBy ?? null},
        now() + ${given.claimedFor ?? null}::int * interval '1 second')`;
  }
}

const claimRows = (fields: Partial<ClaimRequest> = {}) =>
  claimDeliveries(sql, {
    now,
    claimedBy: me,
    leaseSeconds: 60,
    busy: [],
    steadyRoom: 20,
    troubledRoom: 5,
    steadyLimit: 8,
    troubledLimit: 1,
    ...fields,
  });

async function claim(fields: Partial<ClaimRequest> = {}): Promise<string> {
  return (await claimRows(fields))
    .map((row) => row.event_type)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ');
}

test('claims due, unclaimed deliveries of endpoints that are neither deleted nor disabled', async () => {
  await queue({
    due: {},
    later: { due: 1 },
    done: { status: 'DELIVERED' },
    'of-the-deleted': { endpoint: deleted },
    'of-the-disabled': { endpoint: disabled },
    claimed: { claimedBy: other, claimedFor: 60 },
    lost: { claimedBy: other, claimedFor: -1 },
    'to-another': { endpoint: two },
  });
  assert.equal(await claim(), 'due lost to-another');
  const rows = await sql<{ event_type: string; seconds: number }[]>`
    select event_type, extract(epoch from claimed_until - now())::int as seconds from merchant.webhook_deliveries
    where claimed_by = ${me} order by event_type`;
  assert.deepEqual(
    rows.map((row) => row.event_type),
    ['due', 'lost', 'to-another'],
  );
  assert.ok(rows.every(({ seconds }) => seconds > 30 && seconds <= 60));
  assert.equal(await claim(), '', 'once');
});

test('an event waits for earlier, unattempted events of its order at the same endpoint', async () => {
  const [order, tried, ended, apart] = [newId(), newId(), newId(), newId()];
  await queue({
    first: { order, sequence: 1, due: 1 },
    second: { order, sequence: 2 },
    'second-again': { order, sequence: 2, tried: true },
    'elsewhere-second': { order, sequence: 2, endpoint: two },
    'tried-first': { order: tried, sequence: 1, due: 1, tried: true },
    'tried-second': { order: tried, sequence: 2 },
    'ended-first': { order: ended, sequence: 1, status: 'FAILED' },
    'ended-second': { order: ended, sequence: 2 },
    alone: { order: apart, sequence: 2 },
    'alone-again': { order: apart, sequence: 2 },
    none: { sequence: 9 },
  });
  assert.equal(
    await claim(),
    'alone alone-again elsewhere-second ended-second none second-again tried-second',
  );
});

const named = (name: string, count: number, fields: Delivery = {}): Record<string, Delivery> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${name}${index}`, { ...fields, due: -index }]),
  );

test('an endpoint gets at most its limit of simultaneous deliveries, longest due first', async () => {
  await queue(named('a', 5));
  assert.equal(await claim({ steadyLimit: 2 }), 'a3 a4');
  const busy = { endpointId: one, count: 2, slow: false };
  assert.equal(await claim({ steadyLimit: 2, busy: [busy] }), '');
  assert.equal(await claim({ steadyLimit: 3, busy: [busy] }), 'a2');
});

test('slots are divided evenly, and the remainder goes to one endpoint', async () => {
  await queue({ ...named('a', 5), ...named('b', 5, { endpoint: two }) });
  assert.equal(await claim({ steadyRoom: 4 }), 'a3 a4 b3 b4');
  const three = await claim({ steadyRoom: 3 });
  assert.ok(three === 'a1 a2 b2' || three === 'a2 b1 b2', three);
});

test('an endpoint that cannot take deliveries leaves its slots to the others', async () => {
  const four = 'a0 a1 a2 a3';
  await queue({ ...named('a', 4), later: { endpoint: two, due: 1 } });
  assert.equal(await claim({ steadyRoom: 4 }), four, 'nothing is due for the other');
  await sql`update merchant.webhook_deliveries set claimed_until = null`;
  await queue(named('b', 4, { endpoint: two }));
  const busy = { endpointId: two, count: 8, slow: false };
  assert.equal(await claim({ steadyRoom: 4, busy: [busy] }), four, 'the other is at its limit');
});

test('claimed deliveries have the address and secret of their own endpoint', async () => {
  await queue({ first: {}, second: { endpoint: two }, third: { endpoint: failing } });
  const taken = (await claimRows()).map((row) =>
    [row.event_type, row.endpoint_id.slice(-1), row.url, row.sealed_secret.toString()].join(' '),
  );
  assert.deepEqual(new Set(taken), new Set(['first 1 one 1', 'second 2 two 2', 'third 5 failing 5']));
});

test('endpoints that fail or hang have separate slots', async () => {
  await queue({ ...named('a', 3), ...named('f', 3, { endpoint: failing }) });
  assert.equal(await claim({ steadyRoom: 1, troubledRoom: 0 }), 'a2');
  assert.equal(await claim({ steadyRoom: 0, troubledRoom: 5, troubledLimit: 2 }), 'f1 f2');
  const slow = { endpointId: one, count: 1, slow: true };
  assert.equal(await claim({ busy: [slow], troubledLimit: 1 }), 'f0');
  assert.equal(await claim({ busy: [slow], troubledLimit: 2, steadyRoom: 0 }), 'a1');
});

test('a row locked by another process is skipped', async () => {
  await queue({ held: {}, free: {} });
  await sql.begin(async (tx) => {
    await tx`select from merchant.webhook_deliveries where event_type = 'held' for update`;
    assert.equal(await claim(), 'free');
  });
});

const attempt = { at: 'now' } as unknown as Outcome['attempt'];
const outcome = (id: string, status: Outcome['status'], fields: Partial<Outcome> = {}): Outcome => ({
  psp_id: 1,
  id,
  endpoint_id: one,
  revision: 0,
  status,
  failed_attempts: 2,
  due_at: at(5).toISOString(),
  attempt,
  ...fields,
});

const deliveries = async (): Promise<Record<string, unknown>> => {
  const rows = await readRows(sql, 'merchant', 'webhook_deliveries');
  return Object.fromEntries(
    rows.map((row) => [
      row['event_type'],
      [
        row['status'],
        row['failed_attempts'],
        row['claimed_by'] ?? '',
        (row['attempts'] as unknown[]).length,
      ].join(' '),
    ]),
  );
};

test('an outcome is stored only by the owner of the claim, except a success', async () => {
  const ids = Array.from({ length: 7 }, () => newId());
  const [a, b, c, d, e, f, g] = ids as [string, string, string, string, string, string, string];
  const claimed = { claimedBy: me, claimedFor: 60 };
  await queue({
    succeeded: { id: a, ...claimed },
    failed: { id: b, ...claimed },
    'lost-failed': { id: c, claimedBy: other, claimedFor: 60 },
    'lost-succeeded': { id: d, claimedBy: other, claimedFor: 60 },
    'delivered-before': { id: e, status: 'DELIVERED' },
    'cancelled-failed': { id: f, status: 'CANCELLED', ...claimed },
    bystander: { id: g, ...claimed },
    'of-another-psp': { id: a, pspId: 2, ...claimed },
  });
  await sql.begin((tx) =>
    recordOutcomes(tx, me, [
      outcome(a, 'DELIVERED'),
      outcome(b, 'PENDING'),
      outcome(c, 'PENDING'),
      outcome(d, 'DELIVERED'),
      outcome(e, 'DELIVERED'),
      outcome(f, 'FAILED'),
    ]),
  );
  assert.deepEqual(await deliveries(), {
    succeeded: 'DELIVERED 2  1',
    failed: 'PENDING 2  1',
    'lost-failed': `PENDING 0 ${other} 0`,
    'lost-succeeded': 'DELIVERED 2  1',
    'delivered-before': 'DELIVERED 0  0',
    'cancelled-failed': `CANCELLED 0 ${me} 0`,
    bystander: `PENDING 0 ${me} 0`,
    'of-another-psp': `PENDING 0 ${me} 0`,
  });
});

test('keeps the last fifty attempts', async () => {
  const id = newId();
  await queue({ own: { id, claimedBy: me, claimedFor: 60 } });
  const lengths = [];
  for (const length of [48, 49, 50]) {
    await sql`
      update merchant.webhook_deliveries set claimed_by = ${me}, attempts = (
        select jsonb_agg(jsonb_build_object('number', n)) from generate_series(1, ${length}::int) n)`;
    await sql.begin((tx) => recordOutcomes(tx, me, [outcome(id, 'PENDING')]));
    const [row] = await readRows(sql, 'merchant', 'webhook_deliveries');
    assert.ok(row);
    const attempts = row['attempts'] as unknown[];
    lengths.push(attempts.length);
    assert.deepEqual(attempts.at(-1), attempt);
  }
  assert.deepEqual(lengths, [49, 50, 50]);
});

test("an endpoint's failures are counted up to a thousand, and reset by a success", async () => {
  const failures = async () => {
    const rows = await readRows(sql, 'merchant', 'webhook_endpoints');
    return Object.fromEntries(rows.map((row) => [row['url'], row['failures']]));
  };
  const of = (endpoint_id: string, ...statuses: Outcome['status'][]) =>
    statuses.map((status) => outcome(newId(), status, { endpoint_id }));
  const record = (outcomes: Outcome[]) => sql.begin((tx) => recordOutcomes(tx, me, outcomes));
  const version = async () => {
    const [row] = await sql<{ version: string }[]>`
      select xmin::text as version from merchant.webhook_endpoints where id = ${two}`;
    return row?.version;
  };
  const written = await version();
  await record([...of(one, 'PENDING', 'FAILED'), ...of(two, 'DELIVERED')]);
  assert.equal(await version(), written, 'one that never failed is not written');
  assert.deepEqual(await failures(), { one: 1, two: 0, deleted: 0, disabled: 0, failing: 1 });
  await record([...of(one, 'PENDING'), ...of(failing, 'PENDING', 'DELIVERED')]);
  assert.deepEqual(await failures(), { one: 2, two: 0, deleted: 0, disabled: 0, failing: 0 });
  await sql`update merchant.webhook_endpoints set failures = 999 where id = ${one}`;
  for (const expected of [1000, 1000]) {
    await record(of(one, 'PENDING'));
    assert.equal((await failures())['one'], expected);
  }
});

test("releases the process's own claims and no others", async () => {
  const [a, b, c] = [newId(), newId(), newId()];
  const claimed = { claimedBy: me, claimedFor: 60 };
  await queue({
    given: { id: a, ...claimed },
    kept: { id: b, ...claimed },
    lost: { id: c, claimedBy: other, claimedFor: 60 },
    'of-another-psp': { id: a, pspId: 2, ...claimed },
  });
  await sql.begin((tx) =>
    releaseClaims(tx, me, [
      { psp_id: 1, id: a },
      { psp_id: 1, id: c },
    ]),
  );
  assert.deepEqual(await deliveries(), {
    given: 'PENDING 0  0',
    kept: `PENDING 0 ${me} 0`,
    lost: `PENDING 0 ${other} 0`,
    'of-another-psp': `PENDING 0 ${me} 0`,
  });
  const [left] = await sql<{ count: number }[]>`
    select count(*)::int from merchant.webhook_deliveries where claimed_until is not null`;
  assert.equal(left?.count, 3);
});
