import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { newWallet } from '../../../../test/support/coins.ts';
import { createPerson, memberAs, signIn, staffAs, type Visitor } from '../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newPaid, openPaymentsApp } from '../../../../test/support/payments.ts';
import { formatEuros } from '../../../platform/pages/figures.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { foldTurnover } from './turnover.ts';

let praca: TestApp;
let client: MerchantClient;
let owner: Visitor;
let staff: Visitor;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  staff = await signIn(praca, (await createPerson(praca, [staffAs('viewer')])).email);
});
after(() => praca.close());

/** Sums the ledger itself: the entries of the PSP's account for payments and refunds since a time. */
async function sumLedger(since: Date): Promise<bigint> {
  const [row] = await praca.sql<{ cents: bigint }[]>`
    select coalesce(sum(e.amount), 0)::numeric(38, 0) as cents
    from merchant.ledger_entries e
    join merchant.ledger_accounts a on a.id = e.account_id
    join merchant.ledger_movements m on m.id = e.movement_id
    where a.owner = 'psp:1' and a.asset = 'EUR' and (m.kind like 'payment%' or m.kind like 'refund%')
      and e.created_at >= ${since}`;
  return row?.cents ?? 0n;
}

/** Returns the first amount in euros after the text. */
const eurosAfter = (body: string, text: RegExp): string | undefined =>
  new RegExp(`${text.source}[\\s\\S]*?(-?€[\\d,]+\\.\\d\\d)`).exec(body)?.[1];
const euros = (cents: bigint): string => formatEuros(formatAsset('EUR', cents), 'en');
const startOfDay = (): Date => new Date(praca.clock.nowMs() - (praca.clock.nowMs() % 86_400_000));

/** Compares both pages with the ledger, again if a new day began meanwhile. Returns the merchant's turnover. */
async function assertEqualToLedger(): Promise<bigint> {
  const today = startOfDay();
  const ledger = [await sumLedger(new Date(0)), await sumLedger(today)] as const;
  const merchant = (await owner.get('/console/psp/1')).body;
  const house = (await staff.get('/console/staff')).body;
  if (startOfDay().getTime() !== today.getTime()) return assertEqualToLedger();
  assert.deepEqual(
    [eurosAfter(merchant, /<dt>Turnover<\/dt>/), eurosAfter(house, /Turnover<br \/>/)],
    ledger.map(euros),
    'the 30 days of the merchant, and the day of staff',
  );
  return ledger[0];
}

test('staff and merchant see the turnover of the ledger before and after half a refund', async () => {
  const id = await newPaid(client, '60.00');
  const credited = await assertEqualToLedger();
  assert.ok(credited > 0n);
  const refund = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('BTC'),
    refund_reason: 'Half of it',
    refund_amount: '30.00',
  });
  assert.equal(refund.statusCode, 200, refund.body);
  const net = await assertEqualToLedger();
  assert.equal(net, credited - 3000n, 'half a refund removes half of the turnover');
  await foldTurnover(praca);
  assert.equal(await assertEqualToLedger(), net);
});
