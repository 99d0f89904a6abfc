import assert, { AssertionError } from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import {
  listArrivals,
  mine,
  newWallet,
  readAccounts,
  readOrder,
  reorganise,
  sendCoins,
} from '../../../test/support/coins.ts';
import {
  openStepwiseChain,
  owners,
  withBroadcast,
  type StepwiseChain,
} from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { askToWithdraw } from '../../../test/support/withdrawals.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { assignAddress } from '../chains/receipts/assign-address.ts';
import { thawPayouts } from '../chains/freezes/freeze-payouts.ts';
import { acceptUnknownSpends } from '../chains/freezes/unknown-spends.ts';
import { cancelPayout } from './manage-payouts.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let accountsBefore: Map<string, bigint>;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
beforeEach(() => drive('BTC'));
afterEach(() => driven.close());

/** Ends the payouts that the previous test left open. */
async function drive(coin: CoinCode): Promise<void> {
  driven = await openStepwiseChain(here, { coin });
  await driven.read();
  // Unknown spends would freeze payouts until staff accept them.
  await transaction(here.sql, (tx) => acceptUnknownSpends(tx, [coin], here.clock.now()));
  await driven.sign();
  await driven.send();
  await mine(client, coin, 6);
  await driven.read();
  accountsBefore = await readAccounts(here.sql);
}

interface Withdrawal {
  id: string;
  wallet: string;
}

const withdraw = (coin: CoinCode = 'BTC', amount = '0.005'): Promise<Withdrawal> =>
  askToWithdraw(client, coin, amount);

interface PayoutRow {
  id: string;
  status: string;
  transaction_id: string | null;
  bytes: string | null;
  trouble: string | null;
  attempts: number | null;
  due_at: Date | null;
}

async function payoutOf({ id }: Withdrawal): Promise<PayoutRow> {
  const [row] = await here.sql<PayoutRow[]>`
    select p.id, p.status, p.transaction_id, t.bytes, coalesce(p.trouble, b.trouble) as trouble, b.attempts, b.due_at
    from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id
    left join merchant.payout_transactions t on t.batch_id = b.id and t.generation = b.generation
    where p.order_id = ${id}`;
  assert.ok(row);
  return { ...row, trouble: row.trouble && sayStored('en', row.trouble) };
}

async function statusOf({ id }: Withdrawal): Promise<string> {
  return (await readOrder(client, id)).order_status;
}

async function assertPaidOnce(withdrawal: Withdrawal, coin: CoinCode = 'BTC'): Promise<void> {
  assert.equal(await statusOf(withdrawal), 'COMPLETED');
  const arrivals = await listArrivals(here.sql, coin, withdrawal.wallet);
  assert.deepEqual(
    arrivals.map((arrival) => [arrival.mined, arrival.transaction_id]),
    [[true, (await payoutOf(withdrawal)).transaction_id]],
  );
}

/** Thaws payouts, as staff do after a comparison with the chain. Open batches are reviewed again. */
async function thaw(): Promise<void> {
  await thawPayouts(here.platform, { coin: 'BTC', by: 'ana', reason: 'compared' });
  await driven.read();
}

/** Asserts that every account has its balance from before the withdrawal. */
async function assertMoneyBack(): Promise<void> {
  const now = await readAccounts(here.sql);
  const accounts = new Set([...now.keys(), ...accountsBefore.keys()]);
  for (const account of accounts) {
    assert.equal(now.get(account) ?? 0n, accountsBefore.get(account) ?? 0n, account);
  }
}

test('bytes are committed before the node gets them', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  let stored: PayoutRow | undefined;
  const chain = withBroadcast(driven.chain, async (bytes) => {
    stored = await payoutOf(withdrawal);
    return driven.chain.node.broadcast(bytes);
  });
  await driven.send(chain);
  assert.deepEqual([stored?.status, stored?.bytes], ['SIGNED', chain.given[0]]);
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
});

test('PostgreSQL refuses to change a signed payout, reopen an ended one, or delete one', async () => {
  const withdrawal = await withdraw();
  const { id } = await payoutOf(withdrawal);
  await driven.sign();
  const refused = { code: '23001' };
  await assert.rejects(
    async () => here.sql`update merchant.payouts set bytes = 'other' where id = ${id}`,
    refused,
  );
  await assert.rejects(async () => here.sql`update merchant.payout_transactions set fee = fee + 1`, refused);
  await assert.rejects(
    async () => here.sql`update merchant.payouts set amount = 1 where id = ${id}`,
    refused,
  );
  await assert.rejects(async () => here.sql`delete from merchant.payouts where id = ${id}`, refused);
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
  await assert.rejects(
    async () => here.sql`update merchant.payouts set status = 'SIGNED' where id = ${id}`,
    refused,
  );
});

