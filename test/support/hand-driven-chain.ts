import assert from 'node:assert/strict';
import type { CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Broadcast, Chain } from '../../src/merchant/chains/chain.ts';
import { listChains } from '../../src/merchant/chains/offered-chains.ts';
import { openChains } from '../../src/merchant/chains/open-chains.ts';
import { readChain, ReaderMemory } from '../../src/merchant/chains/reading/read-chain.ts';
import { reviewFunds } from '../../src/merchant/chains/reviews/review-funds.ts';
import { runReviews, type Reviewers } from '../../src/merchant/chains/reviews/run-reviews.ts';
import { collectionOwner } from '../../src/merchant/collection/collect-coins.ts';
import { coldOwner } from '../../src/merchant/cold-storage/keep-ceiling.ts';
import { reviewDeposit } from '../../src/merchant/deposits/review-deposit.ts';
import type { MerchantContext } from '../../src/merchant/merchant.context.ts';
import { raiseFees } from '../../src/merchant/payouts/batches/raise-fees.ts';
import { payoutReviewer } from '../../src/merchant/payouts/review-payout.ts';
import { sendPayouts } from '../../src/merchant/payouts/send-payouts.ts';
import { signPayouts } from '../../src/merchant/payouts/sign-payouts.ts';
import { refundOwner } from '../../src/merchant/refunds/settle-refund.ts';
import { reviewPayment } from '../../src/merchant/payments/review-payment.ts';
import { rateTermsOf } from '../../src/merchant/rates/rate.rules.ts';
import { openRates, type Rates } from '../../src/merchant/rates/rates.ts';
import { openVenues } from '../../src/merchant/rates/venues/open-venues.ts';
import { withdrawalOwner } from '../../src/merchant/withdrawals/settle-withdrawal.ts';
import { createMetrics } from '../../src/platform/telemetry/metrics.ts';
import type { TestApp } from './app.ts';

export const owners = {
  withdrawal: withdrawalOwner,
  refund: refundOwner,
  cold: coldOwner,
  collection: collectionOwner,
};
const reviewers: Reviewers = {
  funds: reviewFunds,
  deposit: reviewDeposit,
  payment: async (tx, context, id) => void (await reviewPayment(tx, context, id)),
  payout: payoutReviewer(owners),
};

export interface HandDriven {
  readonly context: MerchantContext;
  readonly chain: Chain;
  /** Reads the chain to its end, and looks at nothing. */
  readOnly(): Promise<void>;
  /** Reads the chain to its end and looks at everything that is due. */
  read(): Promise<void>;
  sign(chain?: Chain): Promise<void>;
  /** Gives what waits too long a higher fee. */
  raise(chain?: Chain): Promise<void>;
  send(chain?: Chain): Promise<void>;
  close(): Promise<void>;
}

export interface HandDrivenOptions {
  coin: CoinCode;
  venues?: readonly string[];
  /** Instead of those of the venues. */
  rates?: Rates;
  /** Instead of the sandbox's. */
  chain?: Chain;
}

/** What the readers and senders of a process do between requests, one step at a time; the app itself is not started. */
export async function driveByHand(testApp: TestApp, options: HandDrivenOptions): Promise<HandDriven> {
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
  // Tokens and the access list are for requests; nothing that is driven here asks for them.
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
      // What failed a moment ago is looked at again as well.
      await testApp.sql`update merchant.chain_reviews set due_at = clock_timestamp() where coin = ${coin}`;
      for (let round = 0; round < 3; round++) await runReviews(context, reviewers, coin, signal);
    },
    sign: (using = chain) => signPayouts(context, using, owners, signal),
    raise: (using = chain) => raiseFees(context, using, signal),
    send: (using = chain) => sendPayouts(context, using, owners, signal),
    close: () => rates.close(),
  };
}

/** The same chain, whose node answers a broadcast as a test wants; what it was given is kept. */
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

/** What was signed has no change that could pay for more: a higher fee takes another coin. */
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
