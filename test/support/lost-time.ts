import assert from 'node:assert/strict';
import { coinCodes, coins, type CoinCode } from '../../src/merchant/assets/asset.rules.ts';
import type { Address, Chain } from '../../src/merchant/chains/chain.ts';
import { mineBlocks } from '../../src/merchant/chains/simulated/network/mine-blocks.ts';
import { findLostAddresses } from '../../src/merchant/chains/search/find-lost-addresses.ts';
import { sendCoins } from '../../src/merchant/chains/simulated/network/send-coins.ts';
import { assignAddress, withUnusedAddress } from '../../src/merchant/chains/receipts/assign-address.ts';
import { simulatedCoins } from '../../src/merchant/chains/simulated/simulated-coin.rules.ts';
import { newId } from '../../src/platform/ids.ts';
import { openSimulatedChain } from '../../src/merchant/chains/simulated/open-simulated-chain.ts';
import { thawPayouts } from '../../src/merchant/chains/freezes/freeze-payouts.ts';
import { decidePayout } from '../../src/merchant/payouts/control/decide-payout.ts';
import { cancelPayout } from '../../src/merchant/payouts/manage-payouts.ts';
import { passNumbers } from '../../src/merchant/payouts/numbers/account-numbers.ts';
import { MovableClock } from '../../src/platform/clock.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import type { TestApp } from './app.ts';
import { listArrivals, readOrder } from './coins.ts';
import { runCommand } from './commands.ts';
import { createTestDatabase, openTestPool } from './database.ts';
import { openStepwiseChain, owners, type StepwiseChain } from './stepwise-chain.ts';
import { dueOf, newChosen } from './payments.ts';
import { merchantClient, type MerchantClient } from './merchant.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from './withdrawals.ts';
import { sayStored } from '../../src/merchant/details/stored-sentence.rules.ts';

/** The simulated networks of all coins, in a database that the restore of the merchant's does not touch. */
export interface Networks {
  readonly sql: Sql;
  readonly chains: ReadonlyMap<CoinCode, Chain>;
  readonly clock: MovableClock;
  mine(coin: CoinCode, blocks: number): Promise<void>;
  close(): Promise<void>;
}

export async function openNetworks(): Promise<Networks> {
  const database = await createTestDatabase();
  const sql = openTestPool(database.connection, 4);
  const signals = { publish: () => {}, subscribe: () => () => {}, close: async () => {} };
  const clock = new MovableClock();
  const context = { sql, clock, signals };
  const chains = new Map<CoinCode, Chain>();
  for (const coin of coinCodes) chains.set(coin, await openSimulatedChain(context, coin));
  return {
    sql,
    chains,
    clock,
    async mine(coin, blocks) {
      await transaction(sql, (tx) => mineBlocks(tx, context, coin, blocks));
    },
    async close() {
      await sql.end();
      await database.drop();
    },
  };
}

/** Payouts of one coin, named by their progress when the copy was made. */
export interface Trade {
  readonly confirmed: AskedWithdrawal;
  readonly broadcast: AskedWithdrawal;
  readonly signed: AskedWithdrawal;
  /** Reserved but not signed when the copy was made. */
  readonly planned: AskedWithdrawal;
  /** Waiting for approval when the copy was made. */
  readonly held: AskedWithdrawal;
}

/** A merchant's process that trades one coin, one step at a time. */
export interface Till {
  readonly app: TestApp;
  readonly client: MerchantClient;
  readonly driven: StepwiseChain;
  readonly networks: Networks;
  readonly coin: CoinCode;
}

export async function openTills(
  app: TestApp,
  networks: Networks,
  traded: readonly CoinCode[] = coinCodes,
): Promise<Till[]> {
  const client = await merchantClient(app);
  const tills: Till[] = [];
  for (const coin of traded) {
    const chain = networks.chains.get(coin);
    assert.ok(chain);
    const driven = await openStepwiseChain(app, { coin, chain });
    tills.push({ app, client, driven, networks, coin });
  }
  return tills;
}

async function mineAndRead({ driven, networks, coin }: Till, blocks = 1): Promise<void> {
  await networks.mine(coin, blocks);
  await driven.read();
}

async function signAndSend({ driven }: Till): Promise<void> {
  await driven.sign();
  await driven.send();
}

const enoughBlocks = 40;
const staff = 'bea@commands.test';