test('refused bytes are sent again unchanged until a node accepts them', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  const chain = withBroadcast(driven.chain, async (bytes) =>
    chain.given.length < 3
      ? { outcome: 'refused', reason: 'mempool full' }
      : driven.chain.node.broadcast(bytes),
  );
  await driven.send(chain);
  const refused = await payoutOf(withdrawal);
  assert.match(refused.trouble ?? '', /mempool full/);
  assert.ok(refused.due_at && refused.due_at > here.clock.now());
  await driven.send(chain);
  assert.equal(chain.given.length, 1, 'not before its time');
  for (const expected of [2, 3]) {
    here.clock.offsetMs += 120_000;
    await driven.send(chain);
    assert.equal(chain.given.length, expected);
  }
  assert.equal(new Set(chain.given).size, 1);
  assert.equal((await payoutOf(withdrawal)).trouble, null);
  const told = here.log.filter((line) => line.includes('a payout waits') && line.includes(refused.id));
  assert.equal(told.length, 1, 'the alert is given once');
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
});

test('a node that fails after accepting the bytes causes no second payment', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  const chain = withBroadcast(driven.chain, async (bytes) => {
    await driven.chain.node.broadcast(bytes);
    throw new Error('connection reset');
  });
  await assert.rejects(driven.send(chain), /connection reset/);
  await driven.send();
  assert.ok((await readOrder(client, withdrawal.id)).blockchain_transaction_id);
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
  await driven.send(chain);
  assert.equal(chain.given.length, 1, 'what is in a block is not sent again');
});

test('a transaction mined before its broadcast is recorded completes the payout, and the order shows it', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  const chain = withBroadcast(driven.chain, async (bytes) => {
    const answer = await driven.chain.node.broadcast(bytes);
    await mine(client, 'BTC');
    await driven.read();
    const { blockchain_transaction_id: shown } = await readOrder(client, withdrawal.id);
    assert.equal(shown, (await payoutOf(withdrawal)).transaction_id);
    return answer;
  });
  await driven.send(chain);
  await assertPaidOnce(withdrawal);
  assert.equal((await payoutOf(withdrawal)).due_at, null);
});

test('two simultaneous signers sign each payout once and use no output twice', async () => {
  const withdrawals = await Promise.all(Array.from({ length: 12 }, () => withdraw()));
  await Promise.all([driven.sign(), driven.sign(), driven.sign()]);
  await Promise.all([driven.send(), driven.send()]);
  await mine(client, 'BTC');
  await driven.read();
  for (const withdrawal of withdrawals) await assertPaidOnce(withdrawal);
});

test('a payout that the wallet cannot cover waits with an alert, smaller ones are paid, and new coins release it', async () => {
  const funds = await here.sql.begin((tx) =>
    assignAddress(tx, driven.context, { coin: 'BTC', purpose: 'funds', subjectId: newId() }),
  );
  await here.sql`
    insert into merchant.chain_claims (coin, spend, transaction_id)
    select coin, transaction_id || ':' || output_index, 'elsewhere' from merchant.chain_outputs
    where coin = 'BTC' and spent_by is null`;
  await sendCoins(client, 'BTC', { address: funds.address, amount: '0.02' });
  await mine(client, 'BTC');
  await driven.read();
  const [large, little] = [await withdraw('BTC', '1'), await withdraw()];
  await driven.sign();
  const waiting = await payoutOf(large);
  assert.deepEqual([waiting.status, (await payoutOf(little)).status], ['RESERVED', 'SIGNED']);
  assert.match(waiting.trouble ?? '', /^the wallet lacks \d+\.\d{8} BTC$/);
  assert.equal(await statusOf(large), 'PROCESSING');
  await driven.sign();
  const told = here.log.filter((line) => line.includes('the wallet lacks') && line.includes(waiting.id));
  assert.equal(told.length, 1);
  await here.sql`delete from merchant.chain_claims where transaction_id = 'elsewhere'`;
  await driven.sign();
  assert.deepEqual([(await payoutOf(large)).status, (await payoutOf(large)).trouble], ['SIGNED', null]);
  await driven.send();
  await mine(client, 'BTC', 6);
  await driven.read();
  await assertPaidOnce(large);
  await assertPaidOnce(little);
});

test('a payout that cannot be signed does not block the others', async () => {
  const [bad, good] = [await withdraw(), await withdraw()];
  const { payer } = driven.chain;
  assert.ok(payer);
  const chain = {
    ...driven.chain,
    payer: {
      ...payer,
      sign: (...[plan, funds]: Parameters<typeof payer.sign>) => {
        if (plan.recipients.some(({ to }) => to.address === bad.wallet))
          throw new Error('no script for this address');
        return payer.sign(plan, funds);
      },
    },
  };
  await driven.sign(chain);
  assert.equal((await payoutOf(good)).status, 'SIGNED');
  const waiting = await payoutOf(bad);
  assert.equal(waiting.status, 'RESERVED');
  assert.match(waiting.trouble ?? '', /no script/);
  await driven.sign();
  assert.equal((await payoutOf(bad)).status, 'SIGNED');
});

