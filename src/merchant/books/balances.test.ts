import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { customer, mine, readAccounts, sendCoins } from '../../../test/support/coins.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { dueOf, newChosen, openPaymentsApp, payShare, untilPayment } from '../../../test/support/payments.ts';
import { until } from '../../../test/support/process.ts';
import { askToWithdraw } from '../../../test/support/withdrawals.ts';
import { assetCodes, formatAsset, type AssetCode } from '../assets/asset.rules.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';

let here: TestApp;
let client: MerchantClient;
let other: MerchantClient;
before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
  other = await merchantClient(here, await createPsp(here.platform, 'Other'));
});
after(() => here.close());

interface Funds {
  currency_code: AssetCode;
  balance: string;
  held: string;
  reserved: string;
  pending: string;
  owed: string;
}

async function readFunds(by = client): Promise<Map<AssetCode, Funds>> {
  const answer = await by.get('/balances');
  assert.equal(answer.statusCode, 200, answer.body);
  const rows = answer.json() as Funds[];
  assert.deepEqual(
    rows.map(({ currency_code: asset }) => asset),
    assetCodes,
  );
  return new Map(rows.map((row) => [row.currency_code, row]));
}

/** Asserts that GET /balances agrees with the PSP's ledger accounts for every asset. */
async function assertAsLedger(): Promise<void> {
  const [funds, accounts] = [await readFunds(), await readAccounts(here.sql)];
  for (const [asset, { balance, held, reserved }] of funds) {
    const booked = ['psp:1', 'psp:1:held', 'psp:1:fees'].map((owner) =>
      formatAsset(asset, accounts.get(`${owner} ${asset}`) ?? 0n),
    );
    assert.deepEqual([balance, held, reserved], booked, asset);
  }
}

test('overpaid XRP is in held, as in the ledger, and in no other account', async () => {
  const before = await readFunds();
  const chosen = await newChosen(client, 'XRP', '30.00');
  await payShare(client, chosen, 1500n);
  await mine(client, 'XRP');
  await untilPayment(client, chosen.payment_reference_number, 'PAID');
  const now = await readFunds();
  assert.equal(before.get('XRP')?.held, '0.000000');
  // Payments are rounded up to the precision that can be sent.
  const excess = (dueOf(chosen) + 1n) / 2n;
  assert.equal(now.get('XRP')?.held, formatAsset('XRP', excess));
  assert.equal(now.get('XRP')?.balance, before.get('XRP')?.balance);
  assert.equal(now.get('XRP')?.pending, '0.000000');
  await assertAsLedger();
});

test('coins of a payment and of a deposit are pending from the first sight until the credit', async () => {
  const chosen = await newChosen(client, 'ETH', '30.00');
  await payShare(client, chosen, 600n);
  await payShare(client, chosen, 400n);
  const address = (await client.post('/deposit/address/BTC', { customer_details: customer })).json() as {
    customer_deposit_wallet_address: string;
  };
  await sendCoins(client, 'BTC', { address: address.customer_deposit_wallet_address, amount: '0.01' });
  const due = formatAsset('ETH', dueOf(chosen));
  const pendingOf = async (asset: AssetCode) => (await readFunds()).get(asset)?.pending;
  await until(
    async () => (await pendingOf('ETH')) === due && (await pendingOf('BTC')) === '0.01000000',
    'both are pending',
  );
  await assertAsLedger();
  for (const { pending } of (await readFunds(other)).values()) assert.match(pending, /^0\.0+$/);
  await mine(client, 'ETH', 12);
  await mine(client, 'BTC', 3);
  await untilPayment(client, chosen.payment_reference_number, 'PAID');
  await until(async () => (await pendingOf('BTC')) === '0.00000000', 'the deposit is credited');
  assert.equal(await pendingOf('ETH'), '0.00000000');
  await assertAsLedger();
});

test("euros reserved for a payout's network fee are in reserved until the payout ends", async () => {
  await runCommand(here, 'psp limits', ['1', 'BTC'], { approval: '0.001' });
  const { id } = await askToWithdraw(client, 'BTC', '0.002');
  const [payout] = await here.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${id}`;
  assert.ok(Number((await readFunds()).get('EUR')?.reserved) > 0);
  await assertAsLedger();
  await runCommand(here, 'payout reject', [payout?.id ?? '']);
  assert.equal((await readFunds()).get('EUR')?.reserved, '0.00');
  await assertAsLedger();
});

test('balances as CSV contain the same values as JSON', async () => {
  const rows = [...(await readFunds()).values()];
  const { body } = await client.get('/balances?format=csv');
  const lines = rows.map((row) => Object.values(row).join(','));
  assert.equal(body, `\uFEFFcurrency_code,balance,held,reserved,pending,owed\r\n${lines.join('\r\n')}\r\n`);
});
