import assert from 'node:assert/strict';
import { setImmediate as letOthersWork } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { sandboxPspId } from '../../access/credentials/create-sandbox-psp.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { SpendableOutput } from '../../chains/chain.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';
import { sendCoins } from '../../chains/simulated/network/send-coins.ts';
import { mineBlocks } from '../../chains/simulated/network/mine-blocks.ts';
import { getChainState, nodeUnavailable, requireReadyChain } from '../../chains/state/get-chain-state.ts';
import { holdChains } from '../../chains/state/hold-chains.ts';
import { wakeChainReader } from '../../chains/wake-chain-reader.ts';
import { rateTermsOf } from '../../market/rates/rate.rules.ts';
import { openSimulatedVenues } from '../../market/rates/venues/open-venues.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { holdWallets } from '../../payouts/control/hold-wallets.ts';
import { newWebhookSecret, sealPurpose } from '../../webhooks/sending/sign-delivery.ts';
import * as store from './life.store.ts';
import { listPastDeliveries } from './past/past-deliveries.ts';
import { createPastRates, listPastCandles } from './past/past-rates.ts';
import { pastTables } from './past/past.rules.ts';
import { Past, pastHeight, type PastWallet } from './past/past.ts';
import { planWeeks, weeksBefore } from './past/scenarios.rules.ts';
import { orderWriters } from './past/seed-orders.ts';
import { seedPayment } from './past/seed-payment.ts';
import { createRandom } from './random.rules.ts';
import { pastId } from './past/past-id.ts';
import { shopUrl } from './shop.rules.ts';

export type LifeContext = Pick<
  MerchantContext,
  'sql' | 'clock' | 'log' | 'settings' | 'chains' | 'signals' | 'rates' | 'sealer' | 'publicUrl'
>;

/** The same for all sandboxes, so that their weeks differ only by the time of their first start. */
const seed = 20_261;
/** Blocks mined on top of the past, enough to make it final. */
const blocksSince = 40;
const storiesAtOnce = 20;

/**
 * Writes the weeks before the first start of a sandbox, once in its life. The rows are computed first and written in
 * one transaction. Returns false if a wallet changed in between; the caller then retries.
 */
export async function seedWeeks(context: LifeContext, coins: readonly CoinCode[]): Promise<boolean> {
  const life = await store.findLife(context.sql);
  if (!life || life.made_at !== null || coins.length === 0) return true;
  const startedMs = performance.now();
  const funds = await transaction(context.sql, (tx) => readFunds(tx, coins));
  const past = await gatherPast(context, funds, life.began_at.getTime());
  const made = await transaction(context.sql, async (tx) => {
    await holdChains(tx, coins);
    await holdWallets(tx, coins);
    if (!isDeepStrictEqual(await readFunds(tx, coins), funds)) return false;
    const endpointId = pastId(weeksBefore(past.stage.endMs));
    if (!(await store.saveMade(tx, endpointId, context.clock.now()))) return true;
    await writePast(tx, context, past, endpointId);
    await sendUnassigned(tx, context, past);
    for (const coin of coins) await mineBlocks(tx, context, coin, blocksSince);
    return true;
  });
  for (const coin of coins) wakeChainReader(context.signals, coin);
  const tookMs = Math.round(performance.now() - startedMs);
  if (made) context.log.info({ tookMs }, 'the made-up weeks of the sandbox were created');
  return made;
}

type Funds = { coin: CoinCode; output: SpendableOutput; next: bigint }[];

/**
 * Reads the outputs and numbers from which the wallets pay. Throws `node_unavailable` until the first coins of each are
 * booked.
 */
async function readFunds(tx: Tx, coins: readonly CoinCode[]): Promise<Funds> {
  const funds: Funds = [];
  for (const coin of coins) {
    const [output] = await listSpendable(tx, coin);
    if (!output) throw nodeUnavailable(coin);
    funds.push({ coin, output, next: await store.findNextNumber(tx, coin) });
  }
  return funds;
}

async function gatherPast(context: LifeContext, funds: Funds, endMs: number): Promise<Past> {
  const { settings, sql } = context;
  const coins = funds.map(({ coin }) => coin);
  const stories = planWeeks(seed, endMs, coins);
  const wallets = new Map<CoinCode, PastWallet>();
  for (const { coin, output, next } of funds) {
    const { feeRate } = requireReadyChain(await getChainState(sql, coin));
    // A story needs at most two addresses, and the unassigned coins two. Unused numbers are gaps, as after abandoned payments.
    const count = 2 + 2 * stories.filter((story) => story.coin === coin).length;
    const indexes = (await store.takeIndexes(sql, coin, count)).toReversed();
    wallets.set(coin, { chain: context.chains.get(coin), feeRate, output, next, indexes });
  }
  // Real markets have no quotes for a simulated past.
  const [venue] = openSimulatedVenues(context);
  assert(venue);
  const rates = createPastRates(venue, rateTermsOf(settings));
  const past = new Past({ random: createRandom(seed + 1), rates, endMs, settings, wallets });
  for (const [index, story] of stories.entries()) {
    if (index % storiesAtOnce === 0) await letOthersWork();
    if (story.kind === 'payment') seedPayment(past, story);
    else orderWriters[story.kind](past, story);
  }
  past.settleWeekly();
  for (const candle of listPastCandles(venue, weeksBefore(endMs), endMs)) past.add('rate_history', candle);
  past.movements.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  past.events.sort((one, other) => one.occurred_at.getTime() - other.occurred_at.getTime());
  return past;
}

/** Sends XRP with destination tags that were never given out, so that staff find coins to assign or return. */
async function sendUnassigned(tx: Tx, context: LifeContext, past: Past): Promise<void> {
  const wallet = past.stage.wallets.get('XRP');
  if (!wallet) return;
  for (const amountMinor of [25_000_000n, 140_500_000n]) {
    const index = wallet.indexes.pop();
    assert(index !== undefined);
    const { address, destinationTag } = wallet.chain.addresses.derive(0, index);
    const sent = { address, destinationTag, amountMinor, feeMinor: undefined, replaces: undefined };
    await sendCoins(tx, context, 'XRP', sent);
  }
}

async function writePast(tx: Tx, context: LifeContext, past: Past, endpointId: string): Promise<void> {
  const { endMs, random } = past.stage;
  const secret = context.sealer.seal(newWebhookSecret(), sealPurpose(endpointId)).toString('hex');
  const place = { psp_id: sandboxPspId, url: shopUrl(context), created_at: new Date(weeksBefore(endMs)) };
  await store.insertRows(tx, 'webhook_endpoints', [
    { id: endpointId, sealed_secret: `\\x${secret}`, ...place },
  ]);
  for (const table of pastTables) await store.insertRows(tx, table, past.rows.get(table) ?? []);
  await store.insertPastOutputs(tx, pastHeight);
  await store.insertPastEvents(tx, past.events);
  await store.insertRows(
    tx,
    'webhook_deliveries',
    listPastDeliveries(past.events, endpointId, endMs, random),
  );
  await store.insertPastMovements(tx, past.movements);
}
