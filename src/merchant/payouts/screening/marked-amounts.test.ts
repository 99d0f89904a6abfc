import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { readOrder, untilOrder } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { openPaymentsApp } from '../../../../test/support/payments.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

const withdraw = async (amount: string): Promise<string> => (await askToWithdraw(client, 'BTC', amount)).id;

test('the sandbox offers an amount for each screening result, and other amounts are not screened', async () => {
  const review = await withdraw('0.01666666');
  const deny = await withdraw('0.01777777');
  const late = await withdraw('0.01888888');
  const usual = await withdraw('0.01');
  await untilOrder(client, usual, (order) => order.blockchain_transaction_id !== null, 'sent');
  await untilOrder(client, review, (order) => order.order_hold === 'screening', 'held');
  await untilOrder(client, deny, (order) => order.order_status === 'FAILED', 'denied');
  await untilOrder(client, late, (order) => order.blockchain_transaction_id !== null, 'allowed in the end');
  const rows = await here.sql<{ id: string; subject_id: string }[]>`
    select s.id, s.subject_id from merchant.screenings s join merchant.payouts p on p.id = s.subject_id
    where p.order_id = ${review}`;
  assert.equal(rows.length, 1);
  assert.equal((await here.sql`select from merchant.screenings`).length, 3);
  await runCommand(here, 'screening allow', [rows[0]?.id ?? ''], { by: 'ana@commands.test' });
  await untilOrder(client, review, (order) => order.blockchain_transaction_id !== null, 'sent');
  assert.equal((await readOrder(client, review)).order_hold, null);
});
