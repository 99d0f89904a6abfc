import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { Address, Branch, SpendableOutput } from '../chains/chain.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import { listSpendable } from '../chains/outgoing/list-spendable.ts';
import { mineBlocks } from '../chains/simulated/network/mine-blocks.ts';
import { getChainState, nodeUnavailable, requireReadyChain } from '../chains/state/get-chain-state.ts';
import { holdChains } from '../chains/state/hold-chains.ts';
import { wakeChainReader } from '../chains/wake-chain-reader.ts';
import { sandboxPspId } from '../credentials/create-sandbox-psp.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { timeToBeMinedMs } from '../payments/promised-price.rules.ts';
import { holdWallets } from '../payouts/control/hold-wallets.ts';
import { feeCents } from '../payouts/network-fee.rules.ts';
import { rateTermsOf } from '../rates/rate.rules.ts';
import { openSimulatedVenues } from '../rates/venues/open-venues.ts';
import { newWebhookSecret, sealPurpose } from '../webhooks/sending/sign-delivery.ts';
import { createForeignAddresses } from './past/foreign-addresses.ts';
import type { History } from './past/history.ts';
import { madeUpTables } from './past/past.rules.ts';
import {
  findLastNumber,
  findLife,
  insertPastCandles,
  insertPastEndpoint,
  insertPastEvents,
  insertPastMovements,
  insertRows,
  lockLife,
  markSpent,
  saveMade,
  takeIndexes,
} from './life.store.ts';
import { listPastDeliveries } from './past/past-deliveries.ts';
import { createPastRates, listPastCandles, type PastRates } from './past/past-rates.ts';
import { createRandom, type Random } from './people/random.rules.ts';
import { shopUrl } from './visits/shop-url.ts';
import type { PaymentTerms } from './past/tell-payment.ts';
import type { PastWallet } from './past/tell-payout.ts';
import { tellWeeks } from './past/tell-weeks.ts';
import { planWeeks, weeksBefore, type Story } from './past/weeks.rules.ts';

export type LifeContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'settings' | 'chains' | 'signals' | 'rates' | 'sealer' | 'publicUrl'
>;

/** Any number; the weeks of all sandboxes differ only by when they were first started. */
const seed = 20_261;
/** The second block of every simulated chain, which holds the wallet's endowment too. */
const blockHeight = 1;
/** So many blocks follow, so that nothing of the past looks as if it had just come. */
const blocksSince = 40;

/**
 * Gives a sandbox the weeks that it is to have behind it, once in its life: everything in one transaction, under the lock
 * of the row that remembers its first start. What is computed before holds nobody up; where the wallets changed meanwhile
 * the answer is false, and whoever asked tries again.
 */
export async function makeWeeks(context: LifeContext, coins: readonly CoinCode[]): Promise<boolean> {
  const life = await findLife(context.sql);
  if (!life || life.made_at !== null || coins.length === 0) return true;
  const startedMs = performance.now();
  const endMs = life.began_at.getTime();
  const random = createRandom(seed + 1);
  // Also where real markets are asked: of theirs nobody knows the past.
  const venues = openSimulatedVenues(context);
  const rates = createPastRates(venues, rateTermsOf(context.settings));
  const stories = planWeeks(seed, endMs, coins);
  const wallets = await openWallets(context, coins, stories);
  const history = await tellWeeks(
    {
      random,
      rates,
      endMs,
      blockHeight,
      takeAddress: await prepareAddresses(context, coins, stories),
      takeForeignAddress: createForeignAddresses(random),
    },
    stories,
    termsOf(context, rates, wallets),
    wallets,
  );
  const candles = venues.slice(0, 1).flatMap((venue) => listPastCandles(venue, weeksBefore(endMs), endMs));
  const made = await transaction(context.sql, async (tx) => {
    const locked = await lockLife(tx);
    if (!locked || locked.made_at !== null) return true;
    await holdChains(tx, coins);
    await holdWallets(tx, coins);
    if (!(await areUnchanged(tx, wallets))) return false;
    await write(tx, context, { history, wallets, random, endMs });
    await insertPastCandles(tx, candles);
    for (const coin of coins) await mineBlocks(tx, context, coin, blocksSince);
    return true;
  });
  for (const coin of coins) wakeChainReader(context.signals, coin);
  const tookMs = Math.round(performance.now() - startedMs);
  if (made) context.log.info({ tookMs, stories: stories.length }, 'the sandbox has its made-up weeks');
  return made;
}

interface Wallet extends PastWallet {
  readonly first: SpendableOutput | undefined;
  readonly lastNumber: bigint | null;
}

