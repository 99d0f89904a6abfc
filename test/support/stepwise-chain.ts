import assert from 'node:assert/strict';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Broadcast, Chain } from '../../src/merchant/chains/chain.ts';
import { listChains } from '../../src/merchant/chains/offered-chains.ts';
import { openChains } from '../../src/merchant/chains/open-chains.ts';
import { readChain, ReaderMemory } from '../../src/merchant/chains/reading/read-chain.ts';
import { reviewFunds } from '../../src/merchant/chains/reviews/review-funds.ts';
import { runReviews, type Reviewers } from '../../src/merchant/chains/reviews/run-reviews.ts';
import { collectionOwner } from '../../src/merchant/payouts/collection/collect-coins.ts';
import { coldOwner } from '../../src/merchant/payouts/cold-storage/keep-ceiling.ts';
import { reviewDeposit } from '../../src/merchant/orders/deposits/review-deposit.ts';
import type { MerchantContext } from '../../src/merchant/merchant.context.ts';
import { raiseFees } from '../../src/merchant/payouts/batches/raise-fees.ts';
import { payoutReviewer } from '../../src/merchant/payouts/review-payout.ts';
import { sendPayouts } from '../../src/merchant/payouts/send-payouts.ts';
import { signPayouts } from '../../src/merchant/payouts/sign-payouts.ts';
import { refundOwner } from '../../src/merchant/payments/refunds/settle-refund.ts';
import { reviewPayment } from '../../src/merchant/payments/judging/bring-up-to-date.ts';
import { rateTermsOf } from '../../src/merchant/market/rates/rate.rules.ts';
import { openRates, type Rates } from '../../src/merchant/market/rates/rates.ts';
import { openVenues } from '../../src/merchant/market/rates/venues/open-venues.ts';
import { returnOwner } from '../../src/merchant/payouts/unassigned/return-unassigned.ts';
import { withdrawalOwner } from '../../src/merchant/payouts/withdrawals/settle-withdrawal.ts';
import { createMetrics } from '../../src/platform/telemetry/metrics.ts';
import type { TestApp } from './app.ts';

export const owners = {
  withdrawal: withdrawalOwner,
  refund: refundOwner,
  cold: coldOwner,
  collection: collectionOwner,
  return: returnOwner,
};
const reviewers: Reviewers = {
  funds: reviewFunds,
  deposit: reviewDeposit,
  payment: async (tx, context, id) => void (await reviewPayment(tx, context, id)),
  payout: payoutReviewer(owners),
};

export interface StepwiseChain {
  readonly context: MerchantContext;
  readonly chain: Chain;
  /** Reads the chain to its tip without reviewing payments. */
  readOnly(): Promise<void>;
  /** Reads the chain to its tip and runs all due reviews. */
  read(): Promise<void>;
  sign(chain?: Chain): Promise<void>;
  /** Raises the fee of payouts that have waited too long. */
  raise(chain?: Chain): Promise<void>;
  send(chain?: Chain): Promise<void>;
  close(): Promise<void>;
}

export interface HandDrivenOptions {
  coin: CoinCode;
  venues?: readonly string[];
  rates?: Rates;
  chain?: Chain;
}

/** Runs the background work of a chain's readers and senders step by step, without starting the app. */
export async function openStepwiseChain(
  testApp: TestApp,
  options: HandDrivenOptions,
): Promise<StepwiseChain> {
  const { coin } = options;
  const metrics = createMetrics(120_000);
  const platform = { ...testApp.platform, metrics };
  const rates =
    options.rates ??
    (await openRates(platform, {
      ...rateTermsOf(platform.settings),
      jumpBps: platform.settings.RATE_JUMP_BPS,
      venues: openVenues(platform, options.venues ?? ['simulated']),
    }));
  const chains = options.chain ? listChains([options.chain]) : await openChains(platform, platform.settings);
  // Tokens and the access list serve requests only, so this context omits them.
  const driven: Omit<MerchantContext, 'tokens' | 'access'> = { ...platform, rates, chains };
  const context = driven as MerchantContext;
  const chain = chains.get(coin);
  const memory = new ReaderMemory();
  const { signal } = new AbortController();
  const readOnly = async (): Promise<void> => {
    for (let complete = false; !complete;) ({ complete } = await readChain(context, chain, memory, signal));
  };
  return {
    context,
    chain,
    readOnly,
    async read() {
      await readOnly();
      // Reviews that failed a moment ago are repeated, too.
      await testApp.sql`update merchant.chain_reviews set due_at = clock_timestamp() where coin = ${coin}`;
      for (let round = 0; round < 3; round++) await runReviews(context, reviewers, coin, signal);
    },
    sign: (using = chain) => signPayouts(context, using, owners, signal),
    raise: (using = chain) => raiseFees(context, using, signal),
    send: (using = chain) => sendPayouts(context, using, owners, signal),
    close: () => rates.close(),
  };
}

/** Returns the chain with a node that answers broadcasts as the test wants and records them. */
export function withBroadcast(
  chain: Chain,
  answer: (bytes: string) => Promise<Broadcast>,
): Chain & { readonly given: string[] } {
  const given: string[] = [];
  return {
    ...chain,
    given,
    node: {
      ...chain.node,
      broadcast(bytes) {
        assert.ok(bytes);
        given.push(bytes);
        return answer(bytes);
      },
    },
  };
}

/** Returns the chain with a payer whose transactions have no change. A higher fee then needs another coin. */
export function withoutChange(chain: Chain): Chain {
  const { payer } = chain;
  assert.ok(payer);
  return {
    ...chain,
    payer: {
      ...payer,
      sign(plan, funds) {
        assert.ok(funds.kind === 'outputs');
        const kept = (funds.kept ?? []).map((output) => ({ ...output, amountMinor: 500_100n }));
        return payer.sign(plan, { ...funds, kept });
      },
    },
  };
}
