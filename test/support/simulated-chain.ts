import assert from 'node:assert/strict';
import { coins, type CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type {
  Address,
  Branch,
  Chain,
  Funds,
  Payer,
  Signed,
  SpendableOutput,
} from '../../src/merchant/chains/chain.ts';
import { mineBlocks } from '../../src/merchant/chains/simulated/network/mine-blocks.ts';
import { reorganiseChain } from '../../src/merchant/chains/simulated/network/reorganise-chain.ts';
import { sendCoins, type SendRequest } from '../../src/merchant/chains/simulated/network/send-coins.ts';
import { openSimulatedChain } from '../../src/merchant/chains/simulated/open-simulated-chain.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import type { TestApp } from './app.ts';
import { toPlan } from './payout-plan.ts';

export const wholeCoin = (coin: CoinCode): bigint => 10n ** BigInt(coins[coin].decimals);

/** Opens a simulated chain without a reader, with functions to change it. */
export async function openTestChain(testApp: TestApp, coin: CoinCode) {
  const { platform } = testApp;
  const chain = await openSimulatedChain(platform, coin);
  assert.ok(chain.payer);
  return {
    chain,
    node: chain.node,
    payer: chain.payer,
    send: (to: Address, amountMinor: bigint, more: Partial<SendRequest> = {}) =>
      transaction(platform.sql, (tx) =>
        sendCoins(tx, platform, coin, {
          address: to.address,
          destinationTag: to.destinationTag,
          amountMinor,
          feeMinor: undefined,
          replaces: undefined,
          ...more,
        }),
      ),
    mine: (count = 1) => transaction(platform.sql, (tx) => mineBlocks(tx, platform, coin, count)),
    reorganise: (depth: number, drop: readonly string[] = []) =>
      transaction(platform.sql, (tx) => reorganiseChain(tx, platform, coin, { depth, drop })),
    waiting: async () => (await chain.node.listUnconfirmed(new Set())).ids,
  };
}

export type TestChain = Awaited<ReturnType<typeof openTestChain>>;

/** Returns the outputs that the wallet had at the start. */
export async function endowmentOf(testApp: TestApp, chain: Chain): Promise<SpendableOutput[]> {
  const block = await chain.node.findBlock(1);
  const [first] = block?.transactions ?? [];
  assert.ok(first);
  const [row] = await testApp.sql<{ branch: Branch; address_index: bigint }[]>`
    select branch, address_index from merchant.chain_addresses
    where coin = ${chain.coin} and destination = ${first.outputs[0]?.destination}`;
  assert.ok(row);
  return first.outputs.map((output) => ({
    transactionId: first.id,
    index: output.index,
    destination: output.destination,
    amountMinor: output.amountMinor,
    branch: row.branch,
    addressIndex: Number(row.address_index),
  }));
}

/** Signs a payout. Throws if the coins do not suffice. */
export function signPayout(
  payer: Payer,
  plan: { to: Address; amountMinor: bigint; feeRate: bigint; height?: number },
  funds: Funds,
): Exclude<Signed, { shortMinor: bigint }> {
  const signed = payer.sign(toPlan({ height: 1, ...plan }), funds);
  assert.ok(!('shortMinor' in signed));
  return signed;
}
