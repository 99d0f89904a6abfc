import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { driveByHand } from '../../../test/support/hand-driven-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from '../../../test/support/withdrawals.ts';
import type { Chain } from '../chains/chain.ts';

let here: TestApp;
let client: MerchantClient;
before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

test('where recipients differ, each is weighed once before it is signed for, and who takes nothing waits', async () => {
  const driven = await driveByHand(here, { coin: 'ETH' });
  await driven.read();
  const [heavy, refusing] = [await askToWithdraw(client, 'ETH'), await askToWithdraw(client, 'ETH')];
  const asked: string[] = [];
  const weighing: Chain = {
    ...driven.chain,
    node: {
      ...driven.chain.node,
      async weighRecipient({ to }) {
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

/** As the real node would weigh them; of each the address in small letters. */
const weighedBy = (chain: Chain, weigh: (address: string) => number | { refusal: string }): Chain => ({
  ...chain,
  node: { ...chain.node, weighRecipient: async ({ to }) => weigh(to.address.toLowerCase()) },
});

test('those that are weighed are signed, also where the node says nothing of another', async () => {
  const driven = await driveByHand(here, { coin: 'ETH' });
  await driven.read();
  const asked = [await askToWithdraw(client, 'ETH'), await askToWithdraw(client, 'ETH')];
  const [first, second] = asked.map(({ wallet }) => wallet.toLowerCase());
  const failing = weighedBy(driven.chain, (address) => {
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

test('however many take nothing, whoever comes after them is weighed and signed at once', async () => {
  const driven = await driveByHand(here, { coin: 'ETH' });
  await driven.read();
  const refusing: AskedWithdrawal[] = [];
  for (let count = 0; count < 51; count++) refusing.push(await askToWithdraw(client, 'ETH', '0.002'));
  const refusals = new Map<string, number>();
  const weighing = weighedBy(driven.chain, (address) => {
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

test('a contract that costs more than the account has waits and takes no number; what costs less is paid', async () => {
  const driven = await driveByHand(here, { coin: 'ETH' });
  await driven.read();
  const { payer, node } = driven.chain;
  const account = await node.readAccount?.();
  assert.ok(payer && account);
  const [waiting] = await here.sql<{ minor: bigint; number: bigint }[]>`
    select coalesce(sum(amount + fee), 0)::numeric(38, 0) as minor,
      (select max(number) from merchant.account_numbers where coin = 'ETH') as number
    from merchant.payouts where coin = 'ETH' and status = 'SIGNED'`;
  assert.ok(waiting);
  const contract = await askToWithdraw(client, 'ETH', '0.05');
  const plain = await askToWithdraw(client, 'ETH', '0.051');
  const milli = 10n ** 15n;
  const priced: Chain = {
    // Those of the tests before take nothing still.
    ...weighedBy(driven.chain, (address) => {
      if (address === contract.wallet.toLowerCase()) return 2_100_000;
      return address === plain.wallet.toLowerCase() ? 21_000 : { refusal: 'it reverts' };
    }),
    payer: {
      ...payer,
      // As on the real chain: by the gas that the recipient takes.
      sign(plan, funds) {
        const signed = payer.sign(plan, funds);
        const weight = BigInt(plan.recipients[0]?.weight ?? 21_000);
        return 'shortMinor' in signed
          ? signed
          : { ...signed, feeMinor: (signed.feeMinor * weight) / 21_000n };
      },
    },
  };
  const withAccount = (spendableMinor: bigint): Chain => ({
    ...priced,
    node: { ...priced.node, readAccount: async () => ({ ...account, spendableMinor }) },
  });
  const numberOf = async (payoutId: string): Promise<bigint | undefined> =>
    (
      await here.sql<{ number: bigint }[]>`
        select number from merchant.account_numbers where payout_id = ${payoutId}`
    )[0]?.number;

  // Enough for either amount and a usual fee; to pay the contract takes a hundred times as much.
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
