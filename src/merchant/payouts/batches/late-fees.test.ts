import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine, readAccounts, readOrder, reorganise } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { playedMarket } from '../../../../test/support/played-market.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedPayout,
  storedTransactions,
  type AskedWithdrawal,
} from '../../../../test/support/withdrawals.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { adjustBalance } from '../../../../test/support/adjust-balance.ts';
import { listWrongFees } from '../../books/check/ledger-row.store.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Rates } from '../../market/rates/rates.ts';
import { feeCents } from '../network-fee.rules.ts';

const market = playedMarket({ spreadBps: 50n });
let hasPrice = true;
const rates: Rates = {
  ...market.rates,
  bestForWithdraw(pair) {
    if (!hasPrice) throw problem('rate_unavailable');
    return market.rates.bestForWithdraw(pair);
  },
};
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
afterEach(async () => {
  hasPrice = true;
  market.reset();
  await driven.close();
});

let given = 0;
const give = (pspId: number, amountMinor: bigint) =>
  adjustBalance(here.platform, { pspId, asset: 'EUR', amountMinor, reference: `given ${(given += 1)}` });
const euros = async (pspId: number): Promise<bigint> =>
  (await readAccounts(here.sql)).get(`psp:${pspId} EUR`) ?? 0n;

interface Completed {
  readonly pspId: number;
  readonly merchant: MerchantClient;
  readonly asked: AskedWithdrawal;
  readonly child: { transaction_id: string; fee: bigint };
}

/** Completes a payout by its first transaction while its child has not been mined. */
async function completeWithoutChild(): Promise<Completed> {
  const psp = await createPsp(here.platform, 'Waits for a block');
  await give(psp.pspId, 100_000n);
  driven = await openStepwiseChain(here, { coin: 'BCH', rates });
  await demandFeeRate(client, 'BCH', 0);
  await driven.read();
  const merchant = await merchantClient(here, psp);
  const asked = await askToWithdraw(merchant, 'BCH');
  await driven.sign();
  await driven.send();
  await demandFeeRate(client, 'BCH', 400_000);
  await mine(client, 'BCH');
  await driven.read();
  const { batch_id: batchId } = await storedPayout(here.sql, asked);
  await here.sql`update merchant.payout_batches set bump_height = 0, bump_rate = 500000 where id = ${batchId}`;
  await driven.raise();
  await driven.send();
  await demandFeeRate(client, 'BCH', 0);
  const [parent, child] = await storedTransactions(here.sql, batchId);
  assert.ok(parent && child);
  await mine(client, 'BCH');
  await reorganise(client, 'BCH', 1, [child.transaction_id]);
  await mine(client, 'BCH', 3);
  await driven.read();
  assert.deepEqual(await chargeOf(asked), {
    status: 'COMPLETED',
    fee: parent.fee,
    covered: parent.fee,
    borne: 0n,
  });
  await driven.send();
  return { pspId: psp.pspId, merchant, asked, child };
}

async function chargeOf({ id }: AskedWithdrawal): Promise<object> {
  const [row] = await here.sql`
    select status, fee, fee_covered as covered, fee_borne as borne from merchant.payouts where order_id = ${id}`;
  return { ...row };
}

async function assertBooks(): Promise<void> {
  assert.equal((await here.sql.begin((tx) => listWrongFees(tx))).length, 0);
  await assertBooksFitChain(here.sql, 'BCH');
}

test("a fee taken after completion is charged to the payout's merchant at the present price", async () => {
  const { pspId, merchant, asked, child } = await completeWithoutChild();
  const [before, shown] = [await euros(pspId), (await readOrder(merchant, asked.id)).network_fee];
  market.move(50n);
  await mine(client, 'BCH', 3);
  await driven.read();
  const price = rates.bestForWithdraw('BCHEUR');
  const cents = feeCents('BCH', child.fee, price);
  assert.ok(cents > 10n, 'worth looking at');
  assert.equal(before - (await euros(pspId)), cents);
  const { network_fee: now } = await readOrder(merchant, asked.id);
  assert.equal(now, formatAsset('EUR', cents + BigInt(Math.round(Number(shown) * 100))));
  await assertBooks();
  await reorganise(client, 'BCH', 3, [child.transaction_id]);
  await mine(client, 'BCH', 4);
  await driven.read();
  assert.equal(await euros(pspId), before, 'taken back with its block');
  await assertBooks();
});

test("the provider pays a late fee that the merchant's balance does not cover", async () => {
  const { pspId, asked, child } = await completeWithoutChild();
  await give(pspId, 5n - (await euros(pspId)));
  await mine(client, 'BCH', 3);
  await driven.read();
  const { fee, covered, borne } = (await chargeOf(asked)) as Record<string, bigint>;
  assert.ok(fee !== undefined && covered !== undefined && borne !== undefined);
  assert.ok(borne > 0n && borne < child.fee);
  assert.equal(covered + borne, fee);
  assert.equal(await euros(pspId), 0n);
  await assertBooks();
});

test('without a price, the correction waits for the next block', async () => {
  const { pspId, asked, child } = await completeWithoutChild();
  const before = await euros(pspId);
  const completed = await chargeOf(asked);
  hasPrice = false;
  await mine(client, 'BCH', 3);
  await driven.read();
  assert.deepEqual(await chargeOf(asked), completed);
  hasPrice = true;
  await mine(client, 'BCH');
  await driven.read();
  assert.equal(before - (await euros(pspId)), feeCents('BCH', child.fee, rates.bestForWithdraw('BCHEUR')));
  await assertBooks();
});
