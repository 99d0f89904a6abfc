import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { breakingSql, Countdown, Killed } from '../../../../test/support/breaking-sql.ts';
import { listArrivals, mine } from '../../../../test/support/coins.ts';
import { openStepwiseChain, owners, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedPayout,
  storedTransactions,
  type AskedWithdrawal,
} from '../../../../test/support/withdrawals.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Chain } from '../../chains/chain.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { runReviews } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { payoutReviewer } from '../review-payout.ts';
import { sendPayouts } from '../send-payouts.ts';
import { signPayouts } from '../sign-payouts.ts';
import { raiseFees } from './raise-fees.ts';

/**
 * Interrupts the processing of a stuck payout at each statement, commit and node request in turn. Another process then
 * continues from the stored state. test/crash/payouts.test.ts kills real processes.
 */
let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

const { signal } = new AbortController();
const blocksToWait: Record<string, number> = { BTC: 6, LTC: 12, BCH: 6, ETH: 15, XRP: 61 };
const blocksToConfirm: Record<string, number> = { BTC: 1, LTC: 3, BCH: 3, ETH: 12, XRP: 1 };

/** The payout work of one process for its coin, until its simulated crash. */
interface Worker {
  readonly countdown: Countdown;
  sign(): Promise<void>;
  raise(): Promise<void>;
  send(): Promise<void>;
  review(): Promise<void>;
}

function createWorker(driven: StepwiseChain, dieAt?: number): Worker {
  const countdown = new Countdown(dieAt);
  const context: MerchantContext = { ...driven.context, sql: breakingSql(here.sql, countdown) };
  const chain: Chain = {
    ...driven.chain,
    node: {
      ...driven.chain.node,
      async broadcast(bytes) {
        countdown.step();
        const answer = await driven.chain.node.broadcast(bytes);
        // The node has the transaction, but the process dies before it gets the answer.
        countdown.step();
        return answer;
      },
    },
  };
  const reviewers = { payout: payoutReviewer(owners) };
  const alive = async (work: () => Promise<unknown>): Promise<void> => {
    if (countdown.died) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  };
  return {
    countdown,
    sign: () => alive(() => signPayouts(context, chain, owners, signal)),
    raise: () => alive(() => raiseFees(context, chain, signal)),
    send: () => alive(() => sendPayouts(context, chain, owners, signal)),
    // A failed review is retried, so its error is not thrown here.
    review: () => alive(() => runReviews(context, reviewers, chain.coin, signal)),
  };
}

/**
 * Runs one stage in as many processes as needed. The first dies before its first step, each later one a step further,
 * until one completes. Commits persist, so the crashes cover every step.
 */
async function dieAtEveryStep(
  driven: StepwiseChain,
  work: (worker: Worker) => Promise<void>,
): Promise<number> {
  for (let dieAt = 0; ; dieAt++) {
    const worker = createWorker(driven, dieAt);
    await work(worker);
    if (!worker.countdown.died) return dieAt;
  }
}

/** Two payouts are requested, signed, sent, ignored by the miners, raised and mined. Returns the number of crashes. */
async function live(
  driven: StepwiseChain,
  coin: CoinCode,
): Promise<{ asked: AskedWithdrawal[]; deaths: number }> {
  let deaths = 0;
  const survive = async (work: (worker: Worker) => Promise<void>): Promise<void> => {
    deaths += await dieAtEveryStep(driven, work);
  };
  await demandFeeRate(client, coin, 0);
  const asked = [await askToWithdraw(client, coin), await askToWithdraw(client, coin)];
  await survive((worker) => worker.sign());
  // The miners ignore the transactions of the other coins. XRP's is not even sent, so that its last valid block passes.
  if (coin !== 'XRP') await survive((worker) => worker.send());
  await demandFeeRate(client, coin, Number(simulatedCoins[coin].feeRate) * 2);
  await mine(client, coin, blocksToWait[coin]);
  await driven.readOnly();
  await survive((worker) => worker.review());
  if (coin === 'XRP') await survive((worker) => worker.send());
  await survive((worker) => worker.raise());
  await survive((worker) => worker.sign());
  await survive((worker) => worker.send());
  await mine(client, coin, blocksToConfirm[coin]);
  await driven.readOnly();
  await survive((worker) => worker.review());
  return { asked, deaths };
}

/** Completes the work without crashes. */
async function finish(driven: StepwiseChain, coin: CoinCode): Promise<void> {
  await demandFeeRate(client, coin, 0);
  for (let round = 0; round < 3; round++) {
    await driven.read();
    await driven.sign();
    await driven.raise();
    await here.sql`update merchant.payout_batches set due_at = ${here.clock.now()} where due_at is not null`;
    await driven.send();
    await mine(client, coin, blocksToConfirm[coin]);
  }
  await driven.read();
}

async function assertPaidOnce(asked: AskedWithdrawal, about: string): Promise<void> {
  const payout = await storedPayout(here.sql, asked);
  assert.equal(payout.status, 'COMPLETED', about);
  assert.deepEqual(
    await listArrivals(here.sql, asked.coin, asked.wallet),
    [{ amount: payout.amount, transaction_id: payout.transaction_id, mined: true }],
    about,
  );
}

for (const coin of ['BTC', 'LTC', 'BCH', 'ETH', 'XRP'] as const) {
  test(`${coin}: after a crash at every step, each stuck payout is paid once and the ledger matches the chain`, async () => {
    const driven = await openStepwiseChain(here, { coin });
    await driven.read();
    const { asked, deaths } = await live(driven, coin);
    assert.ok(deaths >= 60, `only ${deaths} died`);
    await finish(driven, coin);
    for (const one of asked) {
      await assertPaidOnce(one, coin);
      const { batch_id: batchId } = await storedPayout(here.sql, one);
      // The second transaction of XRP belongs to a batch of its own.
      assert.equal(
        (await storedTransactions(here.sql, batchId)).length,
        coin === 'XRP' ? 1 : 2,
        'raised once',
      );
    }
    await assertBooksFitChain(here.sql, coin);
    await driven.close();
  });
}