async function tradeBeforeCopy(till: Till): Promise<Trade> {
  const { app, client, driven, coin } = till;
  await driven.read();
  const ask = () => askToWithdraw(client, coin);
  const confirmed = await ask();
  await signAndSend(till);
  await mineAndRead(till, enoughBlocks);
  assert.equal((await storedPayout(app.sql, confirmed)).status, 'COMPLETED');
  const broadcast = await ask();
  await signAndSend(till);
  const signed = await ask();
  await driven.sign();
  const planned = await ask();
  await runCommand(app, 'psp limits', ['1', coin], { approval: '0' });
  const held = await ask();
  await runCommand(app, 'psp limits', ['1', coin], { none: true });
  const statusOf = async (one: AskedWithdrawal) => (await storedPayout(app.sql, one)).status;
  assert.deepEqual(
    [await statusOf(broadcast), await statusOf(signed), await statusOf(planned), await statusOf(held)],
    ['SIGNED', 'SIGNED', 'RESERVED', 'RESERVED'],
  );
  return { confirmed, broadcast, signed, planned, held };
}

/**
 * The fate of the unsigned payouts after the copy. `both`: both are mined. `held`: only the held one is sent, and it is
 * still pending. `planned, with lost coins`: only the planned one is paid, with coins received after the copy.
 */
export type LostTime = 'both' | 'held' | 'planned, with lost coins';

/** Trades after the copy, so the restored database does not know it. Returns the id of a customer's transaction. */
async function tradeInLostTime(till: Till, trade: Trade, lostTime: LostTime): Promise<string> {
  const { client, driven, coin } = till;
  const received = await payInLostTime(till);
  await driven.send();
  await mineAndRead(till, 2);
  if (lostTime === 'held') assert.equal(await cancelPlanned(till, trade), 'cancelled');
  if (lostTime === 'planned, with lost coins') await fund(till);
  else await approve(till, trade.held);
  if (lostTime === 'both') {
    await driven.sign();
    await askToWithdraw(client, coin);
  }
  await signAndSend(till);
  if (lostTime !== 'held') await mineAndRead(till, enoughBlocks);
  return received;
}

/** Deposits more than any other output of the wallet has, so that it is spent first. */
async function fund(till: Till): Promise<void> {
  const { app, driven, coin } = till;
  const wanted = { coin, purpose: 'funds', subjectId: newId() } as const;
  const address = await withUnusedAddress(driven.context, (unused) =>
    transaction(app.sql, (tx) => assignAddress(tx, driven.context, wanted, unused)),
  );
  const { outputs, wholeCoins } = simulatedCoins[coin].endowment;
  await send(till, address, 2n * BigInt(outputs) * wholeCoins * 10n ** BigInt(coins[coin].decimals));
  await mineAndRead(till, 2);
}

export async function send(
  { networks, coin }: Till,
  { address, destinationTag }: Pick<Address, 'address' | 'destinationTag'>,
  amountMinor: bigint,
): Promise<string> {
  const request = { address, destinationTag, amountMinor, feeMinor: undefined, replaces: undefined };
  const { transactionId } = await transaction(networks.sql, (tx) => sendCoins(tx, networks, coin, request));
  return transactionId;
}

/** Pays as a customer to an address assigned after the copy. Returns the transaction's id. */
async function payInLostTime(till: Till): Promise<string> {
  const chosen = await newChosen(till.client, till.coin);
  const { payment_cryptocurrency_address: address, destination_tag: destinationTag } = chosen;
  return send(till, { address, destinationTag }, dueOf(chosen));
}

/**
 * Asserts that the transaction is listed as unassigned, after a search as by `chain find`. An account with tags needs
 * no search.
 */
async function assertFound({ app, driven }: Till, transactionId: string, from: Date): Promise<void> {
  const search = { from, to: new Date(), branches: [], first: 20 };
  if (!driven.chain.addresses.ofTag) await findLostAddresses(driven.context, driven.chain, search);
  const unassigned = (await runCommand(app, 'chain unassigned')).join('\n');
  assert.ok(unassigned.includes(transactionId), 'coins received after the copy are not found');
}

const cancelPlanned = async ({ app }: Till, { planned }: Trade) =>
  cancelPayout(app.platform, owners, (await storedPayout(app.sql, planned)).id);

async function approve({ app }: Till, asked: AskedWithdrawal): Promise<void> {
  const { id: payoutId } = await storedPayout(app.sql, asked);
  const decision = { payoutId, decision: 'approve', by: staff, reason: null } as const;
  assert.equal(await decidePayout(app.platform, owners, decision), 'done');
}

/** Counts the mined and pending transactions that pay the recipient. */
const countArrivals = async ({ networks, coin }: Till, { wallet }: AskedWithdrawal): Promise<number> =>
  (await listArrivals(networks.sql, coin, wallet)).length;

