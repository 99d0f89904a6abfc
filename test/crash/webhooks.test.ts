import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { createTestDatabase } from '../support/database.ts';
import { isAlive, startPraca, until, type PracaProcess } from '../support/process.ts';
import { basic } from '../support/merchant.ts';
import { hang, openWebhookReceiver, status, verifyWebhook } from '../support/webhook-receiver.ts';

async function post(praca: PracaProcess, path: string, body?: object) {
  const granted = await fetch(`${praca.url}/merchant/oauth/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization: basic('sandbox-psp', 'sandbox-secret') },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(`${praca.url}/merchant${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Record<string, string>;
}

test('after kill -9 between commit and delivery, the next process delivers all webhooks', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const environment = { DATABASE_URL: formatDatabaseUrl(database.connection), SERVICES: 'merchant' };
  const receiver = await openWebhookReceiver();
  const first = await startPraca(environment);
  const endpoint = await post(first, '/webhooks', { url: receiver.url });
  receiver.answer = hang;
  const sent = [];
  // More webhooks than are sent at once, so that some are in progress and some have not started.
  for (let index = 0; index < 15; index++)
    sent.push(
      (await post(first, `/webhooks/${endpoint['webhook_endpoint_id']}/test`))['webhook_delivery_id'],
    );
  await until(() => receiver.received.length >= 10, 'the first attempts');
  process.kill(first.pid, 'SIGKILL');
  await until(() => !isAlive(first.pid), 'the end of the process');

  receiver.received.length = 0;
  receiver.answer = status(200);
  const second = await startPraca(environment);
  const arrived = (): Set<unknown> => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  await until(() => arrived().size === sent.length, 'all deliveries');
  assert.deepEqual(arrived(), new Set(sent));
  for (const received of receiver.received) verifyWebhook(endpoint['secret'] ?? '', received);
  assert.equal(await second.stop(), 0);
  await receiver.close();
});
