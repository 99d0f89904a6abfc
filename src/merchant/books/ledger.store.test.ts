import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { untilAwaited } from '../../../test/support/row-locks.ts';
import { emptyBooks } from '../../../test/support/ledger-rows.ts';
import { explainGeneric } from '../../../test/support/explain.ts';
import { readRows } from '../../../test/support/table-rows.ts';
import { firstIdAt, newId } from '../../platform/ids.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { transfer, type AccountOwner } from './ledger.rules.ts';
import {
  insertMovements,
  listBalances,
  listBalancesBefore,
  listEntries,
  movementExists,
  sumDays,
  sumKinds,
  sumPending,
  type NewMovement,
  type StatementFilter,
} from './ledger.store.ts';

const sql = await useTestSql();
const dayMs = 24 * 3_600_000;
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(async () => {
  await emptyBooks(sql);
  for (const [owner, asset] of [
    ['psp:1', 'EUR'],
    ['psp:1', 'BTC'],
    ['psp:2', 'EUR'],
  ] as const)
    await open(owner, asset);
});

/** Opens accounts, which are numbered from 1 in this order. */
const open = (owner: string, asset: string, stripe = 0) => sql`
  insert into merchant.ledger_accounts (owner, asset, stripe) values (${owner}, ${asset}, ${stripe})`;

const book = (
  movements: readonly NewMovement[],
  createdAt: Date,
  explain = (error: Error) => error,
): Promise<void> => sql.begin((tx) => insertMovements(tx, movements, createdAt, explain));

/** Moves an amount from the bank, or back to it. */
const give = (
  owner: AccountOwner,
  asset: AssetCode,
  amount: bigint,
  createdAt: Date,
  { kind = 'order', id = newId(createdAt.getTime()), reference = id }: Partial<NewMovement> = {},
) => book([{ id, kind, reference, entries: transfer('provider:bank', owner, asset, amount) }], createdAt);

const pass = (reference: string, from: AccountOwner, to: AccountOwner, amount: bigint): NewMovement => ({
  id: newId(now.getTime()),
  kind: 'order',
  reference,
  entries: transfer(from, to, 'EUR', amount),
});

test('books movements with their entries, on each account credits before debits', async () => {
  await book([pass('a', 'psp:1', 'psp:2', 5n), pass('b', 'provider:bank', 'psp:1', 7n)], now);
  const movements = await readRows(sql, 'merchant', 'ledger_movements', ['kind', 'reference', 'created_at']);
  const created = { created_at: now.toISOString() };
  assert.deepEqual(movements, [
    { kind: 'order', reference: 'a', ...created },
    { kind: 'order', reference: 'b', ...created },
  ]);
  const entries = await readRows(sql, 'merchant', 'ledger_entries');
  const shown = entries.map((row) =>
    ['account_id', 'sequence', 'asset', 'amount', 'balance_after', 'created_at']
      .map((column) => String(row[column]))
      .join(' '),
  );
  const moment = now.toISOString();
  assert.deepEqual(shown.toSorted(), [
    `1 1 EUR 7 7 ${moment}`,
    `1 2 EUR -5 2 ${moment}`,
    `3 1 EUR 5 5 ${moment}`,
    `4 1 EUR -7 -7 ${moment}`,
  ]);
});

test("rejects an overdraft with the caller's error", async () => {
  const said = new Error('not enough');
  await assert.rejects(
    book([pass('a', 'psp:1', 'psp:2', 5n)], now, () => said),
    said,
  );
  assert.equal(await movementExists(sql, 'order', 'a'), false);
});

