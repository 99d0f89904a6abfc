import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readOrder } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newChosen, openPaymentsApp, payShare, untilPayment } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';
import { CommandError } from '../../../platform/command.ts';
import { checkLedger } from './check-ledger.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

async function arrive(orderId: string): Promise<void> {
  await until(async () => {
    await mine(client, 'LTC', 1);
    return (await readOrder(client, orderId)).order_status === 'COMPLETED';
  }, `the end of ${orderId}`);
}

/** Creates an overpaid payment with a partial refund, then two withdrawals. */
async function play(): Promise<void> {
  const chosen = await newChosen(client, 'LTC', '200.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 1300n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PAID');
  for (let time = 0; time < 2; time++) await arrive((await askToWithdraw(client, 'LTC')).id);
  const answer = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('LTC'),
    refund_reason: 'Returned goods',
    refund_amount: '30.00',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  await arrive(answer.json().order_id);
}

/** Changes rows with triggers switched off, as only the owner of the tables can. */
async function tamper(statement: string): Promise<void> {
  await here.sql.begin(async (tx) => {
    await tx.script('set local session_replication_role = replica');
    await tx.script(statement);
  });
}

const wrong = async (): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (await checkLedger(here.sql))
      .filter(({ faults }) => faults.length > 0)
      .map(({ title, faults }) => [title.split(' ').slice(0, 2).join(' '), faults]),
  );

const newest = (table: string, where: string): string =>
  `(select id from merchant.${table} where ${where} order by id desc limit 1)`;

test('the ledger of a merchant with a payment, refund and payout passes the check, and each change to it is reported', async () => {
  await play();
  const lines = await runCommand(here, 'ledger check');
  assert.equal(lines.length, 14);
  for (const line of lines) assert.match(line, /^ok {5}.+ {2}\([1-9]\d*\)$/);

  const changes: [change: string, undo: string, expected: Record<string, RegExp>][] = [
    [
      `update merchant.ledger_accounts set balance = balance + 1 where owner = 'psp:1' and asset = 'EUR'`,
      `update merchant.ledger_accounts set balance = balance - 1 where owner = 'psp:1' and asset = 'EUR'`,
      { 'every asset': /^EUR: 0.01 too much$/, 'every balance': /^psp:1 EUR \(\d+\): / },
    ],
    [
      `update merchant.ledger_entries set amount = amount - 1 where movement_id = ${newest('ledger_movements', `kind = 'payment'`)} and asset = 'EUR' and amount > 0`,
      `update merchant.ledger_entries set amount = amount + 1 where movement_id = ${newest('ledger_movements', `kind = 'payment'`)} and asset = 'EUR' and amount > 0`,
      { 'every movement': / payment .+: -0.01 EUR$/, 'every balance': /^psp:1 EUR / },
    ],
    [
      `update merchant.chain_outputs set credited = false where purpose = 'payment'`,
      `update merchant.chain_outputs set credited = true where purpose = 'payment'`,
      { 'held coins': /^psp:1:held LTC: .+, and should be -/, 'coins on': /^provider:chain LTC: / },
    ],
    [
      `update merchant.payouts set fee_reserve = 5 where kind = 'refund'`,
      `update merchant.payouts set fee_reserve = 0 where kind = 'refund'`,
      { 'coins on': /^psp:1:fees EUR: 0.00, and should be 0.05$/, 'network fees': /^[0-9a-f-]{36}$/ },
    ],
    [
      `update merchant.refunds set status = 'PROCESSING'`,
      `update merchant.refunds set status = 'COMPLETED'`,
      { 'refunds agree': /^[0-9a-f-]{36}$/ },
    ],
    [
      `update merchant.payouts set approval = 'rejected' where kind = 'refund'`,
      `update merchant.payouts set approval = null where kind = 'refund'`,
      { 'nothing was': /^[0-9a-f-]{36}$/ },
    ],
    [
      `update merchant.orders set status = 'FAILED' where kind = 'payment'`,
      `update merchant.orders set status = 'COMPLETED' where kind = 'payment'`,
      { 'orders agree': /^[0-9a-f-]{36}$/ },
    ],
    [
      `insert into merchant.chain_sent_spends (coin, transaction_id, spend, subject_id)
       select coin, (select max(transaction_id) from merchant.chain_sent_spends), spend, subject_id from merchant.chain_sent_spends
       where transaction_id = (select min(transaction_id) from merchant.chain_sent_spends)`,
      `delete from merchant.chain_sent_spends a using merchant.chain_sent_spends b
       where a.spend = b.spend and a.transaction_id > b.transaction_id`,
      { 'nothing was': /^LTC .+:\d+$/ },
    ],
    [
      `update merchant.chain_sent set block_height = null, fee = block_height where transaction_id = (
         select min(transaction_id) from merchant.payouts where status = 'COMPLETED')`,
      `update merchant.chain_sent set block_height = fee, fee = null where block_height is null`,
      { 'completed payouts': /^[0-9a-f-]{36}$/ },
    ],
    [
      `update merchant.open_promise_totals set euro_amount = euro_amount + 5 where scope = 'psp:1'`,
      `update merchant.open_promise_totals set euro_amount = euro_amount - 5 where scope = 'psp:1'`,
      { 'open promises': /^psp:1$/ },
    ],
    [
      `update merchant.open_promises set euro_amount = euro_amount + 5 where id = ${newest('open_promises', 'true')}`,
      `update merchant.open_promises set euro_amount = euro_amount - 5 where id = ${newest('open_promises', 'true')}`,
      { 'open promises': /^coin:[A-Z]{3}$/ },
    ],
  ];
  for (const [change, undo, expected] of changes) {
    await tamper(change);
    const found = await wrong();
    assert.deepEqual(Object.keys(found).toSorted(), Object.keys(expected).toSorted(), change);
    for (const [title, pattern] of Object.entries(expected)) assert.match(found[title]?.[0] ?? '', pattern);
    await tamper(undo);
    assert.deepEqual(await wrong(), {}, undo);
  }

  // Permanently. The table's constraint rejects negative balances, so it is dropped first, as an attacker would do.
  await tamper(`
    alter table merchant.ledger_accounts drop constraint ledger_accounts_not_below_zero;
    update merchant.ledger_accounts set balance = -1 where owner = 'psp:1' and asset = 'EUR'`);
  assert.match((await wrong())['only provider']?.[0] ?? '', /^psp:1 EUR: -0.01$/);
  await assert.rejects(
    runCommand(here, 'ledger check'),
    new CommandError('The books are wrong: 3 of 14 proofs fail.'),
  );
});
