import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { listArrivals, mine } from '../../../test/support/coins.ts';
import { copyDatabase, createTestDatabase } from '../../../test/support/database.ts';
import { openStepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout } from '../../../test/support/withdrawals.ts';
import { thawPayouts } from '../chains/freezes/freeze-payouts.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

let here: TestApp;
let client: MerchantClient;
before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

const reasonOf = async ({ sql }: TestApp, coin: string): Promise<string | null> => {
  const [row] = await sql<{ reason: string | null }[]>`
    select reason from merchant.payout_freezes where coin = ${coin}`;
  return row?.reason ? sayStored('en', row.reason) : null;
};

test('an unknown spend from the wallet stops all payouts of the coin until staff review it', async () => {
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  const asked = await askToWithdraw(client, 'BTC');
  const { wallet } = asked;
  // The state after a restore: an unknown transaction has spent an output.
  const [spent] = await here.sql<{ transaction_id: string }[]>`
    update merchant.chain_outputs o set spent_by = 'forgotten', spent_height = s.height
    from merchant.chain_states s
    where s.coin = o.coin and (o.coin, o.transaction_id, o.output_index) in (
      select coin, transaction_id, output_index from merchant.chain_outputs
      where coin = 'BTC' and credited and spent_by is null limit 1)
    returning o.transaction_id`;
  assert.ok(spent);
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'RESERVED');
  assert.match((await reasonOf(here, 'BTC')) ?? '', /spent by forgotten, which this database did not sign/);
  await driven.sign();
  await driven.send();
  assert.deepEqual(await listArrivals(here.sql, 'BTC', wallet), []);
  assert.equal(await reasonOf(here, 'LTC'), null, 'the other coins go on');

  await thawPayouts(here.platform, { coin: 'BTC', by: 'ana', reason: 'compared' });
  await driven.sign();
  await driven.send();
  await mine(client, 'BTC', 1);
  assert.equal(await reasonOf(here, 'BTC'), null, 'what was looked at does not stop them again');
  assert.equal((await listArrivals(here.sql, 'BTC', wallet)).length, 1);
  await driven.close();
});

test('a payout replaced by a transaction that a restore lost is not given back automatically', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const asked = await askToWithdraw(client, 'ETH');
  await driven.sign();
  await driven.send();
  // The fee was raised and the restore lost that commit: the replacement has the same number, recipient and amount.
  const payout = await storedPayout(here.sql, asked);
  const [row] = await here.sql<{ number: bigint; fee_rate: bigint }[]>`
    select n.number, t.fee_rate from merchant.account_numbers n
    join merchant.payout_transactions t on t.batch_id = ${payout.batch_id} where n.payout_id = ${payout.id}`;
  assert.ok(row && driven.chain.payer);
  const to = driven.chain.addresses.parse(asked.wallet);
  assert.ok('address' in to);
  const forgotten = driven.chain.payer.sign(
    {
      recipients: [{ to: to.address, amountMinor: payout.amount }],
      feeRate: row.fee_rate * 2n,
      height: 0,
    },
    { kind: 'sequence', next: row.number },
  );
  assert.ok('bytes' in forgotten);
  assert.equal((await driven.chain.node.broadcast(forgotten.bytes)).outcome, 'accepted');
  await mine(client, 'ETH', 40);
  await driven.read();
  assert.deepEqual(
    (await listArrivals(here.sql, 'ETH', asked.wallet)).map((arrival) => arrival.transaction_id),
    [forgotten.transactionId],
  );
  assert.equal((await storedPayout(here.sql, asked)).status, 'SIGNED');
  assert.ok((await reasonOf(here, 'ETH'))?.includes(forgotten.transactionId));
  await driven.read();
  await driven.send();
  assert.equal((await storedPayout(here.sql, asked)).status, 'SIGNED', 'whoever looks');

  await thawPayouts(here.platform, { coin: 'ETH', by: 'ana', reason: 'compared' });
  await driven.read();
  assert.equal((await storedPayout(here.sql, asked)).status, 'FAILED');
  assert.equal(await reasonOf(here, 'ETH'), null);
  await driven.close();
});

test('a database restored elsewhere pays nothing until staff allow it', async () => {
  const database = await createTestDatabase();
  const first = await openMerchantApp({ database });
  assert.equal(await reasonOf(first, 'BTC'), null, 'a new database is at home');
  await first.close();
  const again = await openMerchantApp({ database });
  assert.equal(await reasonOf(again, 'BTC'), null, 'and so is one that starts again');
  await again.close();

  const copy = await copyDatabase(database);
  const restored = await openMerchantApp({ database: copy });
  for (const coin of ['BTC', 'BCH', 'LTC', 'ETH', 'XRP']) {
    assert.match((await reasonOf(restored, coin)) ?? '', /restored from a copy/, coin);
  }
  assert.match(restored.log.join(''), /payouts are frozen: this database was restored/);
  await thawPayouts(restored.platform, { coin: undefined, by: 'ana', reason: 'compared' });
  await restored.close();
  const later = await openMerchantApp({ database: copy });
  assert.equal(await reasonOf(later, 'BTC'), null, 'it is at home there now');
  await later.close();
  await copy.drop();
  await database.drop();
});