async function assertPaidAtMostOnce(till: Till, asked: Iterable<AskedWithdrawal>): Promise<void> {
  for (const one of asked)
    assert.ok((await countArrivals(till, one)) <= 1, `${till.coin} payout ${one.id} was paid twice`);
}

/** Runs the normal work of a process while staff do not know of the loss. */
async function goOnUnaware(till: Till, trade: Trade): Promise<void> {
  await till.driven.read();
  await approve(till, trade.held);
  for (let round = 0; round < 3; round++) {
    await signAndSend(till);
    await till.driven.read();
    await assertPaidAtMostOnce(till, Object.values(trade));
  }
}

/** Returns the reason why no payout of the coin is made: its freeze or a conflict of nonces. */
async function readStopReason({ app, coin }: Till): Promise<string> {
  const [row] = await app.sql<{ reason: string | null }[]>`
    select coalesce(f.reason, (
      select min(p.trouble) from merchant.payouts p where p.coin = f.coin and p.status = 'RESERVED')) as reason
    from merchant.payout_freezes f where f.coin = ${coin}`;
  return sayStored('en', row?.reason ?? '');
}

/** Follows the guide: compares with the chain, cancels payouts that were paid, and resumes. */
async function reconcile(till: Till, trade: Trade): Promise<void> {
  const { app, coin, driven } = till;
  await mineAndRead(till, enoughBlocks);
  for (const asked of Object.values(trade)) {
    const { id, status } = await storedPayout(app.sql, asked);
    if (status !== 'RESERVED' || (await countArrivals(till, asked)) === 0) continue;
    assert.equal(await cancelPayout(app.platform, owners, id), 'cancelled');
  }
  const decision = { coin, by: staff, reason: 'compared' } as const;
  await thawPayouts(app.platform, decision);
  const account = await driven.chain.node.readAccount?.();
  if (account) await passNumbers(app.platform, { ...decision, next: account.nextNumber });
  await driven.read();
  await signAndSend(till);
  await mineAndRead(till, enoughBlocks);
}

/** Asserts that payouts continue and the ledger matches the chain. */
async function assertGoesOn(till: Till, trade: Trade): Promise<void> {
  const { app, client, coin } = till;
  const fresh = await askToWithdraw(client, coin);
  await signAndSend(till);
  await mineAndRead(till, enoughBlocks);
  assert.equal((await readOrder(client, fresh.id)).order_status, 'COMPLETED', await readStopReason(till));
  for (const asked of Object.values(trade)) {
    const { status } = await storedPayout(app.sql, asked);
    assert.match(status, /^(?:COMPLETED|FAILED)$/, `${coin} ${asked.id}`);
    if (status === 'COMPLETED') assert.equal(await countArrivals(till, asked), 1);
  }
}

/** The trades of several coins around one restore. */
export class LostTrades {
  readonly #lostTime: LostTime;
  readonly #trades = new Map<CoinCode, Trade>();
  readonly #received = new Map<CoinCode, string>();
  #copiedAt = new Date();

  constructor(lostTime: LostTime = 'both') {
    this.#lostTime = lostTime;
  }

  async beforeCopy(tills: readonly Till[]): Promise<void> {
    for (const till of tills) this.#trades.set(till.coin, await tradeBeforeCopy(till));
    this.#copiedAt = new Date();
  }

  async inLostTime(tills: readonly Till[]): Promise<void> {
    for (const till of tills)
      this.#received.set(till.coin, await tradeInLostTime(till, this.#tradeOf(till), this.#lostTime));
  }

  /**
   * Asserts that no payout is made twice, that payouts stop until staff have compared, and that customers' payments are
   * found.
   */
  async afterRestore(tills: readonly Till[], stopped: RegExp): Promise<void> {
    const faults: string[] = [];
    for (const till of tills) {
      const trade = this.#tradeOf(till);
      try {
        await goOnUnaware(till, trade);
        assert.match(await readStopReason(till), stopped);
        await assertFound(till, this.#received.get(till.coin) ?? '', this.#copiedAt);
        await reconcile(till, trade);
        await assertPaidAtMostOnce(till, Object.values(trade));
        await assertGoesOn(till, trade);
      } catch (error) {
        faults.push(`${till.coin}: ${(error as Error).message}`);
      }
    }
    assert.deepEqual(faults, []);
  }

  #tradeOf({ coin }: Till): Trade {
    const trade = this.#trades.get(coin);
    assert.ok(trade);
    return trade;
  }
}