test('an unsigned payout can be cancelled once, which gives its money back', async () => {
  const withdrawal = await withdraw();
  const { id } = await payoutOf(withdrawal);
  assert.equal(await cancelPayout(here.platform, owners, id), 'cancelled');
  assert.equal(await statusOf(withdrawal), 'FAILED');
  await assertMoneyBack();
  assert.equal(await cancelPayout(here.platform, owners, id), 'FAILED');
  await driven.sign();
  assert.equal((await payoutOf(withdrawal)).bytes, null);
  await assert.rejects(
    async () => here.sql`update merchant.payouts set status = 'RESERVED' where id = ${id}`,
    {
      code: '23001',
    },
  );
});

test('rejects the cancellation of signed and unknown payouts', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  const { id } = await payoutOf(withdrawal);
  assert.equal(await cancelPayout(here.platform, owners, id), 'SIGNED');
  assert.equal(await cancelPayout(here.platform, owners, withdrawal.id), 'unknown');
  assert.equal(await cancelPayout(here.platform, owners, 'nonsense'), 'unknown');
  assert.equal(await statusOf(withdrawal), 'PROCESSING');
});

test('a payout whose funds another transaction spent fails after its confirmations and a staff review, and the money goes back', async () => {
  const withdrawal = await withdraw('BTC', '0.1');
  await driven.sign();
  await driven.send();
  await driven.read();
  const { transaction_id: ours } = await payoutOf(withdrawal);
  const [arrival] = await listArrivals(here.sql, 'BTC', withdrawal.wallet);
  assert.deepEqual([arrival?.transaction_id, arrival?.mined], [ours, false]);
  await assert.rejects(assertMoneyBack(), AssertionError);
  await sendCoins(client, 'BTC', { address: newWallet('BTC'), amount: '0.01', replaces: ours ?? '' });
  await mine(client, 'BTC', 2);
  await driven.read();
  assert.equal(await statusOf(withdrawal), 'PROCESSING', 'a payment of that value needs three');
  here.clock.offsetMs += 120_000;
  await driven.send();
  assert.equal(await statusOf(withdrawal), 'PROCESSING');
  await mine(client, 'BTC');
  await driven.read();
  assert.equal(await statusOf(withdrawal), 'PROCESSING', 'it may have paid the same');
  await thaw();
  assert.equal(await statusOf(withdrawal), 'FAILED');
  assert.deepEqual(await listArrivals(here.sql, 'BTC', withdrawal.wallet), []);
  await assertMoneyBack();
});

test('bytes of a completed payout are sent again after a reorganisation removes it', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
  const paid = await readAccounts(here.sql);
  const { transaction_id: id } = await payoutOf(withdrawal);
  await reorganise(client, 'BTC', 1, [id ?? '']);
  await driven.read();
  assert.deepEqual(await listArrivals(here.sql, 'BTC', withdrawal.wallet), []);
  assert.equal(await statusOf(withdrawal), 'COMPLETED');
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
  assert.equal((await payoutOf(withdrawal)).due_at, null);
  assert.deepEqual(await readAccounts(here.sql), paid);
});

test('a completed payout that the chain excludes for good is reversed, and the money goes back', async () => {
  const withdrawal = await withdraw();
  await driven.sign();
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(withdrawal);
  await assert.rejects(assertMoneyBack(), AssertionError);
  const { transaction_id: ours, bytes } = await payoutOf(withdrawal);
  await reorganise(client, 'BTC', 1);
  const theirs = await sendCoins(client, 'BTC', {
    address: newWallet('BTC'),
    amount: '0.01',
    replaces: ours ?? '',
  });
  await mine(client, 'BTC');
  await driven.read();
  await thaw();
  assert.equal(await statusOf(withdrawal), 'REVERSED');
  await assertMoneyBack();

  // The unlikely case: a reorganisation removes the other transaction too, and a node still has our bytes.
  await reorganise(client, 'BTC', 1, [theirs]);
  assert.equal((await driven.chain.node.broadcast(bytes ?? '')).outcome, 'accepted');
  await mine(client, 'BTC');
  await driven.read();
  assert.ok(
    here.log.some((line) => line.includes('it was paid and given back') && line.includes(ours ?? '')),
  );
  assert.equal(await statusOf(withdrawal), 'REVERSED');
});
