import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import {
  dueOf,
  newChosen,
  openPaymentsApp,
  readPayment,
  untilPayment,
} from '../../../test/support/payments.ts';
import { advanceClock } from '../../platform/shared-clock.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { listChains } from '../chains/offered-chains.ts';
import { listReadings } from '../chains/reading/list-readings.ts';
import { mineBlocks } from '../chains/simulated/network/mine-blocks.ts';
import { sendCoins } from '../chains/simulated/network/send-coins.ts';
import { expirePayments } from './expire-payments.ts';
import { reviewPayment } from './judging/bring-up-to-date.ts';

/** Runs expiry as in a process whose settings have no coins. */
const expire = (app: TestApp): Promise<void> =>
  expirePayments({ ...app.platform, chains: listChains([]) }, (tx, id) =>
    reviewPayment(tx, app.platform, id),
  );

const offIn = async (sql: Sql): Promise<Record<string, boolean>> =>
  Object.fromEntries((await listReadings(sql)).map(({ coin, off }) => [coin, off]));
const all = (off: boolean) => ({ BCH: off, BTC: off, ETH: off, LTC: off, XRP: off });

test('a payment in a coin that is off expires after an hour, and is restored with the coin if it was paid in time', async () => {
  const database = await createTestDatabase();
  let here = await openPaymentsApp({ database });
  try {
    let client = await merchantClient(here);
    const unpaid = (await newChosen(client, 'LTC')).payment_reference_number;
    const chosen = await newChosen(client, 'LTC');
    const paid = chosen.payment_reference_number;
    await here.close();

    here = await openMerchantApp({ database, settings: { SIMULATED_CHAINS: 'no' } });
    await transaction(here.sql, async (tx) => {
      await sendCoins(tx, here, 'LTC', {
        address: chosen.payment_cryptocurrency_address,
        destinationTag: null,
        amountMinor: dueOf(chosen),
        feeMinor: undefined,
        replaces: undefined,
      });
      await mineBlocks(tx, here, 'LTC', 3);
    });
    await advanceClock(here.platform, here.clock, 20 * 60);
    client = await merchantClient(here);
    await expire(here);
    assert.equal((await readPayment(client, unpaid)).payment_status, 'PENDING', 'a restart is no decision');
    assert.deepEqual(await offIn(here.sql), all(false));

    await here.start();
    await here.sql`update merchant.chain_states set checked_at = checked_at - interval '1 hour'`;
    for (const id of [unpaid, paid]) await untilPayment(client, id, 'EXPIRED');
    assert.deepEqual(await offIn(here.sql), all(true));
    assert.ok(here.log.some((line) => line.includes('a coin is off') && line.includes('"coin":"LTC"')));
    await here.close();

    here = await openPaymentsApp({ database });
    client = await merchantClient(here);
    const back = await untilPayment(client, paid, 'PAID');
    assert.deepEqual(back.payment_exceptions, []);
    assert.equal((await readPayment(client, unpaid)).payment_status, 'EXPIRED');
    assert.deepEqual(await offIn(here.sql), all(false));
  } finally {
    await here.close();
    await database.drop();
  }
});

test('a coin in a long reorganisation is not off, and its payments are not reviewed in vain', async () => {
  const database = await createTestDatabase();
  let here = await openPaymentsApp({ database });
  try {
    const id = (await newChosen(await merchantClient(here), 'LTC')).payment_reference_number;
    await here.close();

    here = await openMerchantApp({ database, settings: { SIMULATED_CHAINS: 'no' } });
    await here.sql`
      update merchant.chain_states set checked_at = checked_at - interval '2 hours',
        fault = case coin when 'LTC' then 'reorganising' end`;
    await advanceClock(here.platform, here.clock, 20 * 60);
    await expire(here);
    assert.deepEqual(await offIn(here.sql), { ...all(true), LTC: false });
    assert.ok(!here.log.some((line) => line.includes('could not be reviewed')));
    assert.equal((await readPayment(await merchantClient(here), id)).payment_status, 'PENDING');
  } finally {
    await here.close();
    await database.drop();
  }
});
