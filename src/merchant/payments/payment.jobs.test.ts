import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { mine } from '../../../test/support/coins.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import { newChosen, openPaymentsApp, payShare, untilPayment } from '../../../test/support/payments.ts';
import { notifyOfUnresolved } from './payment.jobs.ts';

let here: TestApp;
before(async () => {
  here = await openPaymentsApp();
});
after(() => here.close());

test('a payment unresolved for thirty days raises one alert, which ends when it is resolved', async () => {
  let client = await merchantClient(here);
  const chosen = await newChosen(client, 'LTC', '40.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 400n);
  await mine(client, 'LTC', 3);
  here.clock.offsetMs += 16 * 60_000;
  await untilPayment(await merchantClient(here), id, 'UNRESOLVED');
  const alerts = async () => [
    ...(await here.sql<{ kind: string }[]>`
      select kind from merchant.payment_alerts where payment_id = ${id}`),
  ];
  const dayMs = 24 * 3_600_000;
  here.clock.offsetMs += 29 * dayMs;
  await notifyOfUnresolved(here.platform);
  assert.deepEqual(await alerts(), []);
  here.clock.offsetMs += 2 * dayMs;
  await notifyOfUnresolved(here.platform);
  await notifyOfUnresolved(here.platform);
  assert.deepEqual(await alerts(), [{ kind: 'unresolved' }]);
  const lines = here.log.filter((line) => line.includes('"unresolved"') && line.includes(id));
  assert.equal(lines.length, 1);
  client = await merchantClient(here);
  assert.equal((await client.post(`/payments/${id}/accept`)).statusCode, 200);
  assert.deepEqual(await alerts(), []);
});
