import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine, readAccounts, readOrder } from '../../../../test/support/coins.ts';
import { openStepwiseChain, owners, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { checkBooks } from '../../../../test/support/payment-ledger.ts';
import { playedMarket } from '../../../../test/support/played-market.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedTransactions,
  type AskedWithdrawal,
} from '../../../../test/support/withdrawals.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { adjustBalance } from '../../../../test/support/adjust-balance.ts';
import { feeCents } from '../network-fee.rules.ts';
import { payoutCommands } from '../payout.commands.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

/** Per 1 000 virtual bytes. Below ten times the first rate. */
const demanded = 60_000;
const market = playedMarket({ spreadBps: 50n });
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
// Each test starts with a new driver, which has no cached fee rate.
beforeEach(async () => {
  driven = await openStepwiseChain(here, { coin: 'BTC', rates: market.rates });
  await demandFeeRate(client, 'BTC', 0);
  await driven.read();
});
after(() => here.close());
afterEach(() => driven.close());

interface Merchant {
  readonly pspId: number;
  readonly client: MerchantClient;
}

let given = 0;
const give = (pspId: number, cents: bigint) =>
  adjustBalance(here.platform, {
    pspId,
    asset: 'EUR',
    amountMinor: cents,
    reference: `given ${(given += 1)}`,
  });

async function newMerchant(): Promise<Merchant> {
  const psp = await createPsp(here.platform, 'Has little');
  await give(psp.pspId, 500_000n);
  return { pspId: psp.pspId, client: await merchantClient(here, psp) };
}

const eurosOf = async (owner: string): Promise<bigint> =>
  (await readAccounts(here.sql)).get(`${owner} EUR`) ?? 0n;

const leave = async (pspId: number, cents: bigint) => give(pspId, cents - (await eurosOf(`psp:${pspId}`)));

const feesOf = async ({ id }: AskedWithdrawal) => {
  const [row] = await here.sql<
    {
      id: string;
      status: string;
      batch_id: string;
      fee: bigint;
      fee_reserve: bigint;
      fee_charge: bigint;
      fee_covered: bigint;
      fee_borne: bigint;
      generation: number;
      bump_trouble: string | null;
    }[]
  >`
    select p.id, p.status, p.batch_id, p.fee, p.fee_reserve, p.fee_charge, p.fee_covered, p.fee_borne, b.generation,
      b.bump_trouble
    from merchant.payouts p join merchant.payout_batches b on b.id = p.batch_id where p.order_id = ${id}`;
  assert.ok(row);
  return { ...row, bump_trouble: row.bump_trouble && sayStored('en', row.bump_trouble) };
};

/** Signs payouts together, sends them, and raises the fee rate so that the miners ignore them. */
async function getStuck(...clients: MerchantClient[]): Promise<AskedWithdrawal[]> {
  const asked: AskedWithdrawal[] = [];
  for (const one of clients) asked.push(await askToWithdraw(one, 'BTC'));
  await driven.sign();
  await driven.send();
  const batches = new Set((await Promise.all(asked.map(feesOf))).map((payout) => payout.batch_id));
  assert.equal(batches.size, 1, 'one transaction');
  await demandFeeRate(client, 'BTC', demanded);
  return asked;
}

async function waitAndRaise(): Promise<void> {
  await mine(client, 'BTC', 6);
  await driven.read();
  await driven.raise();
  await driven.send();
}

async function finish(...asked: AskedWithdrawal[]): Promise<void> {
  await mine(client, 'BTC');
  await driven.read();
  for (const one of asked) assert.equal((await feesOf(one)).status, 'COMPLETED');
  await checkBooks(here.sql);
  await assertBooksFitChain(here.sql, 'BTC');
}

/** Returns the lines of `payout list` by payout id. */
async function list(): Promise<Map<string, string>> {
  const lines: string[] = [];
  const command = payoutCommands(owners).find(({ name }) => name === 'payout list');
  await command?.run(here.platform, { values: {}, positionals: [] }, (line) => lines.push(line));
  const said = new Map<string, string>();
  let id = '';
  for (const line of lines) {
    if (!line.startsWith(' ')) [id = ''] = line.split(' ');
    said.set(id, `${said.get(id) ?? ''}${line}\n`);
  }
  return said;
}

const priceOf = (feeMinor: bigint): bigint =>
  feeCents('BTC', feeMinor, market.rates.bestForWithdraw('BTCEUR'));

