import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../../test/support/commands.ts';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine } from '../../../../test/support/coins.ts';
import { openStepwiseChain, owners, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { askToWithdraw, storedPayout } from '../../../../test/support/withdrawals.ts';
import { CommandError } from '../../../platform/command.ts';
import type { Chain } from '../../chains/chain.ts';
import { noteFirstNumber, passNumbers } from './account-numbers.ts';
import { payoutCommands } from '../payout.commands.ts';
import { readLastNumber } from './number.store.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'XRP' });
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

/** Returns the same chain, with an account that another system has used too. */
const usedBy = (others: bigint, spendableMinor?: bigint): Chain => {
  const { chain } = driven;
  return {
    ...chain,
    node: {
      ...chain.node,
      async readAccount() {
        const account = await chain.node.readAccount?.();
        assert.ok(account);
        return {
          nextNumber: account.nextNumber + others,
          nextAfterWaiting: account.nextAfterWaiting + others,
          spendableMinor: spendableMinor ?? account.spendableMinor,
        };
      },
    },
  };
};

const passing = payoutCommands(owners).find(({ name }) => name === 'payout number');
const reason = { reason: 'the key was rotated by hand' };

async function pass(...positionals: string[]): Promise<string> {
  const lines: string[] = [];
  const values = { by: await addStaff(here.platform, 'ana@commands.test'), ...reason };
  await passing?.run(here.platform, { values, positionals }, (line) => void lines.push(line));
  return lines.join('\n');
}

test("numbers begin at the account's present number, which is stored before the first payout", async () => {
  await noteFirstNumber(here.platform, usedBy(7n));
  assert.equal(await readLastNumber(here.sql, { coin: 'XRP', account: 0 }), 6n);
  await noteFirstNumber(here.platform, usedBy(9n));
  assert.equal(await readLastNumber(here.sql, { coin: 'XRP', account: 0 }), 6n, 'once');
  await here.sql`truncate merchant.payout_numbers, merchant.account_numbers`;
});

test('rejects a coin without numbers before it checks the number', async () => {
  await assert.rejects(pass('BTC', 'seven'), { message: 'Payouts of BTC have no numbers here.' });
  await assert.rejects(pass('XRP', 'seven'), { message: /^Give the number/ });
});

test('unknown used numbers of the account stop signing until staff have compared them', async () => {
  const first = await askToWithdraw(client, 'XRP');
  await driven.sign();
  await driven.send();
  await mine(client, 'XRP', 2);
  await driven.read();
  assert.equal((await storedPayout(here.sql, first)).status, 'COMPLETED');
  const second = await askToWithdraw(client, 'XRP');
  await driven.sign(usedBy(2n));
  const waiting = await storedPayout(here.sql, second);
  assert.equal(waiting.status, 'RESERVED');
  assert.match(waiting.trouble ?? '', /has used 2 numbers .* from 1 on; .*"praca payout number XRP 3"/);
  await assert.rejects(pass('XRP', '1'), CommandError);
  await assert.rejects(pass('XRP', 'three'), CommandError);
  await assert.rejects(pass('DOGE', '3'), CommandError);
  // The command asks the real node, which has no foreign transactions.
  await assert.rejects(pass('xrp', '3'), /The next number of the account is 1/);
  assert.ok(await passNumbers(here.platform, { coin: 'XRP', next: 3n, by: 'ana@commands.test', ...reason }));
  await driven.sign(usedBy(2n));
  const signed = await storedPayout(here.sql, second);
  assert.equal(signed.status, 'SIGNED');
  const [row] = await here.sql<{ number: bigint }[]>`
    select number from merchant.account_numbers where payout_id = ${signed.id}`;
  assert.equal(row?.number, 3n);
  const [action] = await here.sql<{ action: string }[]>`
    select action from merchant.control_actions where subject = 'XRP' order by id desc limit 1`;
  assert.equal(action?.action, 'number');
});

test('the reserve of the network is never spent, even with a larger booked balance', async () => {
  const third = await askToWithdraw(client, 'XRP');
  const { amount } = await storedPayout(here.sql, third);
  await driven.sign(usedBy(3n, amount));
  const waiting = await storedPayout(here.sql, third);
  assert.equal(waiting.status, 'RESERVED');
  assert.match(waiting.trouble ?? '', /the wallet lacks/);
});
