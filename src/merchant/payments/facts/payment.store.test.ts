import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { choose, newPayment, openPaymentsApp } from '../../../../test/support/payments.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { alertUnresolved, expireNew, listAlerted, listOverdue, saveRefundAddress } from './payment.store.ts';

let here: TestApp;

before(async () => {
  here = await openPaymentsApp();
});
after(() => here.close());

test('a payment is overdue once every chain chosen for it has been read up to its deadline', async () => {
  const client = await merchantClient(here);
  const id = await newPayment(client);
  await choose(client, id, 'LTC');
  await choose(client, id, 'BTC');
  const [row] = await here.sql<
    { expires_at: Date }[]
  >`select expires_at from merchant.payments where id = ${id}`;
  assert.ok(row);
  const endMs = row.expires_at.getTime();
  const overdue = async (read: Partial<Record<CoinCode, number>>): Promise<string[]> => {
    const upTo = Object.entries(read).map(([coin, ms]) => ({
      coin: coin as CoinCode,
      caughtUpAt: new Date(endMs + ms),
    }));
    return (await listOverdue(here.sql, upTo, undefined, 10)).map((due) => due.id);
  };
  assert.deepEqual(await overdue({ BTC: 0, LTC: 0 }), [id]);
  assert.deepEqual(await overdue({ BTC: -1, LTC: 0 }), []);
  assert.deepEqual(await overdue({ BTC: 0, LTC: -1 }), []);
  assert.deepEqual(await overdue({ BTC: 0 }), []);
  assert.deepEqual(await overdue({}), []);
});

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

async function addPayments(
  payments: readonly { digit: number; psp: number; status: string; seconds: number }[],
) {
  await insertRow(here.sql, 'merchant', 'psps', { id: 2, name: 'Another', created_at: now });
  for (const { digit, psp, status, seconds } of payments)
    await insertPayment(here.sql, idOf(digit), now, {
      psp_id: psp,
      status,
      exceptions: status === 'UNRESOLVED' ? ['UNDERPAID'] : [],
      updated_at: at(seconds),
    });
}

test('each untouched payment raises one alert, and alerts of one PSP are listed oldest first', async () => {
  await addPayments([
    { digit: 1, psp: 2, status: 'UNRESOLVED', seconds: -2 },
    { digit: 2, psp: 1, status: 'UNRESOLVED', seconds: -1 },
    { digit: 3, psp: 1, status: 'UNRESOLVED', seconds: 0 },
    { digit: 4, psp: 1, status: 'PAID', seconds: -9 },
    { digit: 5, psp: 1, status: 'UNRESOLVED', seconds: -3 },
  ]);
  const digits = (rows: readonly { id: string }[]) =>
    rows
      .map(({ id }) => id.slice(-1))
      .toSorted()
      .join('');
  const { length } = await alertUnresolved(here.sql, now, at(60), 2);
  assert.equal(length, 2);
  await here.sql`delete from merchant.payment_alerts`;
  assert.equal(digits(await alertUnresolved(here.sql, now, at(60), 9)), '125');
  assert.equal(digits(await alertUnresolved(here.sql, now, at(61), 9)), '');
  assert.equal(digits(await alertUnresolved(here.sql, at(1), at(50), 9)), '3');
  // An earlier alert of another kind.
  await insertRow(here.sql, 'merchant', 'payment_alerts', {
    payment_id: idOf(2),
    kind: 'stray_coins',
    created_at: at(40),
  });
  const listed = async (psp: number | null, limit = 9): Promise<string> => {
    let found = '';
    for (let after: Parameters<typeof listAlerted>[2]; ;) {
      const rows = await listAlerted(here.sql, psp, after, limit);
      found += rows.map(({ id }) => id.slice(-1)).join('');
      after = rows.at(-1);
      if (!after) return found;
    }
  };
  assert.deepEqual([await listed(null), await listed(1), await listed(2)], ['2315', '235', '1']);
  assert.equal(await listed(null, 1), '2315');
});

test('payments without a chosen coin expire earliest first, up to the limit', async () => {
  const add = (digit: number, seconds: number, status = 'NEW') =>
    insertPayment(here.sql, `10000000-0000-7000-8000-00000000000${digit}`, now, {
      status,
      expires_at: at(seconds),
    });
  await add(1, -1);
  await add(2, -3);
  await add(3, 0);
  await add(4, 0.001);
  await add(5, -9, 'PENDING');
  const expire = async (limit: number) =>
    (await here.sql.begin((tx) => expireNew(tx, now, limit)))
      .map(({ id }) => id.slice(-1))
      .toSorted()
      .join('');
  assert.deepEqual([await expire(1), await expire(9), await expire(9)], ['2', '13', '']);
});

test('a refund address is stored for its own payment only', async () => {
  const ids = ['20000000-0000-7000-8000-000000000001', '20000000-0000-7000-8000-000000000002'] as const;
  for (const id of ids) await insertPayment(here.sql, id, now);
  await here.sql.begin(async (tx) =>
    saveRefundAddress(tx, ids[1], { coin: 'XRP', address: 'r', destinationTag: '7' }),
  );
  const noted = await here.sql<{ id: string; to: string[] }[]>`
    select id, array[refund_coin, refund_address, refund_destination_tag] as to
    from merchant.payments where refund_address is not null`;
  assert.deepEqual([...noted], [{ id: ids[1], to: ['XRP', 'r', '7'] }]);
});
