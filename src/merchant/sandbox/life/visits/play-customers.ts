import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import { coinOf, type CoinCode } from '../../../assets/asset.rules.ts';
import { withUnusedAddress } from '../../../chains/receipts/assign-address.ts';
import { sendCoins } from '../../../chains/simulated/network/send-coins.ts';
import { wakeChainReader } from '../../../chains/wake-chain-reader.ts';
import { createConversion } from '../../../market/conversions/create-conversion.ts';
import { writeQuote } from '../../../market/conversions/write-quotes.ts';
import { sandboxPspId } from '../../../access/credentials/create-sandbox-psp.ts';
import { availableTo, bankAccount, transfer } from '../../../books/ledger.rules.ts';
import { postMovement } from '../../../books/post-movement.ts';
import { readBalance } from '../../../books/read-balance.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { createOrder } from '../../../orders/create-order.ts';
import { chooseCryptocurrency } from '../../../payments/choose-cryptocurrency.ts';
import { createPayment } from '../../../payments/create-payment.ts';
import type { Choice } from '../../../payments/facts/payment.rules.ts';
import { findUnsettledVisit } from '../life.store.ts';
import type { LifeContext } from '../seed-weeks.ts';
import { createRandom, type Random } from '../random.rules.ts';
import { shopName } from '../shop.rules.ts';
import { pauseAfterVisit, pauseBeforePaying, planVisit, visitPrefix, type Visit } from './visit.rules.ts';

/** A trade follows each time this number of visits has been made. */
const tradeEvery = 12;

interface Underway {
  readonly choice: Choice;
  readonly amountMinor: bigint;
}

/**
 * Simulates the customers of the made-up shop one after the other, through the operations of the API. Each call returns
 * the milliseconds of real time until the next.
 */
export function createCustomers(context: LifeContext, coins: readonly CoinCode[]): () => Promise<number> {
  const random = createRandom(context.clock.nowMs() >>> 0);
  let visits = 0;
  let underway: Underway | undefined;
  return async () => {
    if (underway) {
      const { choice, amountMinor } = underway;
      underway = undefined;
      await pay(context, choice, amountMinor);
      return pauseAfterVisit(random, visits);
    }
    visits += 1;
    if (visits % tradeEvery === 0) {
      await trade(context, random, coins);
      return pauseAfterVisit(random, visits);
    }
    underway = await visit(context, planVisit(random, coins));
    return underway ? pauseBeforePaying(random) : pauseAfterVisit(random, visits);
  };
}

/** Creates a payment and chooses its coin. Returns the amount that the customer then sends. */
export async function visit(context: LifeContext, planned: Visit): Promise<Underway | undefined> {
  const { coin, share } = planned;
  const choice = await withUnusedAddress(context, (unused) =>
    transaction(context.sql, async (tx) => {
      const payment = await createPayment(tx, context, sandboxPspId, {
        payment_amount: planned.euros,
        payment_reference: `${visitPrefix}${context.clock.nowMs().toString(36)}`,
        merchant_name: shopName,
        payment_description: planned.goods,
        customer_details: planned.customer,
      });
      if (coin === undefined) return undefined;
      return (await chooseCryptocurrency(tx, context, payment, coin, unused)).choice;
    }),
  );
  if (!choice || share === 0n) return undefined;
  return { choice, amountMinor: (choice.coin_amount * share + 999n) / 1000n };
}

export async function pay(
  context: LifeContext,
  { coin, address, destination_tag: destinationTag }: Choice,
  amountMinor: bigint,
): Promise<void> {
  await transaction(context.sql, (tx) =>
    sendCoins(tx, context, coin, {
      address,
      destinationTag,
      amountMinor,
      feeMinor: undefined,
      replaces: undefined,
    }),
  );
  wakeChainReader(context.signals, coin);
}

/** Buys or sells a small amount and settles it with the bank in the same transaction. */
export async function trade(context: LifeContext, random: Random, coins: readonly CoinCode[]): Promise<void> {
  const { customer } = planVisit(random, coins);
  const type = random.pick(['WITHDRAW', 'DEPOSIT'] as const);
  await transaction(context.sql, async (tx) => {
    const quote = await createConversion((given) => writeQuote(tx, context, given), context, sandboxPspId, {
      currency_pair: `${random.pick(coins)}EUR`,
      transaction_type: type,
      money_amount: String(random.between(20, 60)),
    });
    const order = await createOrder(tx, context, {
      pspId: sandboxPspId,
      conversionToken: quote.conversion_token,
      customer,
    });
    const merchant = availableTo(sandboxPspId);
    const [gains, gives] =
      type === 'WITHDRAW' ? ([merchant, bankAccount] as const) : ([bankAccount, merchant] as const);
    postMovement(tx, context, {
      kind: 'adjustment',
      reference: `Settlement of order ${order.id}`,
      entries: [
        ...transfer(gains, gives, coinOf(order.currency_pair), order.coin_amount ?? 0n),
        ...transfer(gives, gains, 'EUR', order.euro_amount ?? 0n),
      ],
    });
  });
}

type Review = (tx: Tx, context: MerchantContext, paymentId: string) => Promise<void>;

/**
 * Pays the credit of each visit out to the made-up shop, so that only the sandbox's user changes the balances of its
 * PSP.
 */
export const settlingVisits =
  (review: Review): Review =>
  async (tx, context, paymentId) => {
    await review(tx, context, paymentId);
    const reference = `Settlement of payment ${paymentId}`;
    const cents = await findUnsettledVisit(tx, paymentId, visitPrefix, reference);
    if (cents === undefined) return;
    // A debt of the merchant was settled first and used up the euros.
    if ((await readBalance(tx, availableTo(sandboxPspId), 'EUR')) < cents) return;
    postMovement(tx, context, {
      kind: 'adjustment',
      reference,
      entries: transfer(availableTo(sandboxPspId), bankAccount, 'EUR', cents),
    });
  };
