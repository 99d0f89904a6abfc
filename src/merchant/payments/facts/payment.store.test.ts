import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { choose, newPayment, openPaymentsApp } from '../../../../test/support/payments.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { listOverdue } from './payment.store.ts';

let here: TestApp;

before(async () => {
  here = await openPaymentsApp();
});
after(() => here.close());

test('a payment is overdue once every chain that was chosen for it has been read up to its end', async () => {
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