test('locks accounts in the order of their ids', async () => {
  await give('psp:1', 'EUR', 9n, now);
  await give('psp:2', 'EUR', 9n, now);
  let booked: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from merchant.ledger_accounts where id = 1 for update`;
    booked = book([pass('a', 'psp:2', 'psp:1', 5n)], now);
    await untilAwaited(tx);
    const free = await tx`select from merchant.ledger_accounts where id = 3 for update skip locked`;
    assert.equal(free.length, 1, 'whoever waits for the first has not taken the third');
  });
  await booked;
  assert.equal(await movementExists(sql, 'order', 'a'), true);
});

test('a movement is identified by its kind and reference', async () => {
  await give('psp:1', 'EUR', 1n, now, { reference: 'a' });
  await give('psp:1', 'EUR', 500n, now, { reference: 'b', kind: 'deposit' });
  const known = async (kind: string, reference: string) => movementExists(sql, kind, reference);
  assert.deepEqual([await known('order', 'a'), await known('deposit', 'b')], [true, true]);
  assert.deepEqual([await known('deposit', 'a'), await known('network_fee', 'b')], [false, false]);
});

test('an owner’s balances sum all stripes of its accounts', async () => {
  await give('psp:1', 'EUR', 9n, now);
  await give('psp:1', 'BTC', 3n, now);
  await give('psp:2', 'EUR', 5n, now);
  await open('provider:trading', 'EUR', 100);
  await open('provider:trading', 'EUR', 101);
  const id = newId(now.getTime());
  await sql.begin(async (tx) => {
    await tx`insert into merchant.ledger_movements values (${id}, 'order', 'x', ${now})`;
    await tx`
      insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
      select id, ${id}::uuid, case owner when 'psp:1' then -7 else stripe - 97 end, ${now}::timestamptz
      from merchant.ledger_accounts where (owner, asset) in (('psp:1', 'EUR'), ('provider:trading', 'EUR'))`;
  });
  const balances = async (owner: string) =>
    (await listBalances(sql, owner)).map(({ asset, balance }) => `${asset} ${balance}`).toSorted();
  assert.deepEqual(await balances('psp:1'), ['BTC 3', 'EUR 2']);
  assert.deepEqual(await balances('psp:2'), ['EUR 5']);
  assert.deepEqual(await balances('provider:trading'), ['EUR 7']);
  assert.deepEqual(await balances('psp:3'), []);
});

const list = (filter: Partial<StatementFilter>) =>
  listEntries(sql, {
    owner: 'psp:1',
    asset: null,
    from: null,
    to: null,
    after: undefined,
    limit: 9,
    ...filter,
  });
const listed = async (filter: Partial<StatementFilter> = {}, separator = '') =>
  (await list(filter)).map(({ reference }) => reference).join(separator);

test('a statement is paged from newest to oldest, by account and sequence within a moment', async () => {
  await give('psp:1', 'EUR', 10n, at(0), { reference: 'a' });
  await give('psp:1', 'EUR', 20n, at(1), { reference: 'b' });
  await give('psp:1', 'EUR', -5n, at(1), { reference: 'c', kind: 'network_fee' });
  await give('psp:1', 'BTC', 40n, at(1), { reference: 'd' });
  await give('psp:2', 'EUR', 50n, at(1), { reference: 'x' });
  await give('psp:1', 'BTC', 60n, at(2), { reference: 'e' });
  await give('psp:1', 'EUR', 70n, at(3), { reference: 'f' });
  assert.equal(await listed(), 'fedcba');
  assert.equal(await listed({ owner: 'psp:2' }), 'x');
  assert.equal(await listed({ asset: 'EUR' }), 'fcba');
  assert.equal(await listed({ asset: 'BTC' }), 'ed');
  assert.equal(await listed({ from: at(1) }), 'fedcb');
  assert.equal(await listed({ from: new Date(at(1).getTime() + 1) }), 'fe');
  assert.equal(await listed({ to: at(3) }), 'edcba');
  assert.equal(await listed({ from: at(1), to: at(2) }), 'dcb');
  for (const limit of [1, 2, 3, 4, 5]) assert.equal(await listed({ limit }), 'fedcba'.slice(0, limit));
  assert.equal(await listed({ asset: 'EUR', limit: 2 }), 'fc');

  const rows = await list({});
  const c = rows.find(({ reference }) => reference === 'c');
  assert.deepEqual(
    { ...c, movement_id: '' },
    {
      account_id: 1n,
      sequence: 3n,
      movement_id: '',
      kind: 'network_fee',
      reference: 'c',
      asset: 'EUR',
      amount: -5n,
      balance_after: 25n,
      created_at: at(1),
    },
  );
  for (const [place, row] of rows.entries()) {
    const { account_id: accountId, sequence } = row;
    const after = { createdAtMs: row.created_at.getTime(), accountId, sequence };
    const rest = 'fedcba'.slice(place + 1);
    assert.equal(await listed({ after }), rest);
    assert.equal(await listed({ after, limit: 2 }), rest.slice(0, 2));
  }
  const after = { createdAtMs: at(3).getTime(), accountId: 1n, sequence: 4n };
  assert.equal(await listed({ after, to: at(2) }), 'dcba');
  assert.equal(await listed({ after, to: at(4), from: at(1) }), 'edcb');
});

test('entries of a period are searched among its movements with a day on each side', async () => {
  const [from, to] = [at(0), at(10)];
  const around = async (name: string, ms: number) =>
    give('psp:1', 'EUR', 1n, now, { reference: name, id: firstIdAt(ms) });
  await around('early', from.getTime() - dayMs - 1);
  await around('first', from.getTime() - dayMs);
  await around('middle', at(5).getTime() + dayMs);
  await around('last', to.getTime() + dayMs - 1);
  await around('late', to.getTime() + dayMs);
  const within = (filter: Partial<StatementFilter>) => listed(filter, ' ');
  assert.equal(await within({}), 'late last middle first early');
  assert.equal(await within({ from }), 'late last middle first');
  assert.equal(await within({ to }), 'last middle first early');
  assert.equal(await within({ from, to }), 'last middle first');
  const after = (seconds: number) => ({
    after: { createdAtMs: at(seconds).getTime(), accountId: 0n, sequence: 0n },
  });
  assert.equal(await within({ ...after(5) }), 'first early');
  assert.equal(await within({ ...after(5), to }), 'first early');
  assert.equal(await within({ ...after(20), to }), 'last middle first early');
  const sums = await sumKinds(sql, { owner: 'psp:1', from, to });
  assert.deepEqual(
    sums.map(({ movements, came }) => [movements, came]),
    [[3, 3n]],
  );
});

test('sums the credits and debits of a period by asset and kind', async () => {
  await give('psp:1', 'EUR', 5000n, at(-1));
  await give('psp:1', 'EUR', 100n, at(0), { kind: 'deposit' });
  await give('psp:1', 'EUR', -30n, at(1));
  await give('psp:1', 'EUR', 7n, at(2));
  await give('psp:1', 'BTC', 4n, at(1));
  await give('psp:2', 'EUR', 9n, at(1));
  await give('psp:1', 'EUR', 1000n, at(10), { kind: 'deposit' });
  const sums = async (owner: string) =>
    (await sumKinds(sql, { owner, from: at(0), to: at(10) })).map((row) => ({ ...row }));
  assert.deepEqual(await sums('psp:1'), [
    { asset: 'BTC', kind: 'order', movements: 1, came: 4n, went: 0n },
    { asset: 'EUR', kind: 'deposit', movements: 1, came: 100n, went: 0n },
    { asset: 'EUR', kind: 'order', movements: 2, came: 7n, went: -30n },
  ]);
  assert.deepEqual(await sums('psp:2'), [{ asset: 'EUR', kind: 'order', movements: 1, came: 9n, went: 0n }]);
});

test('sums the credits and debits of each UTC day by account and kind', async () => {
  const day = (text: string): Date => new Date(`2026-05-${text}Z`);
  const [from, to] = [day('02T00:00:00'), day('04T00:00:00')];
  const entries: [owner: 'psp:1' | 'psp:1:held' | 'psp:2', amount: bigint, at: Date, kind?: 'deposit'][] = [
    ['psp:1', 1000n, day('01T23:59:59.999')],
    ['psp:1', 1n, from],
    ['psp:1', 2n, day('02T23:59:59.999')],
    ['psp:1', -3n, day('02T23:59:59.999')],
    ['psp:1', 4n, day('02T23:59:59.999'), 'deposit'],
    ['psp:1', 8n, day('03T00:00:00')],
    ['psp:1:held', 16n, day('03T12:00:00')],
    ['psp:2', 32n, day('03T12:00:00')],
    ['psp:1', 64n, to],
  ];
  for (const [owner, amount, moment, kind = 'order'] of entries)
    await give(owner, 'EUR', amount, moment, { kind });
  const rows = await sumDays(sql, { owners: ['psp:1', 'psp:1:held'], from, to });
  assert.deepEqual(
    rows
      .map((row) =>
        [row.day, row.owner, row.asset, row.kind, row.is_credit ? '+' : '-', row.amount].join(' '),
      )
      .toSorted(),
    [
      '2026-05-02 psp:1 EUR deposit + 4',
      '2026-05-02 psp:1 EUR order + 3',
      '2026-05-02 psp:1 EUR order - -3',
      '2026-05-03 psp:1 EUR order + 8',
      '2026-05-03 psp:1:held EUR order + 16',
    ],
  );
});

test('the balance before a moment is the one after the last earlier entry', async () => {
  const hourMs = 3_600_000;
  const ms = now.getTime();
  const sinceMs = ms - 26 * dayMs;
  type Entry = readonly [createdMs: number, amount: bigint, movementMs?: number];
  const old: Entry = [ms - 60 * dayMs, 1n];
  const after: Entry = [ms + hourMs, 100n];
  const cases: Record<string, { entries: Entry[]; had: string }> = {
    'nothing since': { entries: [old], had: 'EUR 1' },
    'nothing before': { entries: [after], had: '' },
    'one at the moment itself': {
      entries: [
        [ms - hourMs, 5n],
        [ms, 7n],
      ],
      had: 'EUR 5',
    },
    'several in the weeks before': {
      entries: [[ms - 2 * hourMs, 1n], [ms - hourMs, 5n], [ms - hourMs, 7n], after],
      had: 'EUR 13',
    },
    'several long before': {
      entries: [old, [ms - 50 * dayMs, 5n], [ms - 50 * dayMs, 7n], after],
      had: 'EUR 13',
    },
    'one where the weeks begin, of a day before': {
      entries: [old, [sinceMs, 5n, sinceMs - dayMs], after],
      had: 'EUR 6',
    },
    'one where the weeks begin, of longer before': {
      entries: [old, [sinceMs, 5n, sinceMs - dayMs - 1], after],
      had: 'EUR 1',
    },
    'one of more than a day later': {
      entries: [old, [ms - hourMs, 5n, ms + dayMs], after],
      had: 'EUR 1',
    },
    'one before the weeks, of more than a day later': {
      entries: [old, [sinceMs - hourMs, 5n, sinceMs + dayMs], after],
      had: 'EUR 1',
    },
    'two before the weeks, the later one of an earlier movement': {
      entries: [[sinceMs - 2 * hourMs, 1n], [sinceMs - hourMs, 5n, sinceMs - 2 * dayMs], after],
      had: 'EUR 6',
    },
  };
  const owners = Object.entries(cases).map(([name, one], place) => ({
    name,
    owner: `psp:${place + 3}` as const,
    ...one,
  }));
  for (const { owner, entries } of owners) {
    await open(owner, 'LTC');
    for (const [createdMs, amount, movementMs] of entries) {
      const id = movementMs === undefined ? newId(createdMs) : firstIdAt(movementMs);
      await give(owner, 'EUR', amount, new Date(createdMs), { id });
    }
  }
  for (const { name, owner, had } of owners) {
    const found = await listBalancesBefore(sql, [owner], now);
    assert.equal(found.map(({ asset, balance }) => `${asset} ${balance}`).join(), had, name);
  }
});

test('pending coins are searched only among uncredited ones, even if there are many others', async () => {
  await sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      unconfirmed, credited)
    select 'BTC', n::text, 0, 'x', 1, 'payment', gen_random_uuid(), ${now}, 1, false, true
    from generate_series(1, 20000) n`;
  await sql`analyze merchant.chain_outputs`;
  assert.match(await explainGeneric(sql, (tag) => sumPending(tag, 1)), /chain_outputs_pending/);
  assert.deepEqual([...(await sumPending(sql, 1))], []);
  await sql`delete from merchant.chain_outputs where destination = 'x'`;
});
