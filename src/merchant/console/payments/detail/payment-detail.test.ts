import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../../test/support/app.ts';
import { mine } from '../../../../../test/support/coins.ts';
import { createPerson, memberAs, signIn } from '../../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../../test/support/merchant.ts';
import {
  newChosen,
  newPaid,
  openPaymentsApp,
  payShare,
  untilPayment,
} from '../../../../../test/support/payments.ts';
import { formatLength } from '../../../../platform/pages/times.page.ts';

let praca: TestApp;
let client: MerchantClient;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
});
after(() => praca.close());

/** Reads a payment's page. Each call signs in, because the clock may have ended earlier sessions. */
async function readPage(id: string): Promise<string> {
  const visitor = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const { status, body } = await visitor.get(`/console/psp/1/payments/${id}`);
  assert.equal(status, 200);
  return body.replaceAll(/\s+/g, ' ');
}

test('a late payment says how late its coins arrived', async () => {
  const chosen = await newChosen(client, 'BTC', '40.00');
  const id = chosen.payment_reference_number;
  praca.clock.offsetMs += 38 * 60_000;
  await mine(client, 'BTC', 1);
  await untilPayment(client, id, 'EXPIRED');
  await payShare(client, chosen);
  await mine(client, 'BTC', 6);
  await untilPayment(client, id, 'UNRESOLVED');
  const [facts] = await praca.sql<{ late_ms: number }[]>`
    select (extract(epoch from r.first_seen_at - c.expires_at) * 1000)::float8 as late_ms
    from merchant.payment_choices c join merchant.chain_receipts r on r.destination = c.destination
    where c.payment_id = ${id}`;
  assert.ok(facts && facts.late_ms >= 23 * 60_000);
  const late = `${chosen.cryptocurrency_amount} BTC arrived ${formatLength(facts.late_ms, 'en')} late`;
  const page = await readPage(id);
  assert.match(page, /The customer paid too late/);
  assert.ok(page.includes(`${late}, so the locked price no longer applies.`), late);
  assert.ok(page.includes(`<strong>${late}</strong>`), 'in the timeline');
});

test('a paid payment has done all four steps and needs no explanation', async () => {
  const page = await readPage(await newPaid(client, '9.00'));
  assert.doesNotMatch(page, /If you accept|too late|too little/);
  assert.equal(page.match(/<li class="done"/g)?.length, 4);
});

test('the webhooks of one change are one group that says how many failed', async () => {
  for (const port of ['9', '10']) {
    const url = `http://127.0.0.1:${port}/hook`;
    assert.equal((await client.post('/webhooks', { url })).statusCode, 200);
  }
  const { payment_reference_number: id } = await newChosen(client, 'LTC', '20.00');
  assert.equal((await client.post(`/payments/${id}/cancel`)).statusCode, 200);
  await praca.sql`update merchant.webhook_deliveries set status = 'CANCELLED' where payment_id = ${id}`;
  await praca.sql`
    update merchant.webhook_deliveries set status = 'FAILED'
    where payment_id = ${id} and event_type = 'order.failed' and endpoint_id =
      (select id from merchant.webhook_endpoints where url like '%:9/hook')`;
  const groups = (await readPage(id)).match(/<details class="fold".*?<\/details>/g) ?? [];
  const told = groups.map((group) => [
    group.match(/\/webhooks\/deliveries\//g)?.length,
    /2 webhooks/.test(group),
    /1 failed/.test(group),
  ]);
  assert.deepEqual(told, [
    [2, true, true],
    [2, true, false],
  ]);
});
