import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks } from '../../../../test/support/ledger-rows.ts';
import { firstIdAt, newId } from '../../../platform/ids.ts';
import type { AssetCode } from '../../assets/asset.rules.ts';
import { availableTo, heldFor, tradingAccount, transfer, type Entry } from '../ledger.rules.ts';
import { insertMovements } from '../ledger.store.ts';
import { movementKinds, type MovementKind } from '../movement-kinds.rules.ts';
import { foldTurnoverChanges, sumTurnover } from './turnover.store.ts';

const sql = await useTestSql();
const dayMs = 86_400_000;
const start = new Date('2026-03-01T00:00:00Z');
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

beforeEach(async () => {
  await emptyBooks(sql);
  for (const table of ['turnover_hours', 'turnover_changes'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const pspId of [1, 2]) await book('adjustment', pspId, start, 10_000n);
});

/** Books cents for a PSP. A negative amount takes them. With coins, as a payment or a refund does. */
async function book(
  kind: MovementKind,
  pspId: number,
  when: Date,
  cents: bigint,
  coin?: Exclude<AssetCode, 'EUR'>,
): Promise<void> {
  const psp = availableTo(pspId);
  const entries: Entry[] = [
    ...(cents > 0n
      ? transfer(tradingAccount, psp, 'EUR', cents)
      : transfer(psp, tradingAccount, 'EUR', -cents)),
    ...(coin ? transfer(tradingAccount, heldFor(pspId), coin, 5n) : []),
  ];
  await sql.begin((tx) => {
    const movement = { id: newId(when.getTime()), kind, reference: newId(), entries };
    insertMovements(tx, [movement], when, (error) => error);
    return Promise.resolve();
  });
}

const summed = async (pspId: number | undefined, from = start, to?: Date) =>
  (await sumTurnover(sql, { pspId, from, to })).map((row) => `${row.day} ${row.coin} ${row.euro_amount}`);

test('credits less reversals and refunds count by the hour of their booking, with every other kind left out', async () => {
  await book('payment', 1, at(1), 1000n, 'BTC');
  await book('refund', 1, at(25), -400n, 'BTC');
  await book('refund_failed', 1, at(26), 400n, 'BTC');
  await book('payment_reversed', 1, at(27), -100n, 'LTC');
  await book('payment_returned', 1, at(28), 30n, 'LTC');
  await book('payment', 2, at(28), 7n);
  const counted: ReadonlySet<MovementKind> = new Set([
    'payment',
    'payment_reversed',
    'payment_returned',
    'refund',
    'refund_failed',
  ]);
  for (const kind of (Object.keys(movementKinds) as MovementKind[]).filter((one) => !counted.has(one)))
    await book(kind, 1, at(29), 1n, 'XRP');
  const own = ['2026-03-01 BTC 1000', '2026-03-02 LTC -70'];
  assert.deepEqual(await summed(1), own);
  assert.deepEqual(await summed(undefined), ['2026-03-01 BTC 1000', '2026-03-02  7', '2026-03-02 LTC -70']);
  assert.deepEqual(await summed(1, at(24)), ['2026-03-02 LTC -70']);
  assert.deepEqual(await summed(1, start, at(26)), ['2026-03-01 BTC 1000', '2026-03-02 BTC -400']);
});

test('a fold moves changes into the hourly totals up to its limit and changes no sum', async () => {
  for (const cents of [10n, 20n, 30n]) await book('payment', 1, at(1), cents, 'BTC');
  await book('payment', 1, at(2), 5n, 'BTC');
  const whole = ['2026-03-01 BTC 65'];
  assert.deepEqual(await summed(1), whole);
  assert.equal(await foldTurnoverChanges(sql, 3), 3);
  assert.deepEqual(await summed(1), whole);
  assert.equal(await foldTurnoverChanges(sql, 9), 1);
  assert.equal(await foldTurnoverChanges(sql, 9), 0);
  assert.deepEqual(await summed(1), whole);
  const hours = await sql`select starts_at, euro_amount from merchant.turnover_hours order by starts_at`;
  assert.deepEqual(
    hours.map((row) => ({ ...row })),
    [
      { starts_at: at(1), euro_amount: 60n },
      { starts_at: at(2), euro_amount: 5n },
    ],
  );
});

test('a movement counts although its entries are booked by a later statement, and not if it is undone', async () => {
  const write = (end: 'commit' | 'undo') =>
    sql.begin(async (tx) => {
      const id = firstIdAt(at(3).getTime() + dayMs);
      await tx`
        insert into merchant.ledger_movements (id, kind, reference, created_at)
        values (${id}, 'payment', ${end}, ${at(27)})`;
      await tx`
        insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
        select merchant.ledger_account(owner, 'EUR'), ${id}, amount, ${at(27)}
        from (values ('psp:1', 9), (${tradingAccount}, -9)) entry (owner, amount)`;
      if (end === 'undo') throw new Error('undone');
    });
  await assert.rejects(write('undo'), /undone/);
  assert.deepEqual(await summed(1), []);
  await write('commit');
  assert.deepEqual(await summed(1), ['2026-03-02  9']);
});
