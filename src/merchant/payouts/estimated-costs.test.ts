import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { openStepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from '../../../test/support/withdrawals.ts';
import type { Chain } from '../chains/chain.ts';
import { NodeRefusal } from '../chains/rpc/rpc.ts';

let here: TestApp;
let client: MerchantClient;
before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

test('each recipient is estimated once before signing, and a payout to a refusing recipient waits', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const [heavy, refusing] = [await askToWithdraw(client, 'ETH'), await askToWithdraw(client, 'ETH')];
  const asked: string[] = [];
  const weighing: Chain = {
    ...driven.chain,
    node: {
      ...driven.chain.node,
      async estimateCost({ to }) {
        asked.push(to.address.toLowerCase());
        return to.address.toLowerCase() === refusing.wallet.toLowerCase()
          ? { refusal: 'it reverts' }
          : 60_000;
      },
    },
  };
  await driven.sign(weighing);
  await driven.sign(weighing);
  const [signed, waiting] = [await storedPayout(here.sql, heavy), await storedPayout(here.sql, refusing)];
  assert.deepEqual([signed.status, waiting.status], ['SIGNED', 'RESERVED']);
  assert.equal(waiting.trouble, 'the recipient cannot be paid: it reverts');
  assert.equal(
    asked.filter((address) => address === heavy.wallet.toLowerCase()).length,
    1,
    'what is known is not asked again',
  );
  assert.equal(
    asked.filter((address) => address === refusing.wallet.toLowerCase()).length,
    2,
    'it may take it tomorrow',
  );
  const [row] = await here.sql<{ weight: number | null }[]>`
    select weight from merchant.payouts where id = ${signed.id}`;
  assert.equal(Number(row?.weight), 60_000);
  await driven.close();
});

/** Estimates like the real node. Addresses are passed in lower case. */
const estimatedBy = (chain: Chain, weigh: (address: string) => number | { refusal: string }): Chain => ({
  ...chain,
  node: { ...chain.node, estimateCost: async ({ to }) => weigh(to.address.toLowerCase()) },
});

test('estimated payouts are signed even if the node fails to estimate another one', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const asked = [await askToWithdraw(client, 'ETH'), await askToWithdraw(client, 'ETH')];
  const [first, second] = asked.map(({ wallet }) => wallet.toLowerCase());
  const failing = estimatedBy(driven.chain, (address) => {
    if (address === second) throw new Error('too many requests');
    return address === first ? 21_000 : { refusal: 'it reverts' };
  });
  await assert.rejects(driven.sign(failing), /too many requests/);
  const payouts = await Promise.all(asked.map((one) => storedPayout(here.sql, one)));
  assert.deepEqual(
    payouts.map(({ status }) => status),
    ['SIGNED', 'RESERVED'],
  );
  await driven.close();
});

test('a contract that the node fails to estimate does not stop later payouts', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const failures = [new NodeRefusal('eth_estimateGas', -32_603, 'Internal error'), new Error('no answer')];
  for (const failure of failures) {
    const bad = await askToWithdraw(client, 'ETH', '0.002');
    const good = await askToWithdraw(client, 'ETH', '0.002');
    const failing = estimatedBy(driven.chain, (address) => {
      if (address === bad.wallet.toLowerCase()) throw failure;
      return address === good.wallet.toLowerCase() ? 21_000 : { refusal: 'it reverts' };
    });
    for (let round = 0; round < 2; round += 1) await driven.sign(failing).catch(() => {});
    assert.equal((await storedPayout(here.sql, good)).status, 'SIGNED', failure.message);
    const { status, trouble } = await storedPayout(here.sql, bad);
    assert.deepEqual([status, trouble], ['RESERVED', 'the node does not say what the recipient takes']);
  }
  await driven.close();
});

test('any number of refusing recipients does not delay the estimate and signing of later payouts', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const refusing: AskedWithdrawal[] = [];
  for (let count = 0; count < 51; count++) refusing.push(await askToWithdraw(client, 'ETH', '0.002'));
  const refusals = new Map<string, number>();
  const weighing = estimatedBy(driven.chain, (address) => {
    if (!refusing.some(({ wallet }) => wallet.toLowerCase() === address)) return 21_000;
    refusals.set(address, (refusals.get(address) ?? 0) + 1);
    return { refusal: 'it reverts' };
  });
  await driven.sign(weighing);
  await driven.sign(weighing);
  assert.equal(refusals.size, 51, 'each has been asked');
  const later = await askToWithdraw(client, 'ETH', '0.002');
  await driven.sign(weighing);
  assert.equal((await storedPayout(here.sql, later)).status, 'SIGNED');
  await driven.close();
});

test('a contract that costs more than the account has waits without a number, and cheaper payouts are paid', async () => {
  const driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const { node } = driven.chain;
  const account = await node.readAccount?.();
  assert.ok(account);
  const [waiting] = await here.sql<{ minor: bigint; number: bigint }[]>`
    select coalesce(sum(amount + fee), 0)::numeric(38, 0) as minor,
      (select max(number) from merchant.account_numbers where coin = 'ETH') as number
    from merchant.payouts where coin = 'ETH' and status = 'SIGNED'`;
  assert.ok(waiting);
  const contract = await askToWithdraw(client, 'ETH', '0.05');
  const plain = await askToWithdraw(client, 'ETH', '0.051');
  const milli = 10n ** 15n;
  // Recipients of earlier tests still refuse.
  const priced = estimatedBy(driven.chain, (address) => {
    if (address === contract.wallet.toLowerCase()) return 2_100_000;
    return address === plain.wallet.toLowerCase() ? 21_000 : { refusal: 'it reverts' };
  });
  const withAccount = (spendableMinor: bigint): Chain => ({
    ...priced,
    node: { ...priced.node, readAccount: async () => ({ ...account, spendableMinor }) },
  });
  const numberOf = async (payoutId: string): Promise<bigint | undefined> =>
    (
      await here.sql<{ number: bigint }[]>`
        select number from merchant.account_numbers where payout_id = ${payoutId}`
    )[0]?.number;

  // Enough for either amount and a usual fee. Paying the contract costs a hundred times the usual fee.
  await driven.sign(withAccount(waiting.minor + 52n * milli));
  const [first, second] = [await storedPayout(here.sql, contract), await storedPayout(here.sql, plain)];
  assert.deepEqual([first.status, second.status], ['RESERVED', 'SIGNED']);
  assert.match(first.trouble ?? '', /^the wallet lacks 0\.00\d+ ETH$/);
  assert.equal(await numberOf(second.id), waiting.number + 1n);

  await driven.sign(withAccount(waiting.minor + 200n * milli));
  const paid = await storedPayout(here.sql, contract);
  assert.equal(paid.status, 'SIGNED');
  assert.equal(await numberOf(paid.id), waiting.number + 2n);
  await driven.close();
});