async function openWallets(
  context: LifeContext,
  coins: readonly CoinCode[],
  stories: readonly Story[],
): Promise<Map<CoinCode, Wallet>> {
  const wallets = new Map<CoinCode, Wallet>();
  for (const coin of coins) {
    const chain = context.chains.get(coin);
    const { feeRate } = requireReadyChain(await getChainState(context.sql, coin));
    const { first, lastNumber } = await transaction(context.sql, (tx) => readFunds(tx, coin));
    // The endowment is on the chain, and was not looked at yet.
    if (chain.payer?.funds === 'outputs' && !first) throw nodeUnavailable(coin);
    const paid = stories.filter((story) => story.coin === coin && isPaidOut(story)).length;
    const changes = chain.payer?.funds === 'outputs' ? await takeIndexes(context.sql, coin, paid) : [];
    wallets.set(coin, {
      chain,
      feeRate,
      first,
      lastNumber,
      output: first,
      next: lastNumber === null ? 0n : lastNumber + 1n,
      spent: [],
      takeChangeAddress: () => deriveNext(context, coin, 1, changes),
    });
  }
  return wallets;
}

async function readFunds(
  tx: Tx,
  coin: CoinCode,
): Promise<{ first: SpendableOutput | undefined; lastNumber: bigint | null }> {
  return { first: (await listSpendable(tx, coin))[0], lastNumber: await findLastNumber(tx, coin) };
}

const isPaidOut = (story: Story): boolean =>
  story.kind === 'withdrawal' || (story.kind === 'payment' && story.outcome.endsWith('refunded'));

const isPaidIn = (story: Story): boolean => story.kind === 'payment' || story.kind === 'deposit';

/** As many numbers of addresses as can be needed; those that are not are gaps, as there are others. */
async function prepareAddresses(
  context: LifeContext,
  coins: readonly CoinCode[],
  stories: readonly Story[],
): Promise<(coin: CoinCode) => Address & { readonly index: number }> {
  const indexes = new Map<CoinCode, number[]>();
  for (const coin of coins) {
    const count = stories.filter((story) => story.coin === coin && isPaidIn(story)).length;
    indexes.set(coin, await takeIndexes(context.sql, coin, count));
  }
  return (coin) => deriveNext(context, coin, 0, indexes.get(coin) ?? []);
}

function deriveNext(
  { chains }: Pick<LifeContext, 'chains'>,
  coin: CoinCode,
  branch: Branch,
  indexes: number[],
): Address & { readonly index: number } {
  const index = indexes.shift();
  assert(index !== undefined, 'as many were taken as there are stories');
  return { ...chains.get(coin).addresses.derive(branch, index), index };
}

function termsOf(
  { settings, chains }: Pick<LifeContext, 'settings' | 'chains'>,
  rates: PastRates,
  wallets: ReadonlyMap<CoinCode, Wallet>,
): PaymentTerms {
  const feeMinorOf = (coin: CoinCode): bigint => chains.get(coin).usualFee(wallets.get(coin)?.feeRate ?? 0n);
  return {
    confirmationsOf: (coin, cents) => requiredConfirmations(settings, coin, cents),
    timeToBeMinedMs: (coin) => timeToBeMinedMs(settings, coin),
    addressesOf: (coin) => chains.get(coin).addresses,
    feeMinorOf,
    feeCentsAt: (coin, atMs) => feeCents(coin, feeMinorOf(coin), rates(`${coin}EUR`, atMs).bestForWithdraw),
  };
}

/** Whether the wallets still have what the payouts of the past were paid from. */
async function areUnchanged(tx: Tx, wallets: ReadonlyMap<CoinCode, Wallet>): Promise<boolean> {
  for (const [coin, { first, lastNumber }] of wallets) {
    const now = await readFunds(tx, coin);
    if (now.lastNumber !== lastNumber || spendOf(now.first) !== spendOf(first)) return false;
  }
  return true;
}

const spendOf = (output: SpendableOutput | undefined): string =>
  output ? `${output.transactionId}:${output.index}` : '';

interface Past {
  readonly history: History;
  readonly wallets: ReadonlyMap<CoinCode, Wallet>;
  readonly random: Random;
  readonly endMs: number;
}

async function write(tx: Tx, context: LifeContext, { history, wallets, random, endMs }: Past): Promise<void> {
  const createdAt = new Date(weeksBefore(endMs));
  const endpointId = random.id(createdAt.getTime());
  await insertPastEndpoint(tx, {
    id: endpointId,
    pspId: sandboxPspId,
    url: shopUrl(context),
    sealedSecret: context.sealer.seal(newWebhookSecret(), sealPurpose(endpointId)),
    createdAt,
  });
  for (const table of madeUpTables) await insertRows(tx, table, history.rows.get(table) ?? []);
  for (const [coin, { spent }] of wallets) {
    for (const { output, by } of spent) await markSpent(tx, coin, output, by, blockHeight);
  }
  await insertPastEvents(tx, sandboxPspId, history.events);
  await insertRows(tx, 'webhook_deliveries', listPastDeliveries(history.events, endpointId, endMs, random));
  await saveMade(tx, endpointId, context.clock.now());
  const movements = history.movements.map((movement) => ({
    ...movement,
    id: random.id(movement.createdAt.getTime()),
  }));
  await insertPastMovements(tx, movements);
}