test("if one merchant of a batch has no euros, the provider pays that merchant's part of the raise, and no other merchant does", async () => {
  const thief = await newMerchant();
  const [poor, rich] = await getStuck(thief.client, client);
  assert.ok(poor && rich);
  await leave(thief.pspId, 0n);
  const [poorBefore, richBefore] = [await feesOf(poor), await feesOf(rich)];
  const eurosBefore = (await eurosOf('psp:1')) + (await eurosOf('psp:1:fees'));
  const feesBefore = await eurosOf('provider:fees');
  await waitAndRaise();
  const [poorNow, richNow] = [await feesOf(poor), await feesOf(rich)];
  assert.equal(richNow.generation, 1, richNow.bump_trouble ?? '');
  const [, replacement] = await storedTransactions(here.sql, richNow.batch_id);
  assert.equal(poorNow.fee + richNow.fee, replacement?.fee);
  // Exactly its own part, at the present price.
  const richMore = priceOf(richNow.fee - richBefore.fee);
  assert.deepEqual(
    [richNow.fee_charge - richBefore.fee_charge, richNow.fee_covered, richNow.fee_borne],
    [richMore, richNow.fee, 0n],
  );
  assert.equal(eurosBefore - (await eurosOf('psp:1')) - (await eurosOf('psp:1:fees')), richMore);
  // The reserve is used first; the provider pays the rest of this part, and nothing of the other merchant's part.
  const poorMore = poorNow.fee_charge - poorBefore.fee_charge;
  assert.ok(poorMore > 0n && poorBefore.fee_reserve - poorMore <= 1n, String(poorMore));
  assert.equal((await eurosOf('provider:fees')) - feesBefore, richMore + poorMore);
  assert.equal(poorNow.fee_borne, poorNow.fee - poorNow.fee_covered);
  assert.ok(poorNow.fee_borne > 0n && poorNow.fee_borne < poorNow.fee - poorBefore.fee);
  assert.equal(await eurosOf(`psp:${thief.pspId}`), 0n);
  await checkBooks(here.sql);
  assert.ok(
    here.log.some((line) => line.includes(poorNow.id) && line.includes('the provider pays it')),
    'it is logged',
  );
  const said = await list();
  assert.match(said.get(poorNow.id) ?? '', /its merchant lacks the money: of the fee the provider pays 0\.0/);
  assert.doesNotMatch(said.get(richNow.id) ?? '', /lacks|not have|not raised/);
  await finish(poor, rich);
  assert.equal((await readOrder(client, rich.id)).order_status, 'COMPLETED');
});

test('a merchant pays as much as its balance allows, and the missing part at the next raise', async () => {
  const late = await newMerchant();
  const [poor, rich] = await getStuck(late.client, client);
  assert.ok(poor && rich);
  await leave(late.pspId, 20n);
  const before = await feesOf(poor);
  await waitAndRaise();
  const once = await feesOf(poor);
  assert.ok(once.fee_borne > 0n && once.fee_covered > before.fee_covered);
  assert.equal(once.fee_covered + once.fee_borne, once.fee);
  const kept = (await eurosOf(`psp:${late.pspId}`)) + once.fee_reserve;
  assert.equal(once.fee_charge - before.fee_charge + kept, before.fee_reserve + 20n);
  assert.ok(kept <= 1n, 'no more is left than does not buy a satoshi');
  await checkBooks(here.sql);
  await give(late.pspId, 100_000n);
  await demandFeeRate(client, 'BTC', demanded + 10_000);
  await waitAndRaise();
  const twice = await feesOf(poor);
  assert.deepEqual([twice.generation, twice.fee_covered, twice.fee_borne], [2, twice.fee, 0n]);
  assert.equal(twice.fee_charge - once.fee_charge, priceOf(twice.fee - once.fee_covered));
  await finish(poor, rich);
});

test('if a cheaper transaction is mined, no merchant gets back more than it paid', async () => {
  const thief = await newMerchant();
  const [poor, rich] = await getStuck(thief.client, client);
  assert.ok(poor && rich);
  await leave(thief.pspId, 0n);
  const before = await feesOf(poor);
  const [old] = await storedTransactions(here.sql, before.batch_id);
  await mine(client, 'BTC', 6);
  await driven.read();
  await driven.raise();
  assert.ok((await feesOf(poor)).fee_borne > 0n);
  // The replacement is never sent.
  await demandFeeRate(client, 'BTC', 0);
  await finish(poor, rich);
  const paid = await feesOf(poor);
  assert.deepEqual([paid.fee, paid.fee_covered, paid.fee_borne], [old && before.fee, before.fee, 0n]);
  assert.ok(paid.fee_charge >= before.fee_charge, 'no less than it was worth when it was first signed');
  // It gets back its own reserve, and nothing that others paid.
  assert.equal(await eurosOf(`psp:${thief.pspId}`), before.fee_reserve + before.fee_charge - paid.fee_charge);
});

test('a raise waits for the money if a transaction has only one merchant, or if all its merchants lack it', async () => {
  const [one, other] = [await newMerchant(), await newMerchant()];
  const alone = await getStuck(one.client, one.client);
  await leave(one.pspId, 0n);
  await waitAndRaise();
  for (const asked of alone) {
    const { generation, bump_trouble: trouble, fee_borne: borne } = await feesOf(asked);
    assert.deepEqual([generation, borne], [0, 0n]);
    assert.match(trouble ?? '', new RegExp(`of PSP ${one.pspId} .* which the merchant does not have`));
  }
  await demandFeeRate(client, 'BTC', 0);
  await finish(...alone);

  await give(one.pspId, 500_000n);
  const [first, second] = await getStuck(one.client, other.client);
  assert.ok(first && second);
  await leave(one.pspId, 0n);
  await leave(other.pspId, 0n);
  await waitAndRaise();
  assert.deepEqual([(await feesOf(first)).generation, (await feesOf(second)).fee_borne], [0, 0n]);
  const { id } = await feesOf(first);
  const neighbour = (await list()).get((await feesOf(second)).id) ?? '';
  assert.match(
    neighbour,
    new RegExp(`not raised: for payout ${id} of PSP ${one.pspId} the network takes`),
    'it says whose money is missing',
  );
  await give(other.pspId, 100_000n);
  await waitAndRaise();
  assert.equal((await feesOf(first)).generation, 1, 'one of them can');
  await finish(first, second);
});
