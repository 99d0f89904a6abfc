import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  memberAs,
  openConsoleApp,
  signIn,
  type Visitor,
} from '../../../../test/support/console.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { availableTo, bankAccount, transfer } from '../../books/ledger.rules.ts';
import type { MovementKind } from '../../books/movement-kinds.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { searchStatement } from './search-statement.ts';
import { sumStatement } from '../../books/sum-statement.ts';

let praca: TestApp;
let psp: number;
let finance: Visitor;

before(async () => {
  praca = await openConsoleApp();
  psp = (await createPsp(praca.platform, 'Figures')).pspId;
  finance = await signIn(praca, (await createPerson(praca, [memberAs('finance', String(psp))])).email);
});
after(() => praca.close());

const at = (path: string): string => `/console/psp/${psp}${path}`;

const post = (
  kind: MovementKind,
  amounts: readonly bigint[],
  asset: 'EUR' | 'BTC',
  when: string,
  reference?: string,
): Promise<void> =>
  transaction(praca.sql, async (tx) => {
    const clock = { now: () => new Date(when), nowMs: () => Date.parse(when) };
    const movements = amounts.map((amount, index) => ({
      kind,
      reference: reference ?? `${kind}-${asset}-${psp}-${when}-${index}`,
      entries: transfer(bankAccount, availableTo(psp), asset, amount),
    }));
    postMovements(tx, { clock }, movements);
  });

test('a statement is filtered by currency, kind and month, reads a limited number of entries, and adds up', async () => {
  const old = '2026-01-15T00:00:00Z';
  await post('adjustment', [100_000n], 'EUR', old);
  await post('adjustment', [5n], 'BTC', old);
  await post('refund', [7_777n], 'EUR', '2026-02-01T00:00:00Z');
  for (let day = 10; day < 15; day++) {
    await post(
      'order',
      Array.from({ length: 12 }, () => 1n),
      'EUR',
      `2026-02-${day}T00:00:00.000Z`,
    );
  }
  const page = await finance.get(at('/statement?month=2026-02'));
  assert.equal(page.status, 200);
  for (const text of ['February 2026 in sums', '€1,000.00', '€78.37', '€1,078.37', 'Trade', 'By kind'])
    assert.ok(page.body.includes(text), text);
  const sums = await sumStatement(praca.platform, {
    pspId: psp,
    from: new Date('2026-02-01T00:00:00Z'),
    to: new Date('2026-03-01T00:00:00Z'),
  });
  for (const { opening, came, went, closing } of sums) assert.equal(opening + came + went, closing);
  assert.deepEqual(
    sums.map(({ asset, kinds }) => [asset, kinds.map(({ kind, movements }) => [kind, movements])]),
    [
      [
        'EUR',
        [
          ['order', 60],
          ['refund', 1],
        ],
      ],
      ['BTC', []],
    ],
  );
  assert.match((await finance.get(at('/statement?kind=refunds'))).body, /€77\.77/);
  // The match is behind sixty others. A page may end without it; a later page finds it.
  const search = { pspId: psp, asset: undefined, group: 'refunds' as const, limit: 5 };
  const found: number[] = [];
  let before: string | undefined;
  do {
    const page = await searchStatement(
      praca.platform,
      { ...search, before },
      { batchSize: 10, mostBatches: 2 },
    );
    found.push(page.items.length);
    before = page.next;
  } while (before !== undefined);
  assert.deepEqual(found, [0, 0, 0, 1]);
  const trades: string[] = [];
  do {
    const asked = { ...search, group: 'trades' as const, before, limit: 7 };
    const { items, next } = await searchStatement(praca.platform, asked, { batchSize: 10, mostBatches: 2 });
    trades.push(...items.map(({ movement_id: id }) => id));
    before = next;
  } while (before !== undefined);
  assert.deepEqual([trades.length, new Set(trades).size], [60, 60], 'each is found once, across all pages');
  const coins = await finance.get(at('/statement?asset=BTC'));
  assert.ok(coins.body.includes('0.00000005 BTC') && !coins.body.includes('€1,'));
  const csv = await finance.get(at('/statement?month=2026-02&format=csv'));
  assert.equal(csv.body.trim().split('\r\n').length, 62);
  assert.equal((await finance.get(at('/statement?month=1999-13&before=x&asset=DOGE&kind=no'))).status, 200);
  const support = await signIn(praca, (await createPerson(praca, [memberAs('support', String(psp))])).email);
  assert.equal((await support.get(at('/statement'))).status, 403);
});

test('a statement shows the reason of an adjustment, and no ids for other kinds', async () => {
  await post('adjustment', [9n], 'EUR', '2026-03-02T00:00:00Z', 'bank transfer 17');
  await post('refund_failed', [9n], 'EUR', '2026-03-01T00:00:00Z', '01a1efe3-bb13-70b7-ade1-967c6aca3bd8:2');
  const { body } = await finance.get(at('/statement?month=2026-03'));
  const titles = [...body.matchAll(/<span title="([^"]*)"/g)].map(([, title = '']) => title);
  assert.deepEqual(titles, ['bank transfer 17']);
});

const chartOf = (
  body: string,
): { times: number[]; decimals?: number; series: { values: (number | null)[] }[] } =>
  JSON.parse(/data-chart="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? '{}');

test('a rate chart works with tens of thousands of points and with one, and keeps the extremes of each step', async () => {
  const { sql } = praca;
  assert.match((await finance.get(at('/rates/XRPEUR?range=year'))).body, /No history yet/);
  const startsAt = new Date(praca.clock.nowMs() - 400 * 86_400_000);
  await sql`
    insert into merchant.rate_history (pair, starts_at, seconds, open, high, low, close)
    select 'BTCEUR', date_bin('1 minute', ${startsAt}::timestamptz + n * interval '15 minutes', 'epoch'), 60,
      5000000000000, case when n = 20000 then 9900000000000 else 5000000000000 end,
      case when n = 23334 then 100000000 else 5000000000000 end, 5000000000000
    from generate_series(1, 38400) n`;
  const year = await finance.get(at('/rates/BTCEUR?range=year'));
  const { times, series } = chartOf(year.body);
  assert.ok(times.length <= 1000 && times.length > 700, `${times.length} points`);
  assert.equal(
    Math.max(...(series[1]?.values ?? []).map(Number)),
    99_000,
    'a peak of one minute is not lost',
  );
  assert.equal(Math.min(...(series[2]?.values ?? []).map((value) => value ?? Infinity)), 1);
  assert.ok(year.body.length < 600_000, `${year.body.length} characters`);
  await sql`
    insert into merchant.rate_history (pair, starts_at, seconds, open, high, low, close)
    values ('ETHEUR', date_bin('1 minute', ${new Date(praca.clock.nowMs() - 600_000)}::timestamptz, 'epoch'), 60, 1, 2, 1, 100000000)`;
  const one = chartOf((await finance.get(at('/rates/ETHEUR'))).body);
  assert.deepEqual([one.times.length, one.series[0]?.values], [1, [1]]);
  assert.equal(one.decimals, 2);
  assert.equal((await finance.get(at('/rates/DOGEEUR'))).status, 404);
  const list = await finance.get(at('/rates'));
  assert.match(list.body, /rates\/BTCEUR/);
});
