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
